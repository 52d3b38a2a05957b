import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { termsOf } from '../../lib/tokenise.ts'
import { lessonText, withinTokens } from '../../lesson/lines.ts'
import { fitsMessage } from '../../lesson/message-words.ts'
import { drawInOrder } from '../../lesson/proof/holdout.ts'
import { drawLessons } from '../../lesson/proof/run-draw.ts'
import { stillTrue } from '../../lesson/still-true.ts'
import type { DrawMoment } from '../../schema/lesson-draw.ts'
import { START_TOKENS } from '../../schema/ready.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import { workingTreeOf } from '../../sources/project.ts'
import type { Connection } from '../../store/connection.ts'
import { drawsOf, type LessonDraw } from '../../store/lessons/draw.ts'
import { lessonBodies, sessionsBehind } from '../../store/lessons/ready.ts'
import { projectYes } from '../../store/lessons/word.ts'
import type { Delivered, Occasion } from './occasion-operation.ts'
import { refusalOf, requireTime } from './deliver-check-operation.ts'

/** The most lessons that one message adds. */
const MOST_AT_MESSAGE = 3
/** The most lessons about the machine at the start of a session. */
const MOST_ENVIRONMENT = 2
/** The beginning of a long message is enough to tell the task. */
const MOST_TEXT_CHARS = 20_000

/** Lessons for a session, and the tokens reserved at its start. */
interface GivenLessons {
  delivered: Delivered
  /** Tokens of the lessons at the start, including withheld ones, so that the room left does not depend on the draw. */
  tokens: number
}

const NONE: GivenLessons = { delivered: {}, tokens: 0 }

/**
 * Gives the lessons of a session's start, if they are due and it has not had them yet, and the lessons that fit its
 * message. The draw and the ledger entry are committed before this returns.
 */
export const giveLessons = async (
  store: Connection,
  occasion: Occasion,
  { isStart, message, ready }: { isStart: boolean; message: string | undefined; ready: readonly ReadyLesson[] },
): Promise<GivenLessons> => {
  const found = await givable(store, occasion, ready)
  if (found === undefined) return NONE
  const { lessons, sessions, isHung } = found
  const { session, known } = occasion
  const fitting = message === undefined ? [] : fittingLessons(lessons, message)
  const planFor = (stands: readonly LessonDraw[]) => {
    // A session that continues another one already holds that one's lessons, and which lessons were withheld there is
    // not known here.
    const isOther = known?.isResumed === true && stands.length === 0
    const isDue = isStart && !isOther && !stands.some(({ moment }) => moment === 'start')
    const isOpen = ({ id }: ReadyLesson): boolean => !stands.some(({ lessonId }) => lessonId === id)
    return { isDue, further: isOther ? [] : fitting.filter(isOpen), reserved: startOf(lessons, stands) }
  }
  // Most messages bring no lesson: they must not wait for other writers.
  const before = planFor(await drawsOf(store, session))
  if (!before.isDue && before.further.length === 0)
    return { delivered: asDelivered('', isHung), tokens: tokensOf(before.reserved, sessions) }
  const drawn = await store.transaction(async (transaction) => {
    const { isDue, further, reserved } = planFor(await drawsOf(transaction, session))
    const started = isDue ? await drawStart(transaction, occasion, found) : undefined
    const drawnNow = started === undefined ? [] : [...started.given, ...started.withheld]
    const fits = further.filter((lesson) => !drawnNow.includes(lesson))
    const { given } = await drawFor(transaction, occasion, {
      lessons: fits,
      holdout: found.holdout,
      moment: 'message',
      hasRoom: (already) => already.length < MOST_AT_MESSAGE,
    })
    requireTime(occasion)
    return { given: [...(started?.given ?? []), ...given], reserved: isDue ? drawnNow : reserved }
  })
  return {
    delivered: asDelivered(textOf(drawn.given, sessions), isHung),
    tokens: tokensOf(drawn.reserved, sessions),
  }
}

const fittingLessons = (lessons: readonly ReadyLesson[], message: string): ReadyLesson[] => {
  const terms = termsOf(message.slice(0, MOST_TEXT_CHARS))
  return lessons.filter(({ words }) => fitsMessage(words, terms))
}

/** Gives the session's lessons once more after a compaction removed them. Draws nothing new. */
export const giveLessonsAgain = async (
  store: Connection,
  occasion: Occasion,
  ready: readonly ReadyLesson[],
): Promise<Delivered> => {
  const { text, isHung } = await toldLessons(store, occasion, ready)
  return asDelivered(text, isHung)
}

/** The lessons that a session got so far, if they are still true and fit into the budget. */
export interface ToldLessons {
  lessons: ReadyLesson[]
  /** Lessons that were drawn for the session and withheld from it. */
  withheld: number
  text: string
  sessions: number
  isHung: boolean
}

/** The lessons that a session got at its start and at its messages by the ledger, as one text. Draws nothing. */
export const toldLessons = async (
  store: Connection,
  occasion: Occasion,
  ready: readonly ReadyLesson[],
): Promise<ToldLessons> => {
  const found = await givable(store, occasion, ready)
  if (found === undefined) return { lessons: [], withheld: 0, text: '', sessions: 0, isHung: false }
  const { sessions, isHung } = found
  const stands = (await drawsOf(store, occasion.session)).filter(({ moment }) => moment !== 'failure')
  const drawn = (isGiven: boolean): ReadyLesson[] =>
    found.lessons.filter(({ id }) => stands.some((draw) => draw.lessonId === id && draw.isGiven === isGiven))
  const lessons = withinTokens(drawn(true), { maxTokens: startTokens(occasion), sessions })
  return { lessons, withheld: drawn(false).length, text: textOf(lessons, sessions), sessions, isHung }
}

const startTokens = ({ mostTokens = START_TOKENS }: Occasion): number => mostTokens

const asDelivered = (text: string, isHung: boolean): Delivered => ({
  ...(text === '' ? {} : { text }),
  ...(isHung ? { isHung } : {}),
})

/**
 * The lessons that may be given in a place, the number of sessions they come from, and the share that the owner wants
 * withheld.
 */
export interface Givable {
  lessons: ReadyLesson[]
  sessions: number
  holdout: number | null
  isHung: boolean
}

/** The lessons that are true now; undefined if there are none, or if the user or an experiment wants none. */
export const givable = async (
  store: Connection,
  occasion: Occasion,
  ready: readonly ReadyLesson[],
): Promise<Givable | undefined> => {
  const { owner, session, arm, experiment, cwd, project = '' } = occasion
  if (ready.length === 0 || occasion.known?.arm === 'cold') return undefined
  if (experiment !== undefined && arm === undefined) {
    const { assign } = await import('../../provision/assign.ts')
    if (assign(experiment, session.sessionKey).arm === 'cold') return undefined
  }
  const { lessons, isHung } =
    cwd === undefined ? { lessons: ready, isHung: false } : await stillTrue(ready, workingTreeOf(cwd))
  const holdout = arm === 'warm' ? 0 : ((await projectYes(store, owner, project))?.holdout ?? null)
  return {
    lessons: await withoutSecrets(lessons, occasion),
    sessions: await sessionsBehind(store, project),
    holdout,
    isHung,
  }
}

/** Lessons hold no secrets when they are mined; this finds values that became secrets since. */
const withoutSecrets = async (lessons: readonly ReadyLesson[], occasion: Occasion): Promise<ReadyLesson[]> => {
  const all = lessons.map(({ text }) => text).join('\n')
  if ((await refusalOf(all, { ...occasion, mostBytes: Infinity })) === undefined) return [...lessons]
  const clean: ReadyLesson[] = []
  for (const lesson of lessons) if ((await refusalOf(lesson.text, occasion)) === undefined) clean.push(lesson)
  return clean
}

const drawStart = (transaction: Connection, occasion: Occasion, found: Givable) =>
  drawFor(transaction, occasion, {
    ...found,
    lessons: found.lessons.filter(({ isForAnyTask }) => isForAnyTask),
    moment: 'start',
    hasRoom: roomAtStart(occasion, found),
  })

/** Whether a lesson fits beside those already chosen for the start of a session. */
const roomAtStart =
  (occasion: Occasion, { sessions }: Givable) =>
  (given: readonly ReadyLesson[], next: ReadyLesson): boolean => {
    if (isOfMachine(next) && given.filter(isOfMachine).length >= MOST_ENVIRONMENT) return false
    const text = textOf([...given, next], sessions)
    return estimateTokens(text) <= startTokens(occasion) && Buffer.byteLength(text) <= occasion.mostBytes
  }

/** The text of a session's start if no lesson is withheld. Draws and writes nothing. */
export const startText = async (
  store: Connection,
  occasion: Occasion,
  ready: readonly ReadyLesson[],
): Promise<string> => {
  const found = await givable(store, occasion, ready)
  if (found === undefined) return ''
  const any = found.lessons.filter(({ isForAnyTask }) => isForAnyTask)
  const { given } = drawInOrder(any, { isGiven: () => true, hasRoom: roomAtStart(occasion, found) })
  return textOf(given, found.sessions)
}

const isOfMachine = ({ kind }: ReadyLesson): boolean => kind === 'environment'

/** Draws lessons for the occasion's session and writes the draws to the ledger. */
export const drawFor = (
  transaction: Connection,
  { session, now }: Occasion,
  request: {
    lessons: readonly ReadyLesson[]
    holdout: number | null
    moment: DrawMoment
    hasRoom(given: readonly ReadyLesson[], next: ReadyLesson): boolean
  },
): Promise<{ given: ReadyLesson[]; withheld: ReadyLesson[] }> =>
  drawLessons(transaction, {
    session,
    now,
    ...request,
    describe: (ids) => lessonBodies(transaction, ids),
  })

const startOf = (lessons: readonly ReadyLesson[], stands: readonly LessonDraw[]): ReadyLesson[] =>
  lessons.filter(({ id }) => stands.some(({ lessonId, moment }) => lessonId === id && moment === 'start'))

const tokensOf = (lessons: readonly ReadyLesson[], sessions: number): number =>
  estimateTokens(textOf(lessons, sessions))

const textOf = (lessons: readonly ReadyLesson[], sessions: number): string =>
  lessonText(
    lessons.map(({ clause }) => clause),
    sessions,
  )
