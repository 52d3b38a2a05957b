import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConfidenceSequence } from './always-valid.ts'
import { createDifferenceSequence, createDifferenceTest } from './arm-difference.ts'
import { createRandom } from './random.ts'

const outcome = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))

test('before the first outcome anything is possible', () => {
  assert.deepEqual(createConfidenceSequence().interval(), { estimate: 0.5, low: 0, high: 1, n: 0 })
  assert.deepEqual(createDifferenceSequence().interval(), { estimate: 0, low: -1, high: 1, n: 0 })
})

test('the interval only ever shrinks, and holds its estimate', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 80 }), (outcomes) => {
      const sequence = createConfidenceSequence({ resolution: 100 })
      let before = sequence.interval()
      for (const [index, x] of outcomes.entries()) {
        sequence.add(x)
        const now = sequence.interval()
        assert.ok(
          before.low <= now.low && now.low <= now.estimate && now.estimate <= now.high && now.high <= before.high,
        )
        assert.equal(now.n, index + 1)
        before = now
      }
    }),
  )
})

test('exchanging ok and error mirrors the interval', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 60 }), (outcomes) => {
      const [one, other] = [createConfidenceSequence({ resolution: 64 }), createConfidenceSequence({ resolution: 64 })]
      for (const x of outcomes) {
        one.add(x)
        other.add(1 - x)
      }
      assert.ok(Math.abs(one.interval().low - (1 - other.interval().high)) <= 1 / 64 + 1e-12)
    }),
  )
})

test('watched after every outcome, it misses the truth in fewer than five of a hundred histories', () => {
  const random = createRandom('histories')
  let missed = 0
  for (let history = 0; history < 200; history++) {
    const sequence = createConfidenceSequence({ resolution: 100 })
    let isMissed = false
    for (let step = 0; step < 200; step++) {
      sequence.add(random() < 0.2 ? 1 : 0)
      const { low, high } = sequence.interval()
      isMissed ||= low > 0.2 || high < 0.2
    }
    if (isMissed) missed++
  }
  assert.ok(missed <= 10, `${missed} of 200`)
})

test('a thousand outcomes make it narrow', () => {
  const [random, sequence] = [createRandom('narrow'), createConfidenceSequence()]
  for (let step = 0; step < 1000; step++) sequence.add(random() < 0.08 ? 1 : 0)
  const { low, high } = sequence.interval()
  assert.ok(low < 0.08 && high > 0.08 && high - low < 0.09, `${low} ${high}`)
})

test('a drift that leaves no candidate ends in a point, not in an error', () => {
  const sequence = createConfidenceSequence({ resolution: 50 })
  for (let step = 0; step < 400; step++) sequence.add(step < 200 ? 0 : 1)
  const { estimate, low, high } = sequence.interval()
  assert.ok(low <= estimate && estimate <= high)
})

test('arms that arrive in turns are paired in order of arrival', () => {
  const [turns, pairs] = [createDifferenceSequence(), createDifferenceSequence()]
  for (const x of [1, 0, 1, 1]) turns.add('a', x)
  for (const x of [0, 0, 1]) turns.add('b', x)
  pairs.addPair(1, 0)
  pairs.addPair(0, 0)
  pairs.addPair(1, 1)
  assert.deepEqual(turns.interval(), pairs.interval())
  assert.equal(turns.eValue(), pairs.eValue())
})

test('evidence grows for a better arm and stays small for an equal one', () => {
  const random = createRandom('arms')
  const [better, equal] = [createDifferenceSequence({ resolution: 200 }), createDifferenceSequence({ resolution: 200 })]
  for (let step = 0; step < 300; step++) {
    better.addPair(random() < 0.9 ? 1 : 0, random() < 0.6 ? 1 : 0)
    equal.addPair(random() < 0.7 ? 1 : 0, random() < 0.7 ? 1 : 0)
  }
  assert.ok(better.eValue() > 20 && better.interval().low > 0)
  assert.ok(equal.eValue() < 20 && equal.interval().low < 0 && equal.interval().high > 0)
})

test('the first difference cannot be bet on, and evidence is never negative', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }),
      (differences) => {
        const sequential = createDifferenceTest()
        sequential.add(differences[0] ?? 0)
        assert.equal(sequential.eValue(), 1)
        for (const difference of differences) sequential.add(difference)
        assert.ok(sequential.eValue() >= 0 && sequential.pValue() > 0 && sequential.pValue() <= 1)
      },
    ),
  )
})
