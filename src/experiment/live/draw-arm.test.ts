import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declare, trialOf } from '../../../tests/support/trials.ts'
import { createRandom } from '../../lib/stats/random.ts'
import type { ArmOfExperiment } from '../../schema/experiment.ts'
import { analysePrimary } from '../primary.ts'
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
      const { arm, propensity } = drawArm(arms, { experiment: 'e', sessionKey: `s-${index}` })
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

test('without a stratum a restart keeps the arm, the order of sessions plays no part, and another experiment draws anew', () => {
  const arms = armsOf([0.5, 0.5])
  const of = (experiment: string) =>
    Array.from({ length: 100 }, (_, index) => drawArm(arms, { experiment, sessionKey: `s-${index}` }).arm).join()
  assert.equal(of('e'), of('e'))
  assert.notEqual(of('e'), of('f'))
})

/** Draws sessions one after the other, each in its stratum, as a store would. */
const drawInStrata = (arms: readonly ArmOfExperiment[], experiment: string, strata: readonly number[]) => {
  const counts = new Map<number, Map<string, number>>()
  return strata.map((stratum, index) => {
    const own = counts.get(stratum) ?? new Map<string, number>()
    const { arm, propensity } = drawArm(arms, { experiment, sessionKey: `s-${index}`, counts: own })
    const before = new Map(own)
    counts.set(stratum, own.set(arm, (own.get(arm) ?? 0) + 1))
    return { stratum, arm, propensity: propensity ?? Number.NaN, before }
  })
}

test('in every stratum arms have their shares at any time, whatever the order in which sessions of the strata come', () => {
  const plan = fc.record({
    experiment: fc.string(),
    shares: fc.constantFrom([0.5, 0.5], [0.2, 0.8], [0.25, 0.25, 0.5]),
    strata: fc.array(fc.nat(3), { minLength: 50, maxLength: 300 }),
  })
  fc.assert(
    fc.property(plan, ({ experiment, shares, strata }) => {
      const arms = armsOf(shares)
      for (const { before } of drawInStrata(arms, experiment, strata)) {
        const all = [...before.values()].reduce((sum, n) => sum + n, 0)
        // A fair coin is further off than this in most histories of a hundred sessions.
        for (const { name, share } of arms)
          assert.ok(
            Math.abs((before.get(name) ?? 0) - (share ?? 0) * all) <= 10,
            `${name}: ${before.get(name)} of ${all}`,
          )
      }
    }),
  )
})

test('the probability that is written down is that of the draw: neither certain nor other than drawn', () => {
  const arms = armsOf([0.5, 0.5])
  const drawn = Array.from({ length: 400 }, (_, index) =>
    drawInStrata(arms, `calibrated ${index}`, Array<number>(20).fill(0)),
  ).flat()
  const chances = Map.groupBy(drawn, ({ arm, propensity }) =>
    (arm === 'arm-0' ? propensity : 1 - propensity).toFixed(3),
  )
  assert.deepEqual([...chances.keys()].toSorted(), ['0.333', '0.500', '0.667'])
  for (const [chance, own] of chances) {
    const seen = own.filter(({ arm }) => arm === 'arm-0').length / own.length
    assert.ok(Math.abs(seen - Number(chance)) < 4 * Math.sqrt(0.25 / own.length), `${chance}: ${seen} of ${own.length}`)
  }
})

test('drawn so, effects are still found as they are: intervals that may be looked at miss in 5 of 100 histories at most', () => {
  const rounds = 200
  let [missed, sum] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const random = createRandom(`balanced ${round}`)
    // A hard and an easy stratum, and an arm that helps in the easy one alone: 0.15 on average.
    const strata = Array.from({ length: 240 }, () => Number(random() < 0.5))
    const trials = drawInStrata(armsOf([0.5, 0.5]), `balanced ${round}`, strata).map(
      ({ stratum, arm, propensity }, index) =>
        trialOf({
          task: `session-${String(index).padStart(3, '0')}`,
          arm,
          propensity,
          end: random() < (stratum === 1 ? 0.3 : 0.6) + (stratum === 0 && arm === 'arm-1' ? 0.3 : 0) ? 'pass' : 'fail',
          taskType: String(stratum),
          startedAt: index + 1,
        }),
    )
    const declaration = declare({ design: 'live', arms: armsOf([0.5, 0.5]) })
    const looks = [80, 120, 160, 200, 240].map((n) => analysePrimary(declaration, trials.slice(0, n))[0]?.effect)
    if (looks.some((effect) => (effect?.alwaysValid?.low ?? -1) > 0.15 || (effect?.alwaysValid?.high ?? 1) < 0.15))
      missed++
    sum += looks.at(-1)?.estimate ?? Number.NaN
  }
  assert.ok(missed / rounds <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds), `${missed} of ${rounds}`)
  assert.ok(Math.abs(sum / rounds - 0.15) < 4 * Math.sqrt(1 / (240 * rounds)), `mean ${sum / rounds}`)
})

test('with three arms each comparison uses the probabilities of the draws, and sessions of the third arm do not move it', () => {
  const rounds = 150
  const arms = armsOf([1 / 3, 1 / 3, 1 / 3])
  const sums = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const random = createRandom(`three ${round}`)
    const strata = Array.from({ length: 240 }, () => Number(random() < 0.5))
    const trials = drawInStrata(arms, `three ${round}`, strata).map(({ stratum, arm, propensity }, index) =>
      trialOf({
        task: `session-${String(index).padStart(3, '0')}`,
        arm,
        propensity,
        end: random() < 0.3 + 0.3 * stratum + { 'arm-0': 0, 'arm-1': 0.2, 'arm-2': -0.1 }[arm]! ? 'pass' : 'fail',
        taskType: String(stratum),
        startedAt: index + 1,
      }),
    )
    const found = analysePrimary(declare({ design: 'live', arms }), trials)
    for (const [at, { effect }] of found.entries()) sums[at] = (sums[at] ?? 0) + (effect.estimate ?? Number.NaN)
    assert.equal(found[0]?.effect.n, trials.filter(({ arm }) => arm !== 'arm-2').length)
  }
  assert.ok(Math.abs((sums[0] ?? 0) / rounds - 0.2) < 0.02, `${sums[0]}`)
  assert.ok(Math.abs((sums[1] ?? 0) / rounds + 0.1) < 0.02, `${sums[1]}`)
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
