import { createConfidenceSequence } from '../src/lib/stats/always-valid.ts'
import { createDifferenceSequence, createDifferenceTest } from '../src/lib/stats/arm-difference.ts'
import { createRandom } from '../src/lib/stats/random.ts'
import { wilson } from '../src/lib/stats/wilson.ts'
import { report } from './measure.ts'

const HISTORIES = 4_000
const OUTCOMES = 1_000

/** Always-valid intervals, looked at after every outcome: a history in which the truth is ever outside is a miss. */
export const benchSequences = (): void => {
  const error = 100 * Math.sqrt((0.05 * 0.95) / HISTORIES)
  process.stdout.write(
    `\nPeeking after each of ${OUTCOMES} outcomes; ${HISTORIES} histories, standard error at 5 %: ${error.toFixed(2)} %\n`,
  )
  for (const rate of [0.02, 0.08, 0.3, 0.5])
    report(`always-valid interval, rate ${rate}: ever misses`, everMisses(rate), 5, '%', widthNote(rate))
  report('always-valid difference of two arms: ever misses', everMissesDifference(), 5, '%')
  report('e-value above 20 for arms that are equal', everAlarms(), 5, '%')
  report(
    'Wilson, rate 0.3: ever misses',
    everMissesWilson(),
    undefined,
    '%',
    'what peeking does to an ordinary interval',
  )
}

const share = (isMissed: (history: number) => boolean): number => {
  let missed = 0
  for (let history = 0; history < HISTORIES; history++) if (isMissed(history)) missed++
  return (100 * missed) / HISTORIES
}

const everMisses = (rate: number): number => {
  const random = createRandom(`sequence ${rate}`)
  return share(() => {
    const sequence = createConfidenceSequence()
    for (let step = 0; step < OUTCOMES; step++) {
      sequence.add(random() < rate ? 1 : 0)
      const { low, high } = sequence.interval()
      if (rate < low || rate > high) return true
    }
    return false
  })
}

const widthNote = (rate: number): string => {
  const random = createRandom(`width ${rate}`)
  const sequence = createConfidenceSequence()
  let errors = 0
  for (let step = 0; step < OUTCOMES; step++) {
    const outcome = random() < rate ? 1 : 0
    errors += outcome
    sequence.add(outcome)
  }
  const [ours, fixed] = [sequence.interval(), wilson(errors, OUTCOMES)]
  return `width at the end ${((ours.high - ours.low) / (fixed.high - fixed.low)).toFixed(2)} x Wilson`
}

const everMissesDifference = (): number => {
  const random = createRandom('difference')
  return share(() => {
    const sequence = createDifferenceSequence()
    for (let step = 0; step < OUTCOMES / 2; step++) {
      sequence.addPair(random() < 0.3 ? 1 : 0, random() < 0.2 ? 1 : 0)
      const { low, high } = sequence.interval()
      if (low > 0.1 || high < 0.1) return true
    }
    return false
  })
}

const everAlarms = (): number => {
  const random = createRandom('equal arms')
  return share(() => {
    const sequential = createDifferenceTest()
    for (let step = 0; step < OUTCOMES; step++) {
      sequential.add((random() < 0.2 ? 1 : 0) - (random() < 0.2 ? 1 : 0))
      if (sequential.eValue() >= 20) return true
    }
    return false
  })
}

const everMissesWilson = (): number => {
  const random = createRandom('peeking')
  return share(() => {
    let errors = 0
    for (let n = 1; n <= OUTCOMES; n++) {
      errors += random() < 0.3 ? 1 : 0
      // Nobody looks at the first few.
      if (n < 30) continue
      const { low, high } = wilson(errors, n)
      if (low > 0.3 || high < 0.3) return true
    }
    return false
  })
}
