import type { Lesson } from '../schema/lesson.ts'

/** What is known about a lesson besides the mined facts. */
export interface Standing {
  /** A person's decision on this very lesson. */
  word: 'accepted' | 'written' | 'refused' | null
  /** Whether the owner said yes to all lessons of the repository. */
  isProjectAccepted: boolean
  /** When a lesson that cannot be checked stops being given. */
  expiresAt: number | null
}

/**
 * Whether the lesson needs a yes to its own line. One yes to a project is not enough for a person's words and for what
 * a stranger sent.
 */
export const needsOwnYes = ({
  kind,
  origin = null,
}: {
  kind: Lesson['kind']
  origin?: Lesson['origin'] | null
}): boolean => kind === 'rule' || origin !== null

/**
 * The state of a lesson for one owner. A refusal and a written line come first, then whether the lesson is still true.
 * One yes to a project counts for every lesson that does not need a yes to its own line.
 */
export const lessonState = (
  lesson: Pick<Lesson, 'kind' | 'checked' | 'state' | 'origin'>,
  { word, isProjectAccepted, expiresAt }: Standing,
  now: number,
): Lesson['state'] => {
  const { checked, state } = lesson
  if (word === 'refused' || word === 'written') return word
  if (state === 'stale' || checked.holds === false || (expiresAt !== null && expiresAt <= now)) return 'stale'
  if (word === 'accepted') return 'active'
  return isProjectAccepted && !needsOwnYes(lesson) ? 'active' : 'candidate'
}
