export interface Settled {
  /** For each hypothesis: whether it is refuted. */
  refuted: boolean[]
  /** Intervals at this alpha exclude a hypothesis exactly if it is refuted. */
  alpha: number
}

/**
 * Decides which of many hypotheses their e-values refute. On average at most a share of alpha of the refuted ones is
 * true, however the e-values depend on each other (Wang and Ramdas 2022). Takes natural logarithms of e-values.
 */
export const eBenjaminiHochberg = (logEvidence: readonly number[], alpha = 0.05): Settled => {
  const count = logEvidence.length
  const sorted = logEvidence.toSorted((a, b) => b - a)
  let found = 0
  for (const [index, evidence] of sorted.entries())
    if (evidence >= Math.log(count / (alpha * (index + 1)))) found = index + 1
  const level = (alpha * Math.max(found, 1)) / Math.max(count, 1)
  return { refuted: logEvidence.map((each) => each >= Math.log(1 / level)), alpha: level }
}
