/** Raised whenever what selecting reads, or the text form of a seed, becomes another: all rows are then made anew. */
export const READY_VERSION = 'ready@4'
