import type { Lesson } from '../../schema/lesson.ts'
import type { DrawMoment } from '../../schema/lesson-draw.ts'
import type { Connection } from '../../store/connection.ts'
import type { SessionRef } from '../../store/templates/delivery.ts'
import {
  addDraws,
  addTrials,
  type DrawnBefore,
  drawnBefore,
  drawsOf,
  type LessonDraw,
  settledKinds,
} from '../../store/lessons/draw.ts'
import { ownerHoldout } from '../../store/lessons/trial.ts'
import { drawInOrder, givenProbability, isGivenBy } from './holdout.ts'

/** The lessons that a session could be given now. */
export interface DrawRequest<Item> {
  /**
   * The session. A session that continues another one shares the draws of that session, and so does every sub-agent.
   */
  session: SessionRef
  moment: DrawMoment
  now: number
  /**
   * The share of sessions that a person wants lessons of this repository withheld from. Null leaves the share to the
   * owner's setting or to proof.
   */
  holdout: number | null
  /** Lessons that may be given, the best first. */
  lessons: readonly Item[]
  hasRoom(given: readonly Item[], next: Item): boolean
  /** Returns what these lessons are about. Called once for each lesson, at its first draw. */
  describe(
    ids: readonly string[],
  ): Promise<readonly Pick<Lesson, 'id' | 'kind' | 'trigger' | 'text' | 'support' | 'scope'>[]>
}

export interface Drawn<Item> {
  given: Item[]
  withheld: Item[]
}

/**
 * Decides which lessons a session is given, and records the decision before anything is printed. A lesson that was
 * withheld from a session once stays withheld from it. Call this in the transaction that gives the text.
 */
export const drawLessons = async <Item extends Pick<Lesson, 'id' | 'kind'>>(
  transaction: Connection,
  { session, moment, now, lessons, hasRoom, describe, ...wanted }: DrawRequest<Item>,
): Promise<Drawn<Item>> => {
  if (lessons.length === 0) return { given: [], withheld: [] }
  const stands = new Map((await drawsOf(transaction, session)).map((draw) => [draw.lessonId, draw]))
  const past = await drawnBefore(
    transaction,
    lessons.map(({ id }) => id),
  )
  const kinds = await settledKinds(transaction)
  const holdout = wanted.holdout ?? (await ownerHoldout(transaction, session.owner))
  const drawOne = ({ id, kind }: Item): LessonDraw => {
    const known = past.get(id) ?? UNTRIED
    const probability = givenProbability({ ...known, isKindSettled: kinds.has(kind) }, { kind, holdout, now })
    return { lessonId: id, moment, at: now, probability, isGiven: isGivenBy(id, session.sessionKey, probability) }
  }
  const draws = new Map(lessons.map((lesson) => [lesson.id, stands.get(lesson.id) ?? drawOne(lesson)]))
  const drawn = drawInOrder(inPlace(lessons, past), { isGiven: ({ id }) => draws.get(id)?.isGiven === true, hasRoom })
  const fresh = [...drawn.given, ...drawn.withheld].filter(({ id }) => !stands.has(id))
  // Rules in a person's own words are kept by their owner alone and cannot be counted.
  const untried = fresh.filter(({ id, kind }) => kind !== 'rule' && !past.has(id)).map(({ id }) => id)
  if (untried.length > 0) await addTrials(transaction, await describe(untried), now)
  await addDraws(
    transaction,
    session,
    fresh.flatMap(({ id }) => draws.get(id) ?? []),
  )
  return drawn
}

const UNTRIED: DrawnBefore = { sessions: 0, firstAt: null, verdict: null }

/** Moves lessons that are known not to help behind all others. */
const inPlace = <Item extends Pick<Lesson, 'id'>>(
  lessons: readonly Item[],
  past: ReadonlyMap<string, DrawnBefore>,
): Item[] => {
  const isPoor = ({ id }: Item): boolean => ['causes', 'does-little'].includes(past.get(id)?.verdict ?? '')
  return [...lessons.filter((lesson) => !isPoor(lesson)), ...lessons.filter(isPoor)]
}
