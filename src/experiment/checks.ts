import { wholePercent } from '../lib/number-text.ts'
import { differenceCells, differenceEvidence } from '../lib/stats/difference-bets.ts'
import { fisherExact } from '../lib/stats/fisher.ts'
import { createRandom } from '../lib/stats/random.ts'
import type { Declaration, Trial } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import type { RawEffect } from './raw-effect.ts'

type Check = ExperimentReport['checks'][number]

/** What else could be wrong with an experiment: a sentence each, also where all is well. */
export const checksOf = (
  declaration: Declaration,
  valid: readonly Trial[],
  { raw, isBounded }: { raw: RawEffect; isBounded: boolean },
): Check[] => {
  const isPaired = declaration.design === 'paired'
  return [
    ...(isPaired ? [neverVarying(valid)] : []),
    drift(valid),
    ...(isPaired ? [interleaving(declaration, valid)] : []),
    ...(isPaired && isBounded ? [sameArms(declaration, raw)] : []),
    ...placebo(declaration),
  ]
}

/** A task whose trials all end alike cannot tell arms apart. Half of them are a waste worth telling. */
const neverVarying = (valid: readonly Trial[]): Check => {
  const tasks = [...Map.groupBy(valid, ({ task }) => task).values()]
  const always = (end: string): number => tasks.filter((own) => own.every((trial) => trial.end === end)).length
  const [passed, failed] = [always('pass'), always('fail')]
  return {
    name: 'checks that never vary',
    isAlarm: tasks.length > 0 && passed + failed > tasks.length / 2,
    says: `${passed} of ${tasks.length} tasks pass in every trial and ${failed} fail in every trial: these cannot tell the arms apart`,
  }
}

const DRIFT_ALARM = 0.01

/** Whether outcomes of all arms together changed between the first and the second half of the time. */
const drift = (valid: readonly Trial[]): Check => {
  const name = 'drift'
  const timed = inTime(valid)
  const half = Math.floor(timed.length / 2)
  if (half < 5) return { name, isAlarm: false, says: 'too few trials with a known time to tell first half from second' }
  const passes = (trials: readonly Trial[]): number => trials.filter(({ end }) => end === 'pass').length
  const [early, late] = [timed.slice(0, half), timed.slice(half)]
  const p = fisherExact(passes(early), early.length - passes(early), passes(late), late.length - passes(late))
  return {
    name,
    isAlarm: p < DRIFT_ALARM,
    says: `${wholePercent(passes(early) / early.length)} passed in the first half of the time, ${wholePercent(passes(late) / late.length)} in the second (p ${p.toPrecision(2)})`,
  }
}

/** Arms that ran one after the other cannot be told from a provider that changed. */
const interleaving = ({ arms }: Declaration, valid: readonly Trial[]): Check => {
  const name = 'interleaving'
  const [a, b] = arms.map((arm) => arm.name)
  const timed = inTime(valid).filter(({ arm }) => arm === a || arm === b)
  let [earlier, before, after] = [0, 0, 0]
  // How often a trial of the second arm comes after one of the first, of all such pairs of trials.
  for (const { arm } of timed)
    if (arm === a) before++
    else {
      after++
      earlier += before
    }
  if (before * after < 16) return { name, isAlarm: false, says: 'too few trials with a known time to tell' }
  const share = earlier / (before * after)
  return {
    name,
    isAlarm: Math.abs(share - 0.5) > 0.25,
    says: `a trial of the second arm started after one of the first in ${wholePercent(share)} of all cases; 50 % is well mixed`,
  }
}

const inTime = (valid: readonly Trial[]): Trial[] =>
  valid
    .filter(({ startedAt }) => startedAt !== null)
    .toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0))

const ROUNDS = 200

/** The same data with arms exchanged at random: how often that would be called a difference. */
const sameArms = ({ seed, alpha }: Declaration, { scores }: RawEffect): Check => {
  const random = createRandom(`a/a ${seed}`)
  const differing = scores.filter((score) => score !== 0).toSorted((one, other) => one - other)
  const rounds = differing.length > 2000 ? ROUNDS / 10 : ROUNDS
  let called = 0
  for (let round = 0; round < rounds; round++) {
    const flipped = differing.map((score) => (random() < 0.5 ? score : -score))
    if (differenceEvidence(differenceCells(flipped), 0) >= Math.log(1 / alpha)) called++
  }
  return {
    name: 'A/A on these data',
    // Three standard errors above what was promised.
    isAlarm: called / rounds > alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / rounds),
    says: `with the arms of each pair exchanged by chance, ${called} of ${rounds} rounds call a difference; at most ${wholePercent(alpha)} should`,
  }
}

const placebo = ({ arms }: Declaration): Check[] =>
  arms.some(({ treatment }) => treatment.kind === 'warm') && !arms.some(({ treatment }) => treatment.kind === 'placebo')
    ? [
        {
          name: 'placebo',
          isAlarm: false,
          says: 'no placebo arm: whether any text of that length would do the same is not known',
        },
      ]
    : []
