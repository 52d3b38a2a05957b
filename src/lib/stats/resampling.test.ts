import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ratioBootstrap } from './bootstrap.ts'
import { pairedPermutation, twoSamplePermutation } from './permutation.ts'

const seed = 'resampling'
const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 9 })

test('sign flips and divisions counted by hand', () => {
  assert.equal(pairedPermutation([1, 2, 3], { seed }), 2 / 8)
  assert.equal(pairedPermutation([1, 1, -1], { seed }), 1)
  assert.equal(pairedPermutation([], { seed }), 1)
  assert.equal(pairedPermutation([0, 0, 0], { seed }), 1)
  assert.equal(twoSamplePermutation([1, 2], [3, 4], { seed }), 2 / 6)
  assert.equal(twoSamplePermutation([1, 2], [3, 4], { seed, studentised: false }), 2 / 6)
  assert.equal(twoSamplePermutation([1], [], { seed }), 1)
  assert.equal(twoSamplePermutation([1, 1, 1], [0, 0, 0], { seed }), 2 / 20)
})

test('a p value that depends neither on order, nor on which group is first, nor on the seed when it is exact', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const p = twoSamplePermutation(a, b, { seed })
      assert.ok(p > 0 && p <= 1)
      assert.equal(twoSamplePermutation(b, a, { seed: 'other' }), p)
      assert.equal(twoSamplePermutation(a.toReversed(), b, { seed }), p)
      const flipped = pairedPermutation(a.map((value) => -value).toReversed(), { seed: 'other' })
      assert.equal(flipped, pairedPermutation(a, { seed }))
    }),
    { numRuns: 30 },
  )
})

test('many pairs: the same seed gives the same p, and never 0', () => {
  const differences = Array.from({ length: 60 }, (_, index) => 1 + (index % 3))
  assert.equal(pairedPermutation(differences, { seed, rounds: 999 }), 1 / 1000)
  const [a, b] = [differences.slice(0, 20), differences.slice(20)]
  assert.equal(twoSamplePermutation(a, b, { seed }), twoSamplePermutation(a, b, { seed }))
})

test('unequal spread does not break the level of the studentised test', () => {
  // Ten values that vary and fifty that hardly do: exchanging members makes a plain difference look too large or too small.
  const wide = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? 10 : -9.2))
  const narrow = Array.from({ length: 60 }, (_, index) => (index % 2) / 10)
  const [plain, studentised] = [false, true].map((choice) =>
    twoSamplePermutation(wide, narrow, { seed, studentised: choice, rounds: 2000 }),
  )
  assert.ok(plain !== undefined && studentised !== undefined && studentised > 0.5 && plain < studentised)
})

const clusters = fc.array(fc.record({ x: fc.integer({ min: 0, max: 9 }), n: fc.integer({ min: 9, max: 60 }) }), {
  minLength: 2,
  maxLength: 25,
})

test('bootstrap: the interval holds the estimate', () => {
  fc.assert(
    fc.property(clusters, fc.constantFrom('percentile' as const, 'bca' as const), (list, method) => {
      const options = { seed, rounds: 60, method }
      const fast = ratioBootstrap(list, options)
      assert.ok(fast.low <= fast.estimate && fast.estimate <= fast.high && fast.n === list.length)
    }),
  )
})

test('bootstrap: one cluster says nothing about the spread', () => {
  const { estimate, low, high } = ratioBootstrap([{ x: 1, n: 4 }], { seed })
  assert.deepEqual({ estimate, low, high }, { estimate: 0.25, low: -Infinity, high: Infinity })
})

test('bootstrap: of a mean it comes near the interval of Student', () => {
  const list = Array.from({ length: 40 }, (_, index) => ({ x: (index * 7) % 40, n: 1 }))
  const { low, high } = ratioBootstrap(list, { seed, rounds: 4000 })
  // Mean 19.5, standard error 1.848, t 2.023.
  assert.ok(Math.abs(low - 15.76) < 0.35 && Math.abs(high - 23.24) < 0.35, `${low} ${high}`)
})
