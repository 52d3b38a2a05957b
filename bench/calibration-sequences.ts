import { adjustedScores, asymptoticSequence } from '../src/lib/stats/asymptotic-sequence.ts'
import { differenceEvidence, differenceInterval } from '../src/lib/stats/difference-bets.ts'
import { pairedCells } from '../tests/support/paired-cells.ts'
import { createRandom } from '../src/lib/stats/random.ts'
import { wilson } from '../src/lib/stats/wilson.ts'
import { report } from './measure.ts'

const HISTORIES = 4_000
const PAIRS = 400

/** Shares of pairs that only one of the two arms wins. */
const WORLDS: readonly (readonly [win: number, loss: number])[] = [
  [0.3, 0.1],
  [0.2, 0.1],
  [0.15, 0.15],
  [0.05, 0.05],
  [0.1, 0.2],
]

/** Always-valid intervals, looked at all the time: a history in which the truth is ever outside is a miss. */
export const benchSequences = (): void => {
  const error = 100 * Math.sqrt((0.05 * 0.95) / HISTORIES)
  process.stdout.write(
    `\nPeeking after every second of ${PAIRS} pairs; ${HISTORIES} histories, standard error at 5 %: ${error.toFixed(2)} %\n`,
  )
  for (const world of WORLDS)
    report(
      `mixture of bets, wins ${world[0]}, losses ${world[1]}: ever misses`,
      everMisses(world),
      5,
      '%',
      widthNote(world),
    )
  for (const share of [0.5, 0.8, 0.9])
    report(
      `AIPW scores, ${share} warm, no effect: ever misses`,
      everMissesDrawn(share),
      5,
      '%',
      `${HISTORIES / 4} histories`,
    )
  report(
    'Wilson, rate 0.3: ever misses',
    everMissesWilson(),
    undefined,
    '%',
    'what peeking does to an ordinary interval',
  )
}

const share = (count: number, isMissed: () => boolean): number => {
  let missed = 0
  for (let history = 0; history < count; history++) if (isMissed()) missed++
  return (100 * missed) / count
}

const everMisses = ([win, loss]: readonly [number, number]): number => {
  const random = createRandom(`sequence ${win} ${loss}`)
  return share(HISTORIES, () => {
    const counts = { wins: 0, losses: 0, ties: 0 }
    for (let pair = 1; pair <= PAIRS; pair++) {
      const drawn = random()
      counts[drawn < win ? 'wins' : drawn < win + loss ? 'losses' : 'ties']++
      if (pair % 2 === 0 && differenceEvidence(pairedCells(counts), win - loss) >= Math.log(20)) return true
    }
    return false
  })
}

const widthNote = ([win, loss]: readonly [number, number]): string => {
  const [wins, losses] = [PAIRS * win, PAIRS * loss]
  const { low, high } = differenceInterval(pairedCells({ wins, losses, ties: PAIRS - wins - losses }))
  const fixed = 2 * 1.96 * Math.sqrt((win + loss - (win - loss) ** 2) / PAIRS)
  return `width at the end ${((high - low) / fixed).toFixed(2)} x Wald`
}

/** 900 sessions, a look after every ten, from 30 in each arm on. */
const everMissesDrawn = (warm: number): number => {
  const random = createRandom(`drawn ${warm}`)
  return share(HISTORIES / 4, () => {
    const sessions = Array.from({ length: 900 }, () => ({
      isGiven: random() < warm,
      probability: warm,
      value: random() < 0.6 ? 1 : 0,
    }))
    const scores = adjustedScores(sessions, { pretended: 0.5 }) ?? []
    const arms = { given: 0, withheld: 0 }
    return sessions.some(({ isGiven }, index) => {
      arms[isGiven ? 'given' : 'withheld']++
      if (index % 10 !== 9 || Math.min(arms.given, arms.withheld) < 30) return false
      const found = asymptoticSequence(scores.slice(0, index + 1))
      return found !== null && (found.low > 0 || found.high < 0)
    })
  })
}

const everMissesWilson = (): number => {
  const random = createRandom('peeking')
  return share(HISTORIES, () => {
    let errors = 0
    for (let n = 1; n <= 1_000; n++) {
      errors += random() < 0.3 ? 1 : 0
      // Nobody looks at the first few.
      if (n < 30) continue
      const { low, high } = wilson(errors, n)
      if (low > 0.3 || high < 0.3) return true
    }
    return false
  })
}
