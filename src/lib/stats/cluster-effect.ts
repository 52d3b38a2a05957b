/**
 * The factor by which clusters multiply the variance of a rate. `spread` is the coefficient of variation of the sizes:
 * at the same mean size, unequal clusters carry less.
 */
export const designEffect = (icc: number, meanSize: number, spread = 0): number =>
  1 + ((1 + spread * spread) * meanSize - 1) * icc
