/** Raise this when mining finds or says anything different. Lessons of an older version are then mined again. */
export const LESSON_VERSION = 10
