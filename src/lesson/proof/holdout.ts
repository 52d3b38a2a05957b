import { drawOf } from '../../lib/draw.ts'
import type { Lesson } from '../../schema/lesson.ts'

/** What was known about a lesson before a session. The probability of giving the lesson depends on nothing else. */
export interface LessonPast {
  /** Sessions that the lesson was drawn for. */
  sessions: number
  /** When the lesson was first drawn; null if it never was. */
  firstAt: number | null
  /** Whether the lessons of its kind, taken together, have a verdict in this store. */
  isKindSettled: boolean
}

/** Until there is a verdict on the lessons of its kind, a lesson is withheld from half of the sessions. */
const HALF = 0.5
/** After the verdict, a lesson is withheld from one session in ten, so that a change shows. */
const ONE_IN_TEN = 0.1
const MOST_SESSIONS = 60
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000

/**
 * The probability with which a session is given a lesson. `holdout` is the share that a person wants withheld; null
 * leaves the share to proof.
 */
export const givenProbability = (
  { sessions, firstAt, isKindSettled }: LessonPast,
  { kind, holdout, now }: { kind: Lesson['kind']; holdout: number | null; now: number },
): number => {
  // Nothing can tell whether a session breaks a rule in a person's own words, so withholding the rule would prove
  // nothing.
  if (kind === 'rule') return 1
  if (holdout !== null) return 1 - Math.min(Math.max(holdout, 0), 1)
  const isOver = isKindSettled || sessions >= MOST_SESSIONS || (firstAt !== null && now - firstAt >= LONGEST_MS)
  return 1 - (isOver ? ONE_IN_TEN : HALF)
}

/**
 * Whether a session is given a lesson. The same lesson and session always draw the same number; each lesson draws its
 * own.
 */
export const isGivenBy = (lessonId: string, sessionKey: string, probability: number): boolean =>
  drawOf('lesson', lessonId, sessionKey) < probability

/**
 * Draws lessons in their order. A lesson is drawn only if there is room for it beside the lessons given before it. So
 * its own draw does not decide whether it takes part, and a withheld lesson leaves its room to the next.
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
