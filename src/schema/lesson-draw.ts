/** When a session was first to be given a lesson: at its start, with a message that fits, or after a call that failed so. */
export type DrawMoment = 'start' | 'message' | 'failure'

/** What a lesson does, by the sessions that it was drawn for. */
export type LessonVerdict =
  /** Sessions that are given it make the mistake less often. */
  | 'prevents'
  /** Sessions that are given it make the mistake more often. */
  | 'causes'
  /** It prevents a quarter of the mistakes at best. */
  | 'does-little'
  | 'not-settled'
