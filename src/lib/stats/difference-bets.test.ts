import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pairedCells } from '../../../tests/support/paired-cells.ts'
import { differenceCells, differenceEvidence, differenceInterval } from './difference-bets.ts'
import { createRandom } from './random.ts'
import { logGamma } from './saddle-point.ts'

/** Every world of wins and losses, with the mean that the bets are against. */
const WORLDS = [
  [0.3, 0.1],
  [0.15, 0.15],
  [0.05, 0.6],
] as const

test('under the true difference the mean evidence is exactly 1, over all histories of up to 12 pairs', () => {
  for (const [win, loss] of WORLDS)
    for (let n = 1; n <= 12; n++) {
      let mean = 0
      for (let wins = 0; wins <= n; wins++)
        for (let losses = 0; wins + losses <= n; losses++) {
          const ties = n - wins - losses
          const ways = Math.exp(
            logGamma(n + 1) -
              logGamma(wins + 1) -
              logGamma(losses + 1) -
              logGamma(ties + 1) +
              wins * Math.log(win) +
              losses * Math.log(loss) +
              ties * Math.log(1 - win - loss),
          )
          mean += ways * Math.exp(differenceEvidence(pairedCells({ wins, losses, ties }), win - loss))
        }
      assert.ok(Math.abs(mean - 1) < 1e-12, `${win} ${loss} ${n}: ${mean}`)
    }
})

test('where arms differ, the evidence against 0 lies within 15 % of the beta form of a sequential McNemar test', () => {
  const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)
  for (const [wins, losses] of [
    [10, 2],
    [25, 10],
    [40, 20],
    [18, 6],
  ] as const) {
    const beta = (wins + losses) * Math.LN2 + logBeta(0.5 + wins, 0.5 + losses) - logBeta(0.5, 0.5)
    const ours = differenceEvidence(pairedCells({ wins, losses, ties: 20 }), 0)
    const ratio = Math.exp(ours - beta)
    assert.ok(ratio > 0.85 && ratio < 1.15, `${wins} ${losses}: ${Math.exp(ours)} against ${Math.exp(beta)}`)
  }
})

const difference = fc.oneof(fc.constantFrom(-1, 0, 1), fc.double({ min: -1, max: 1, noNaN: true }))

test('the order of pairs changes nothing', () => {
  fc.assert(
    fc.property(fc.array(difference, { minLength: 1, maxLength: 60 }), (differences) => {
      const [one, other] = [differences, differences.toReversed()].map((each) =>
        differenceInterval(differenceCells(each)),
      )
      assert.deepEqual(one, other)
    }),
  )
})

test('the interval holds its estimate, leaves 0 out exactly where the evidence says so, and mirrors with its arms', () => {
  fc.assert(
    fc.property(fc.array(difference, { maxLength: 80 }), fc.constantFrom(0.05, 0.01), (differences, alpha) => {
      const { estimate, low, high, logEvidence } = differenceInterval(differenceCells(differences), alpha)
      assert.ok(-1 <= low && low <= estimate && estimate <= high && high <= 1)
      const isOut = low > 0 || high < 0
      if (Math.abs(logEvidence - Math.log(1 / alpha)) > 1e-6) assert.equal(isOut, logEvidence > Math.log(1 / alpha))
      const mirrored = differenceInterval(differenceCells(differences.map((each) => -each)), alpha)
      assert.ok(Math.abs(mirrored.low + high) < 1e-7 && Math.abs(mirrored.high + low) < 1e-7)
    }),
  )
})

test('three counts and single pairs give the same interval', () => {
  const single = [...Array<number>(9).fill(1), ...Array<number>(4).fill(-1), ...Array<number>(30).fill(0)]
  assert.deepEqual(
    differenceInterval(differenceCells(single)),
    differenceInterval(differenceCells(single.toReversed())),
  )
  const counted = differenceInterval(pairedCells({ wins: 9, losses: 4, ties: 30 }))
  assert.ok(Math.abs(counted.low - differenceInterval(differenceCells(single)).low) < 1e-9)
})

test('without pairs anything is possible', () => {
  assert.deepEqual(differenceInterval([]), { estimate: 0, low: -1, high: 1, n: 0, logEvidence: 0 })
})

test('looked at after every second pair, it ever misses in at most 5 % of histories', () => {
  const histories = 400
  for (const [win, loss] of [
    [0.3, 0.1],
    [0.15, 0.15],
    [0.05, 0.05],
    [0.1, 0.2],
  ] as const) {
    const random = createRandom(`pairs ${win} ${loss}`)
    let missed = 0
    for (let history = 0; history < histories; history++) {
      const counts = { wins: 0, losses: 0, ties: 0 }
      for (let pair = 1; pair <= 200; pair++) {
        const drawn = random()
        counts[drawn < win ? 'wins' : drawn < win + loss ? 'losses' : 'ties']++
        // Evidence against the truth decides whether the interval holds it, without looking for its ends.
        if (pair % 2 === 0 && differenceEvidence(pairedCells(counts), win - loss) >= Math.log(20)) {
          missed++
          break
        }
      }
    }
    // 5 % and three standard errors.
    assert.ok(missed / histories <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / histories), `${win} ${loss}: ${missed}`)
  }
})
