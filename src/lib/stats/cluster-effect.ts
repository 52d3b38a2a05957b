/**
 * How alike the calls of one session are: the intraclass correlation of binary outcomes, x of n per cluster, by analysis
 * of variance. 0 is none, 1 is total; slightly negative values happen by chance. Null when there are fewer than two
 * clusters, no cluster of two or more, or no variation at all.
 */
export const intraclass = (clusters: readonly { x: number; n: number }[]): number | null => {
  let [count, x, n, nn, within] = [0, 0, 0, 0, 0]
  for (const cluster of clusters) {
    if (!(cluster.n > 0)) continue
    count++
    x += cluster.x
    n += cluster.n
    nn += cluster.n * cluster.n
    within += cluster.x - (cluster.x * cluster.x) / cluster.n
  }
  if (count < 2 || n <= count) return null
  const between = x - (x * x) / n - within
  const meanBetween = between / (count - 1)
  const meanWithin = within / (n - count)
  const size = (n - nn / n) / (count - 1)
  const total = meanBetween + (size - 1) * meanWithin
  return total > 0 ? (meanBetween - meanWithin) / total : null
}

/**
 * The factor by which clusters multiply the variance of a rate. `spread` is the coefficient of variation of the sizes:
 * at the same mean size, unequal clusters carry less.
 */
export const designEffect = (icc: number, meanSize: number, spread = 0): number =>
  1 + ((1 + spread * spread) * meanSize - 1) * icc
