/** Raise when a tally would come out otherwise: all are then made anew. */
export const TALLY_VERSION = 'tally@1'
