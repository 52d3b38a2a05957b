/** Raised whenever what selecting reads, or the text form of a seed, becomes another: all rows are then made anew. */
export const READY_VERSION = 'ready@9'

/** Tokens of everything that a hook gives a session at its start: lessons, and a template beside them. */
export const START_TOKENS = 250
