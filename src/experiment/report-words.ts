import type { EffectReport, ExperimentReport } from '../schema/listing/experiment-report.ts'

/** What an effect of this size is called: `+12.0 points`, `-8 %`, `+1.4 steps`. */
export const effectText = (effect: Pick<EffectReport, 'metric' | 'scale'>, value: number): string =>
  `${effectNumber(effect, value)}${UNITS[unitOf(effect)] ?? ` ${effect.metric}`}`

/** The same without its unit, for ranges and tables. */
export const effectNumber = (effect: Pick<EffectReport, 'metric' | 'scale'>, value: number): string => {
  const unit = unitOf(effect)
  const digits = unit === 'plain' ? (Math.abs(value) < 10 ? 2 : 0) : 1
  const size = Math.abs(unit === 'plain' ? value : 100 * value).toFixed(digits)
  if (Number(size) === 0) return size
  return `${value < 0 ? '-' : '+'}${size}`
}

const UNITS: Record<string, string> = { points: ' points', percent: ' %' }

const unitOf = ({ metric, scale }: Pick<EffectReport, 'metric' | 'scale'>): string =>
  scale === 'relative' ? 'percent' : metric === 'success' || metric === 'rating' ? 'points' : 'plain'

/** The interval that a verdict rests on. */
export const decidedInterval = ({
  primary,
  decidedBy,
}: Pick<ExperimentReport, 'primary' | 'decidedBy'>): { low: number; high: number } | null => {
  const { low, high, alwaysValid } = primary
  if (decidedBy === 'always-valid') return alwaysValid
  return low === null || high === null ? null : { low, high }
}

/** The verdict in words; what may have none says so. */
export const headText = ({ isCausal, invalid, sampleRatio, verdict }: ExperimentReport): string => {
  if (!isCausal) return 'not causal'
  return invalid.isBlocking || sampleRatio?.isAlarm === true ? 'no verdict' : VERDICTS[verdict]
}

const VERDICTS: Record<ExperimentReport['verdict'], string> = {
  helps: 'helps',
  hurts: 'hurts',
  'no-practical-difference': 'no practical difference',
  'not-enough-data': 'not enough data',
}

const UNIT_NAMES: Record<ExperimentReport['design'], string> = {
  paired: 'task',
  live: 'session',
  reversal: 'cycle',
  observational: 'session',
}

export const countedUnits = ({ design }: Pick<ExperimentReport, 'design'>, n: number): string =>
  `${n} ${UNIT_NAMES[design]}${n === 1 ? '' : 's'}`

/** The verdict with its numbers in one sentence: the first thing that the user reads. */
export const verdictSentence = (report: ExperimentReport): string => {
  const { primary, repeats, model } = report
  const head = headText(report)
  if (primary.estimate === null) return `${head}: ${report.why}`
  const interval = decidedInterval(report)
  const range =
    interval === null ? '' : ` (${effectNumber(primary, interval.low)} to ${effectNumber(primary, interval.high)})`
  const rests = [
    countedUnits(report, report.n),
    ...(repeats > 1 ? [`${repeats} repeats`] : []),
    ...(model === null ? [] : [model]),
  ]
  const how =
    interval === null
      ? 'no interval yet'
      : report.decidedBy === 'always-valid'
        ? 'peek-safe'
        : 'for one look at the end'
  return `${head}: ${primary.metric} ${effectText(primary, primary.estimate)}${range}, ${rests.join(', ')}; ${how}`
}

/** Why there is no verdict, and what it would take; undefined where there is one. */
export const missingSentence = (report: ExperimentReport): string | undefined => {
  const { verdict, why, needed, primary } = report
  if (verdict !== 'not-enough-data' || primary.estimate === null) return undefined
  const reason = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`
  if (needed === null) return reason
  const cost = needed.costUsd === null ? '' : ` for about ${moneyText(needed.costUsd)}`
  const found =
    needed.detectable === null || Math.abs(needed.detectable) < SMALLEST_SAID
      ? ''
      : ` By then an effect of ${effectText(primary, needed.detectable).replace('+', '')} is found four times in five.`
  return `${reason} About ${countedUnits(report, needed.units)} more${cost} settle it if the effect stays at ${effectText(primary, needed.assumed)}.${found}`
}

/** Outcomes that hardly vary would let any effect be found; such a promise is not made. */
const SMALLEST_SAID = 0.001

const moneyText = (usd: number): string =>
  `${usd < 0 ? '-' : ''}$${
    Math.abs(usd) < 1
      ? Math.abs(usd)
          .toFixed(4)
          .replace(/0{1,2}$/, '')
      : Math.abs(usd).toFixed(2)
  }`

/** A p value as it is written: never as 0. */
export const pText = (p: number | null): string =>
  p === null ? '-' : p < 0.0001 ? '<0.0001' : p.toFixed(p < 0.01 ? 4 : 3)

/** What an extra success costs, or what the arms cost apart; undefined where no cost is known. */
export const moneySentence = ({ money, primary, arms }: ExperimentReport): string | undefined => {
  if (money === null) return undefined
  const perTrial = (name: string): string => {
    const cost = arms.find((arm) => arm.name === name)?.costUsd
    return cost === null || cost === undefined ? '?' : moneyText(cost.total / cost.trials)
  }
  const spent = `A trial costs ${perTrial(primary.against)} in ${primary.against} and ${perTrial(primary.arm)} in ${primary.arm}`
  if (money.perExtraSuccess === null) return `${spent}.`
  return money.perExtraSuccess <= 0
    ? `${spent}: extra successes come with a saving.`
    : `${spent}: ${moneyText(money.perExtraSuccess)} for an extra success.`
}
