import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRandom } from '../lib/stats/random.ts'
import { best, type Contender, pick, propensities } from './choose.ts'

const CONTENDER = fc
  .record({
    score: fc.double({ min: 1, max: 9, noNaN: true }),
    sessions: fc.nat(500),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ score, sessions, share }): Contender => ({ score, sessions, reward: sessions * share }))

test('propensities are a distribution in which everybody keeps a chance', () => {
  fc.assert(
    fc.property(fc.array(CONTENDER, { minLength: 1, maxLength: 6 }), (contenders) => {
      const all = propensities(contenders)
      assert.ok(Math.abs(all.reduce((sum, each) => sum + each, 0) - 1) < 1e-9)
      for (const each of all) assert.ok(each >= 0.1 / contenders.length - 1e-9, String(each))
    }),
  )
})

test('who is alone is given', () => {
  assert.deepEqual(propensities([{ score: 2, sessions: 0, reward: 0 }]), [1])
  assert.deepEqual(propensities([]), [])
})

test('of two that nobody has used, each is as likely', () => {
  const [a = 0, b = 0] = propensities([
    { score: 9, sessions: 0, reward: 0 },
    { score: 1, sessions: 0, reward: 0 },
  ])
  assert.ok(Math.abs(a - b) < 1e-9)
})

/** The probabilities that Thompson sampling has, counted by drawing from both distributions. */
const simulated = (a: Contender, b: Contender): number => {
  const random = createRandom('thompson')
  const mean = (a.reward + b.reward + 1) / (a.sessions + b.sessions + 2)
  const draw = ({ sessions, reward }: Contender): number => {
    const [x, y] = [gamma(2 * mean + reward), gamma(2 * (1 - mean) + sessions - reward)]
    return x / (x + y)
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  // Marsaglia and Tsang; below 1 by the power trick.
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * random() ** (1 / shape)
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }
  let wins = 0
  for (let round = 0; round < 20_000; round++) if (draw(a) > draw(b)) wins++
  return 0.9 * (wins / 20_000) + 0.05
}

test('the worked-out probability is that of sampling', () => {
  const cases: [Contender, Contender][] = [
    [
      { score: 1, sessions: 10, reward: 9 },
      { score: 1, sessions: 10, reward: 6 },
    ],
    [
      { score: 1, sessions: 0, reward: 0 },
      { score: 1, sessions: 40, reward: 39 },
    ],
    [
      { score: 1, sessions: 3, reward: 0 },
      { score: 1, sessions: 3, reward: 3 },
    ],
    [
      { score: 1, sessions: 200, reward: 180 },
      { score: 1, sessions: 200, reward: 178 },
    ],
  ]
  for (const [a, b] of cases) {
    const [probability = 0] = propensities([a, b])
    assert.ok(Math.abs(probability - simulated(a, b)) < 0.02, `${probability} ${simulated(a, b)}`)
  }
})

test('what earned more is given more often, and what is clearly worse hardly ever', () => {
  const [good = 0, bad = 0] = propensities([
    { score: 1, sessions: 100, reward: 95 },
    { score: 1, sessions: 100, reward: 60 },
  ])
  assert.ok(good > 0.94 && bad < 0.06)
})

test('a draw falls on each as often as its probability says', () => {
  const probabilities = [0.2, 0.5, 0.3]
  const counts = [0, 0, 0]
  for (let at = 0; at < 1_000; at++) counts[pick(probabilities, at / 1_000)]! += 1
  assert.deepEqual(counts, [200, 500, 300])
  assert.equal(pick(probabilities, 1 - 1e-16), 2)
})

test('where nothing may be drawn the best known is given, of equals the most relevant', () => {
  const unused: Contender = { score: 3, sessions: 0, reward: 0 }
  assert.equal(best([{ ...unused, score: 1 }, unused]), 1)
  assert.equal(best([unused, { score: 1, sessions: 20, reward: 19 }, { score: 2, sessions: 20, reward: 8 }]), 1)
  assert.equal(best([unused, unused]), 0)
})
