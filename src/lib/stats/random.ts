/**
 * A stream of numbers in [0, 1) that depends only on the seed: the same seed gives the same bytes on every machine.
 * For simulation and resampling, not for secrets.
 */
export const createRandom = (seed: string): (() => number) => {
  let [a, b, c, counter] = stateOf(seed)
  // Chris Doty-Humphrey's sfc32: small, fast, passes the usual batteries of tests.
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  // Seeds that differ in one letter start from states that differ in few bits: the first rounds mix them apart.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) next()
  // 53 bits, so that every double on a grid of 2^-53 can come: 32 would show in far tails.
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
}

const WARM_UP_ROUNDS = 16

/** A whole number from 0 to count - 1, each as likely as the others. */
export const pickIndex = (random: () => number, count: number): number => Math.floor(random() * count)

/** Four words of state from a string: two multiplicative hashes with different constants, each finished twice. */
const stateOf = (seed: string): [number, number, number, number] => {
  let first = 0x9e3779b9
  let second = 0x85ebca6b
  for (let index = 0; index < seed.length; index++) {
    const code = seed.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul((second << 5) ^ (second >>> 27) ^ code, 0xc2b2ae35)
  }
  return [scramble(first), scramble(second), scramble(first ^ 0x68bc21eb), 1 + (scramble(second ^ 0x02e5be93) >>> 1)]
}

const scramble = (word: number): number => {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
