import { drawOf } from '../../lib/draw.ts'
import type { Lesson } from '../../schema/lesson.ts'

/** What was known about a lesson before a session: the probability of giving it depends on nothing else. */
export interface LessonPast {
  /** Sessions that the lesson was drawn for. */
  sessions: number
  /** When it was first drawn; null: never. */
  firstAt: number | null
  /** Whether the lessons of its kind, taken together, have a verdict in this store. */
  isKindSettled: boolean
}

/** While it is not known what lessons of its kind do, half of the sessions are not given a lesson. */
const HALF = 0.5
/** Afterwards one in ten is not given it, so that a change is seen. */
const ONE_IN_TEN = 0.1
const MOST_SESSIONS = 60
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000

/** The probability with which a session is given a lesson. `holdout` is the share that a person wants withheld; null: as proof needs it. */
export const givenProbability = (
  { sessions, firstAt, isKindSettled }: LessonPast,
  { kind, holdout, now }: { kind: Lesson['kind']; holdout: number | null; now: number },
): number => {
  // Whether a session breaks a rule in a person's own words cannot be told, so withholding it would prove nothing.
  if (kind === 'rule') return 1
  if (holdout !== null) return 1 - Math.min(Math.max(holdout, 0), 1)
  const isOver = isKindSettled || sessions >= MOST_SESSIONS || (firstAt !== null && now - firstAt >= LONGEST_MS)
  return 1 - (isOver ? ONE_IN_TEN : HALF)
}

/** Whether a session is given a lesson: the same lesson and session always draw the same number, each lesson its own. */
export const isGivenBy = (lessonId: string, sessionKey: string, probability: number): boolean =>
  drawOf('lesson', lessonId, sessionKey) < probability

/**
 * Draws lessons in their order. A lesson is drawn only if there is room for it beside those that were given before it. So its own draw
 * does not decide whether it takes part, and what is withheld leaves its room to the next.
 */
export const drawInOrder = <Item>(
  items: readonly Item[],
  { isGiven, hasRoom }: { isGiven(item: Item): boolean; hasRoom(given: readonly Item[], next: Item): boolean },
): { given: Item[]; withheld: Item[] } => {
  const given: Item[] = []
  const withheld: Item[] = []
  for (const item of items) {
    if (!hasRoom(given, item)) continue
    if (isGiven(item)) given.push(item)
    else withheld.push(item)
  }
  return { given, withheld }
}
