import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRandom, pickIndex } from './random.ts'

test('the same seed gives the same numbers, here and on every machine', () => {
  const random = createRandom('warm')
  assert.deepEqual(
    [random(), random(), random()].map((value) => value.toFixed(12)),
    ['0.151423253767', '0.033568203176', '0.030961324758'],
  )
})

test('seeds that differ in one letter share no numbers', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const [a, b] = [createRandom(`${seed}1`), createRandom(`${seed}2`)]
      assert.notEqual(a(), b())
      assert.notEqual(a(), b())
    }),
  )
})

test('numbers stay in [0, 1) and indices in range, each about as often', () => {
  const random = createRandom('range')
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (let round = 0; round < 70_000; round++) {
    const index = pickIndex(random, counts.length)
    counts[index] = (counts[index] ?? Number.NaN) + 1
  }
  // Standard deviation 93: five of them.
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 465, `${count}`)
})
