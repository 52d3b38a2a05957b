import { createRandom } from '../src/lib/stats/random.ts'

/** x errors of n calls in one session. */
export interface Session {
  x: number
  n: number
}

/** A world in which the truth is known: sessions whose own error rates vary about `rate` as a beta distribution does. */
export interface World {
  rate: number
  icc: number
  sessions: number
  /** Mean calls of a session. */
  calls: number
  sizes: 'equal' | 'unequal'
}

/** Draws sets of sessions from a world; the same seed gives the same sets. */
export const createSimulator = (world: World, seed: string): (() => Session[]) => {
  const random = createRandom(`${seed} ${JSON.stringify(world)}`)
  const normal = createNormal(random)
  const strength = 1 / world.icc - 1
  const sizeOf = (): number =>
    // A lognormal distribution with standard deviation 1 of the logarithm: the largest of twenty holds a third of all calls.
    world.sizes === 'equal' ? world.calls : Math.max(1, Math.round(world.calls * Math.exp(normal() - 0.5)))
  const rateOf = (): number => {
    if (world.icc === 0) return world.rate
    const errors = gamma(world.rate * strength, random, normal)
    const rest = gamma((1 - world.rate) * strength, random, normal)
    return errors + rest > 0 ? errors / (errors + rest) : 0
  }
  return () =>
    Array.from({ length: world.sessions }, () => {
      const n = sizeOf()
      return { x: binomial(n, rateOf(), random), n }
    })
}

/** Standard normal numbers by Marsaglia's polar method. */
export const createNormal = (random: () => number) => (): number => {
  for (;;) {
    const [u, v] = [2 * random() - 1, 2 * random() - 1]
    const square = u * u + v * v
    if (square > 0 && square < 1) return u * Math.sqrt((-2 * Math.log(square)) / square)
  }
}

/** Marsaglia and Tsang's method; shapes below 1 by raising a uniform number to a power. */
export const gamma = (shape: number, random: () => number, normal: () => number): number => {
  if (shape < 1) return gamma(shape + 1, random, normal) * random() ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal()
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(random()) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v
  }
}

/** Errors of n calls: by inversion where few are expected, else by tossing each. */
export const binomial = (n: number, rate: number, random: () => number): number => {
  if (rate > 0.5) return n - binomial(n, 1 - rate, random)
  let count = 0
  if (n * rate < 30) {
    let left = random()
    let chance = Math.exp(n * Math.log1p(-rate))
    while (left > chance && count < n) {
      left -= chance
      count++
      chance *= ((rate / (1 - rate)) * (n - count + 1)) / count
    }
    return count
  }
  for (let call = 0; call < n; call++) if (random() < rate) count++
  return count
}
