/** Whether a session is given a template (`warm`) or, to have something to compare with, is not (`cold`). */
export type Arm = 'warm' | 'cold'

/** Assignments of everyday use belong to this experiment. */
export const EVERYDAY = 'everyday'

/** So many of all sessions stay cold for good: without them nobody could say whether templates help. */
export const HOLDOUT = 0.1
