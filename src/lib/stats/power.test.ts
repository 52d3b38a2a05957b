import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { designEffect } from './cluster-effect.ts'
import {
  callsNeeded,
  detectablePairedDifference,
  detectableRate,
  pairsNeeded,
  powerOfCalls,
  powerOfPairs,
} from './power.ts'

test('9.0 % against 5.7 %: calls if independent', () => {
  assert.equal(callsNeeded(0.09, 0.057), 981)
})

test('ten points of difference: pairs by their disagreement, or an arm without pairing', () => {
  assert.deepEqual([pairsNeeded(0.1, 0.2), pairsNeeded(0.1, 0.3), callsNeeded(0.3, 0.4)], [155, 234, 356])
  assert.deepEqual([pairsNeeded(0.05, 0.2), pairsNeeded(0.05, 0.3)], [626, 940])
})

const rate = fc.double({ min: 0.02, max: 0.98, noNaN: true })

test('so many calls have the power that was asked for, and one less has not', () => {
  fc.assert(
    fc.property(rate, rate, fc.double({ min: 0, max: 0.3, noNaN: true }), (p1, p2, icc) => {
      fc.pre(Math.abs(p1 - p2) > 0.02)
      const cluster = { icc, callsPerSession: 25, sizeSpread: 0.5 }
      const calls = callsNeeded(p1, p2, cluster)
      assert.ok(powerOfCalls(p1, p2, { calls, ...cluster }) >= 0.8 - 1e-9)
      assert.ok(powerOfCalls(p1, p2, { calls: calls - 1, ...cluster }) <= 0.8 + 1e-9)
    }),
  )
})

test('the detectable rate is the one that so many calls can just tell', () => {
  for (const direction of [1, -1] as const) {
    const found = detectableRate(0.09, { calls: 981, direction }) ?? assert.fail()
    assert.ok(Math.abs(powerOfCalls(0.09, found, { calls: 981 }) - 0.8) < 1e-9)
    assert.ok(direction * (found - 0.09) > 0)
  }
  assert.equal(detectableRate(0.05, { calls: 20, direction: -1 }), null)
})

test('pairs: power rises with their number, and the detectable difference falls', () => {
  assert.ok(powerOfPairs(0.1, 0.2, { pairs: 155 }) >= 0.8 && powerOfPairs(0.1, 0.2, { pairs: 154 }) < 0.8)
  const [few, many] = [100, 400].map((pairs) => detectablePairedDifference(0.3, { pairs }) ?? assert.fail())
  assert.ok(few !== undefined && many !== undefined && many < few && many > few / 2.2)
  assert.equal(detectablePairedDifference(0.1, { pairs: 5 }), null)
})

test('design effect: none for single calls, more for unequal sessions', () => {
  assert.equal(designEffect(0.1, 1), 1)
  assert.ok(Math.abs(designEffect(0.1, 30) - 3.9) < 1e-12)
  assert.ok(Math.abs(designEffect(0.1, 30, 1) - 6.9) < 1e-12)
})
