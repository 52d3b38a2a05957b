import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ArmOfExperiment } from '../schema/experiment.ts'
import { armAfterVerdict, drawArm, phaseArm } from './draw-arm.ts'

const armsOf = (shares: readonly number[]): ArmOfExperiment[] =>
  shares.map((share, index) => ({ name: `arm-${index}`, treatment: { kind: 'cold' }, share }))

const N = 6_000

test('arms are drawn as often as declared, with the probability that they have', () => {
  for (const shares of [
    [0.5, 0.5],
    [0.2, 0.8],
    [0.25, 0.25, 0.5],
  ]) {
    const arms = armsOf(shares)
    const counts = new Map<string, number>()
    for (let index = 0; index < N; index++) {
      const { arm, propensity } = drawArm(arms, 'e', `s-${index}`)
      counts.set(arm, (counts.get(arm) ?? 0) + 1)
      assert.ok(Math.abs((propensity ?? 0) - (arms.find(({ name }) => name === arm)?.share ?? 1)) < 1e-12)
    }
    // Four standard errors at most.
    for (const { name, share } of arms)
      assert.ok(
        Math.abs((counts.get(name) ?? 0) / N - (share ?? 0)) < 4 * Math.sqrt(0.25 / N),
        `${shares.join()} ${name}`,
      )
  }
})

test('a restart keeps the arm, and another experiment draws anew', () => {
  const arms = armsOf([0.5, 0.5])
  const of = (experiment: string) =>
    Array.from({ length: 100 }, (_, index) => drawArm(arms, experiment, `s-${index}`).arm).join()
  assert.equal(of('e'), of('e'))
  assert.notEqual(of('e'), of('f'))
})

test('phases of a reversal take turns, two of them are a cycle', () => {
  const drawn = Array.from({ length: 12 }, (_, before) =>
    phaseArm({ arms: armsOf([0.5, 0.5]), seed: 3 }, { before, phaseSessions: 2 }),
  )
  assert.deepEqual(
    drawn.map(({ repeat }) => repeat),
    [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3],
  )
  const names = drawn.map(({ arm }) => arm)
  assert.deepEqual(names.slice(0, 4), names.slice(4, 8))
  assert.notEqual(names[1], names[2])
})

test('after a verdict what helps is given to most, and what does not to none', () => {
  const arms = armsOf([0.5, 0.5])
  const after = (verdict: 'helps' | 'hurts') =>
    Array.from({ length: 500 }, (_, index) =>
      armAfterVerdict(arms, { experiment: 'e', sessionKey: `s-${index}`, verdict }),
    )
  assert.ok(after('hurts').every((arm) => arm === 'arm-0'))
  const given = after('helps').filter((arm) => arm === 'arm-1').length
  assert.ok(given > 400 && given < 490)
})
