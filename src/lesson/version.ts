/** Raise when mining finds or says anything else: lessons that an older version found are then mined again. */
export const LESSON_VERSION = 9
