import { lessonBodies } from '../../store/lessons/ready.ts'
import { lessonText } from '../../lesson/lines.ts'
import { mayConcern } from '../../lesson/may-concern.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import { workingTreeOf } from '../../sources/project.ts'
import type { Connection } from '../../store/connection.ts'
import { claimDelivery, claimHint } from '../../store/templates/delivery.ts'
import { drawsOf } from '../../store/lessons/draw.ts'
import type { Delivered, FailedCall, Occasion } from './occasion-operation.ts'
import { requireTime } from './deliver-check-operation.ts'
import { drawFor, type Givable, givable } from './deliver-lessons-operation.ts'

/** The beginning and the end of a long output say what went wrong. */
const LOOK_CHARS = 20_000

/**
 * Gives the one lesson whose mistake this call made, each lesson once per session. Undefined if no lesson is about the
 * mistake. If that lesson is withheld from the session, the session gets no other hint about the mistake either.
 */
export const giveLessonHint = async (
  store: Connection,
  occasion: Occasion,
  { failed, ready }: { failed: FailedCall; ready: readonly ReadyLesson[] },
): Promise<Delivered | undefined> => {
  const found = await givable(store, occasion, ready)
  const lesson = found === undefined ? undefined : await lessonAgainst(store, occasion, { found, failed })
  if (found === undefined || lesson === undefined) return undefined
  const { session, known, now } = occasion
  const told = known?.hints ?? []
  const isGiven = await store.transaction(async (transaction) => {
    if (known?.isResumed === true && (await drawsOf(transaction, session)).length === 0) return false
    const { given } = await drawFor(transaction, occasion, {
      lessons: [lesson],
      holdout: found.holdout,
      moment: 'failure',
      hasRoom: () => true,
    })
    requireTime(occasion)
    if (given.length === 0) return false
    return known === undefined
      ? claimDelivery(transaction, session, { at: now, hints: [lesson.id] })
      : claimHint(transaction, session, { before: told, hint: lesson.id })
  })
  return isGiven ? { text: lessonText([lesson.clause], found.sessions) } : {}
}

const lessonAgainst = async (
  store: Connection,
  { known, cwd }: Occasion,
  { found, failed }: { found: Givable; failed: FailedCall },
): Promise<ReadyLesson | undefined> => {
  const { tool, args, message, isUnjudged = false } = failed
  const told = known?.hints ?? []
  const open = found.lessons.filter(({ id }) => !told.includes(id))
  const bodies = await lessonBodies(
    store,
    open.map(({ id }) => id),
  )
  const half = LOOK_CHARS / 2
  const looked = message.length > LOOK_CHARS ? `${message.slice(0, half)}\n${message.slice(-half)}` : message
  const words = `${JSON.stringify(args) ?? ''}\n${looked}`
  const near = bodies.filter((lesson) => mayConcern(words, lesson))
  if (near.length === 0) return undefined
  // Loaded only now: the rules take longer to load than all other code, and most calls match no lesson.
  const { lessonsAgainst } = await import('../../lesson/match-failure.ts')
  const root = cwd === undefined ? undefined : workingTreeOf(cwd)
  const against = lessonsAgainst({ tool, args, message, isKnownFailed: !isUnjudged, cwd, root }, near)
  return open.find(({ id }) => against.some((lesson) => lesson.id === id))
}
