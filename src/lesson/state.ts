import type { Lesson } from '../schema/lesson.ts'

/** What is known about a lesson beside what was mined. */
export interface Standing {
  /** A person's word on this very lesson. */
  word: 'accepted' | 'written' | 'refused' | null
  /** Whether its owner said yes to all lessons of the repository. */
  isProjectAccepted: boolean
  /** When a lesson that cannot be checked is given no longer. */
  expiresAt: number | null
}

/**
 * The state of a lesson for one owner. A person's refusal and a written line come first, then whether the lesson is still true. One yes
 * to a project counts for every kind but `rule`, which needs a yes to its own line.
 */
export const lessonState = (
  { kind, checked, state }: Pick<Lesson, 'kind' | 'checked' | 'state'>,
  { word, isProjectAccepted, expiresAt }: Standing,
  now: number,
): Lesson['state'] => {
  if (word === 'refused' || word === 'written') return word
  if (state === 'stale' || checked.holds === false || (expiresAt !== null && expiresAt <= now)) return 'stale'
  if (word === 'accepted') return 'active'
  return isProjectAccepted && kind !== 'rule' ? 'active' : 'candidate'
}
