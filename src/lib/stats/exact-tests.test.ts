import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fisherExact } from './fisher.ts'
import { holm } from './holm.ts'
import { mcnemarExact } from './mcnemar.ts'

const near = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) < 1e-12, `${value} is not ${expected}`)
const count = fc.integer({ min: 0, max: 200 })

test('Fisher: the lady tasting tea, and tables that cannot be otherwise', () => {
  near(fisherExact(3, 1, 1, 3), 34 / 70)
  near(fisherExact(4, 0, 0, 4), 2 / 70)
  assert.equal(fisherExact(0, 0, 3, 5), 1)
  assert.equal(fisherExact(0, 0, 0, 0), 1)
})

test('Fisher: a p value, the same for rows and columns exchanged', () => {
  fc.assert(
    fc.property(count, count, count, count, (a, b, c, d) => {
      const p = fisherExact(a, b, c, d)
      assert.ok(p > 0 && p <= 1)
      for (const other of [fisherExact(c, d, a, b), fisherExact(b, a, d, c), fisherExact(a, c, b, d)])
        assert.ok(Math.abs(other - p) < 1e-9, `${p} ${other}`)
    }),
  )
})

test('Fisher: counts of 1e5 neither overflow nor vanish', () => {
  assert.equal(fisherExact(1e5, 1e5, 1e5, 1e5), 1)
  const p = fisherExact(50_000, 50_000, 50_400, 49_600)
  assert.ok(p > 0.05 && p < 0.1, `${p}`)
  assert.ok(fisherExact(1e5, 0, 0, 1e5) < 1e-300)
})

test('McNemar by counting coin tosses', () => {
  near(mcnemarExact(1, 9), (2 * 11) / 1024)
  assert.deepEqual([mcnemarExact(0, 0), mcnemarExact(4, 4)], [1, 1])
})

test('McNemar: a p value, the same for the arms exchanged', () => {
  fc.assert(
    fc.property(count, count, (b, c) => {
      const exact = mcnemarExact(b, c)
      assert.ok(exact > 0 && exact <= 1)
      assert.equal(mcnemarExact(c, b), exact)
    }),
  )
})

test('Holm: the smallest times all of them, the next times one less, never falling', () => {
  assert.deepEqual(
    holm([0.01, 0.04, 0.03, 0.005]).map((p) => p.toFixed(3)),
    ['0.030', '0.060', '0.060', '0.020'],
  )
  assert.deepEqual(holm([]), [])
  assert.deepEqual(holm([0.9, 0.8]), [1, 1])
})

test('Holm: between the p value and Bonferroni, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (ps) => {
      const adjusted = holm(ps)
      for (const [index, p] of ps.entries()) {
        const value = adjusted[index] ?? Number.NaN
        assert.ok(value >= p && value <= Math.min(1, p * ps.length + 1e-12))
      }
      assert.deepEqual(holm(ps.toReversed()).toReversed(), adjusted)
    }),
  )
})
