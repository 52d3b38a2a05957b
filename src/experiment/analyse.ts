import { holm } from '../lib/stats/holm.ts'
import type { Declaration, Trial, Verdict } from '../schema/experiment.ts'
import type { EffectReport, ExperimentReport } from '../schema/listing/experiment-report.ts'
import { reportArm } from './arm-report.ts'
import { certify } from './certificate.ts'
import { checksOf } from './checks.ts'
import { declarationHash } from './declaration-hash.ts'
import { doseResponse } from './dose-response.ts'
import { effectOf, reportEffect } from './effect.ts'
import type { EffectOptions } from './raw-effect.ts'
import { METRICS } from './metric-scale.ts'
import { moneyOf } from './money.ts'
import { armPairs, comparePrimary, type PrimaryComparison } from './primary.ts'
import { sequenceOf } from './sequence.ts'
import { sortTrials } from './sort-trials.ts'
import { strataOf } from './strata.ts'
import { countPairs, taskRows } from './task-rows.ts'
import { proposeWithdrawals } from './withdrawal.ts'
import { assignedRatio, exposureOf, invalidTrials } from './validity.ts'

/**
 * What trials say about a declared experiment. Pure: the same trials give the same report, in whatever order they come. The effect of
 * assigning an arm (intention to treat) comes first; every other figure stands beside it.
 */
export const analyse = (declaration: Declaration, trials: readonly Trial[]): ExperimentReport => {
  const { design, primary: metric, alpha, seed, repeats } = declaration
  const { valid, invalid, warnings } = sortTrials(declaration, trials)
  const arms = declaration.arms.map(({ name }) => reportArm(name, { valid, invalid }))
  const lost = invalidTrials(arms)
  const ratio = assignedRatio(declaration, { valid, invalid })
  const blocked = blockedBy({ design, lost, ratio })
  const compared = comparePrimary(declaration, { valid, invalid }).map((each) => withhold(each, blocked))
  const [first] = compared
  if (first === undefined) throw new RangeError('an experiment needs two arms')
  const options: EffectOptions = { metric, alpha, tightestAt: first.options.tightestAt, seed: `${seed}` }
  const tasks = design === 'paired' ? taskRows(declaration, valid) : []
  const pairsOf = (index: number): ExperimentReport['pairs'] =>
    design === 'paired' ? countPairs(tasks, index + 1) : null
  const model = modelOf(declaration, valid)
  const head = {
    name: declaration.name,
    design,
    isCausal: design !== 'observational',
    arms,
    n: first.effect.n,
    repeats,
    model,
    invalid: lost,
    primary: first.effect,
    verdict: first.verdict,
    why: first.why,
    needed: first.needed,
    pairs: pairsOf(0),
    comparisons: compared.map(({ effect, verdict, why, needed }, index) => ({
      arm: effect.arm,
      effect,
      verdict,
      why,
      needed,
      pairs: pairsOf(index),
    })),
    declaration: {
      hash: declarationHash(declaration),
      declaredAt: declaration.declaredAt > 0 ? new Date(declaration.declaredAt).toISOString() : null,
      primary: metric,
      margin: declaration.margin,
      alpha,
      stopping: stoppingWords(declaration),
    },
  }
  return {
    ...head,
    secondary: secondaries(declaration, valid, options),
    sampleRatio: ratio,
    exposure: exposureOf(arms, first.effect, declaration.arms),
    strata: strataOf(declaration, valid, first),
    dose: doseResponse(declaration, valid, options),
    money: moneyOf(arms, first.effect, metric),
    tasks,
    decidedBy: first.decidedBy,
    sequence: sequenceOf(first.raw, first.scale, { ...first.options, isPaired: isPaired(design) }),
    checks: checksOf(declaration, valid, { raw: first.raw, isBounded: first.scale.kind === 'bounded' }),
    warnings: [...warnings, ...blocked, ...(design === 'observational' ? [NOT_CAUSAL] : [])],
    withdraw: proposeWithdrawals(declaration, head.comparisons),
    method: first.effect.method,
    certificate: certify(head, [...valid, ...invalid], first.decided),
  }
}

const NOT_CAUSAL = 'Not causal: no draw decided which session was given what, so the difference may have any cause.'

const isPaired = (design: Declaration['design']): boolean => design === 'paired' || design === 'reversal'

/** Reasons why no verdict may be given, whatever the figures are. */
const blockedBy = ({
  design,
  lost,
  ratio,
}: {
  design: Declaration['design']
  lost: ExperimentReport['invalid']
  ratio: ExperimentReport['sampleRatio']
}): string[] => [
  ...(lost.isBlocking
    ? [`No verdict: ${lost.trials} of ${lost.of} trials are invalid, more than 10 % of an arm or unequally many.`]
    : []),
  ...(ratio?.isAlarm === true
    ? ['No verdict: arms were not drawn as often as declared, so assignment or recording is broken.']
    : []),
  ...(design === 'observational' ? ['No verdict: history was compared, and history proves nothing.'] : []),
]

const withhold = (compared: PrimaryComparison, blocked: readonly string[]): PrimaryComparison => {
  const [reason] = blocked
  if (reason === undefined) return compared
  return {
    ...compared,
    verdict: 'not-enough-data' satisfies Verdict,
    why: reason.replace(/^No verdict: |\.$/g, ''),
    needed: null,
  }
}

/** Every other metric that trials of both arms have, with Holm's correction over all of them. */
const secondaries = (
  declaration: Declaration,
  valid: readonly Trial[],
  options: EffectOptions,
): ExperimentReport['secondary'] => {
  const effects = armPairs(declaration).flatMap((two) =>
    METRICS.filter((metric) => metric !== declaration.primary).flatMap((metric): EffectReport[] => {
      const found = effectOf(valid, two, { ...options, metric, design: declaration.design })
      return found.raw.estimate === null ? [] : [reportEffect(found, two, { ...options, metric })]
    }),
  )
  const known = effects.flatMap(({ p }) => p ?? [])
  const adjusted = holm(known)
  let next = 0
  return effects.map((effect) => ({ ...effect, pHolm: effect.p === null ? null : (adjusted[next++] ?? null) }))
}

/** The model of all trials; null where they differ or where it is unknown. */
const modelOf = ({ model }: Declaration, valid: readonly Trial[]): string | null => {
  const models = new Set(valid.map((trial) => trial.model))
  return models.size === 1 ? ([...models][0] ?? model) : models.size === 0 ? model : null
}

const stoppingWords = ({ stopping }: Declaration): string =>
  stopping.rule === 'fixed' ? `one look after ${stopping.n}` : 'any look counts'
