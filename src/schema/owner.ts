/**
 * Owner of a chat session that names no user. Such a session is neither mined nor listed until a person claims it. It never becomes the
 * local user's by default, because another person may have written it.
 */
export const UNOWNED = ''
