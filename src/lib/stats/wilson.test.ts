import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wilson } from './wilson.ts'

const share = fc
  .integer({ min: 1, max: 5000 })
  .chain((n) => fc.record({ n: fc.constant(n), x: fc.integer({ min: 0, max: n }) }))

test('intervals of the textbook', () => {
  const rounded = ([x, n]: readonly [number, number]): string[] => {
    const { rate, low, high } = wilson(x, n)
    return [rate, low, high].map((value) => value.toFixed(4))
  }
  assert.deepEqual(rounded([0, 10]), ['0.0000', '0.0000', '0.2775'])
  assert.deepEqual(rounded([5, 10]), ['0.5000', '0.2366', '0.7634'])
  assert.deepEqual(rounded([1, 1]), ['1.0000', '0.2065', '1.0000'])
  assert.deepEqual(rounded([81, 263]), ['0.3080', '0.2553', '0.3662'])
})

test('no trials is a mistake of the caller', () => {
  assert.throws(() => wilson(0, 0), RangeError)
})

test('the interval holds the rate, stays in [0, 1] and has a width', () => {
  fc.assert(
    fc.property(share, ({ x, n }) => {
      const { rate, low, high } = wilson(x, n)
      assert.ok(0 <= low && low <= rate && rate <= high && high <= 1 && low < high)
    }),
  )
})

test('more trials at the same rate narrow it, more confidence widens it, failures mirror it', () => {
  fc.assert(
    fc.property(share, ({ x, n }) => {
      const { low, high } = wilson(x, n)
      const [more, surer, mirrored] = [wilson(3 * x, 3 * n), wilson(x, n, 0.99), wilson(n - x, n)]
      assert.ok(more.high - more.low < high - low)
      assert.ok(surer.low <= low && high <= surer.high)
      assert.ok(Math.abs(mirrored.low - (1 - high)) < 1e-12 && Math.abs(mirrored.high - (1 - low)) < 1e-12)
    }),
  )
})
