/** Raise this when the same sessions would give another template. */
export const MINER_VERSION = 'mine@7'

/**
 * Whether the miner that made a template may have let words of strangers through. The first miner showed whole results
 * and what models had said. Such a template is given to no session until it is built anew.
 */
export const isOutdated = ({ madeBy }: { madeBy: string }): boolean => OUTDATED.has(madeBy)

const OUTDATED: ReadonlySet<string> = new Set(['mine@1'])
