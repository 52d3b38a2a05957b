import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newcombe, newcombePaired } from './newcombe.ts'

test('the examples of the paper that introduced it', () => {
  const rounded = (a: [number, number], b: [number, number]): string[] => {
    const { low, high } = newcombe({ x: a[0], n: a[1] }, { x: b[0], n: b[1] })
    return [low, high].map((value) => value.toFixed(4))
  }
  assert.deepEqual(rounded([56, 70], [48, 80]), ['0.0524', '0.3339'])
  assert.deepEqual(rounded([9, 10], [3, 10]), ['0.1705', '0.8090'])
  assert.deepEqual(rounded([10, 10], [0, 20]), ['0.6791', '1.0000'])
})

const count = fc.integer({ min: 0, max: 300 })

test('it holds the difference, turns its sign with the groups and is never of zero width', () => {
  fc.assert(
    fc.property(count, count, count, count, (a, b, c, d) => {
      const [first, second] = [
        { x: a, n: a + b + 1 },
        { x: c, n: c + d + 1 },
      ]
      const [forth, back] = [newcombe(first, second), newcombe(second, first)]
      assert.ok(-1 <= forth.low && forth.low <= forth.estimate && forth.estimate <= forth.high && forth.high <= 1)
      assert.ok(forth.low < forth.high)
      assert.ok(Math.abs(forth.low + back.high) < 1e-12 && forth.n === first.n + second.n)
    }),
  )
})

test('pairs: it holds the difference, turns its sign, and likeness of the pairs narrows it', () => {
  fc.assert(
    fc.property(count, count, count, count, (both, onlyA, onlyB, neither) => {
      const counts = { both: both + 1, onlyA, onlyB, neither }
      const { estimate, low, high, n } = newcombePaired(counts)
      assert.ok(low <= estimate && estimate <= high && n === both + onlyA + onlyB + neither + 1)
      const mirrored = newcombePaired({ ...counts, onlyA: onlyB, onlyB: onlyA })
      assert.ok(Math.abs(low + mirrored.high) < 1e-12)
    }),
  )
  const alike = newcombePaired({ both: 40, onlyA: 5, onlyB: 5, neither: 40 })
  const unrelated = newcombe({ x: 45, n: 90 }, { x: 45, n: 90 })
  assert.ok(alike.high - alike.low < (unrelated.high - unrelated.low) / 1.5)
})
