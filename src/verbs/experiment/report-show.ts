import { percent } from '../../lib/number-text.ts'
import {
  countedUnits,
  decidedInterval,
  effectNumber,
  missingSentence,
  moneySentence,
  pText,
  verdictSentence,
} from '../../experiment/report-words.ts'
import { withdrawalSentence } from '../../experiment/withdrawal.ts'
import { plain, remark, type Screen, shownTable } from '../../interfaces/cli/section.ts'
import { shortened, wrap } from '../../interfaces/cli/table.ts'
import type { EffectReport, ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { effectBar } from './report-bar.ts'

const MOST_METRICS = 4
const MOST_TASKS = 4
const MOST_WARNINGS = 3

/** A report on one screen: the verdict first, then what it rests on, then what could be wrong with it. */
export const reportLines = (report: ExperimentReport, screen: Screen): string[] => {
  const { colors, width } = screen
  const missing = missingSentence(report)
  return [
    // One look for every verdict: helps, hurts and no difference are answers alike.
    ...wrap(plain(verdictSentence(report)), width).map((line) => colors.bold(line)),
    ...(missing === undefined ? [] : wrap(plain(missing), width)),
    ...report.withdraw.flatMap((each) => wrap(plain(withdrawalSentence(each)), width)),
    '',
    ...effectTable(report, screen),
    ...effectBar(report, screen),
    '',
    ...armLines(report, screen),
    ...taskLines(report, screen),
    '',
    ...wrongLines(report, screen),
    ...remark(
      `declaration ${report.declaration.hash.slice(0, 12)} · ${report.declaration.stopping} · margin ${report.declaration.margin} · certificate ${report.certificate.hash.slice(0, 12)}`,
      screen,
    ),
  ]
}

const effectTable = (report: ExperimentReport, screen: Screen): string[] => {
  const others = report.comparisons
    .slice(1)
    .map(({ effect }) => ({ effect, name: `${effect.metric} of ${effect.arm}`, p: pText(effect.p) }))
  const metrics = report.secondary
    .filter(({ arm }) => arm === report.primary.arm)
    .slice(0, MOST_METRICS)
    .map((effect) => ({ effect, name: effect.metric as string, p: `${pText(effect.pHolm)} (Holm)` }))
  const first = {
    effect: report.primary,
    name: `${report.primary.metric} of ${report.primary.arm}`,
    p: pText(report.primary.p),
  }
  return shownTable(
    [
      { title: `against ${plain(report.primary.against)}`, shrink: 'end' },
      { title: 'change', align: 'right' },
      { title: 'fixed n', align: 'right' },
      { title: 'peek-safe', align: 'right' },
      { title: 'p', align: 'right', drop: 1 },
      { title: 'n', align: 'right', drop: 2 },
    ],
    [first, ...others, ...metrics].map(({ effect, name, p }) => [
      plain(name),
      changeOf(effect),
      ...rangesOf(effect),
      p,
      `${effect.n}`,
    ]),
    screen,
  )
}

const changeOf = (effect: EffectReport): string =>
  effect.estimate === null ? '-' : `${effectNumber(effect, effect.estimate)}${effect.scale === 'relative' ? ' %' : ''}`

const rangesOf = (effect: EffectReport): string[] => {
  const range = (low: number, high: number): string => `${effectNumber(effect, low)} to ${effectNumber(effect, high)}`
  return [
    effect.low === null || effect.high === null ? '-' : range(effect.low, effect.high),
    effect.alwaysValid === null ? '-' : range(effect.alwaysValid.low, effect.alwaysValid.high),
  ]
}

const armLines = (report: ExperimentReport, { width }: Screen): string[] => {
  const { arms, pairs, dose } = report
  const rates = arms.map(({ name, success, invalid, trials }) => {
    const share = success === null ? '-' : percent(success.mean)
    return `${plain(name)} ${share}${invalid > 0 ? ` (${invalid} of ${trials} trials invalid)` : ''}`
  })
  const money = moneySentence(report)
  return [
    ...wrap(`Success: ${rates.join(', ')}.`, width),
    ...(pairs === null
      ? []
      : wrap(
          `Of ${countedUnits(report, pairs.pairs)} ${pairs.wins} went better, ${pairs.losses} worse, ${pairs.ties} the same.`,
          width,
        )),
    ...(dose === null
      ? []
      : wrap(`Dose ${dose.smallest} is the smallest that cannot be told from the best, ${dose.best}.`, width)),
    ...(money === undefined ? [] : wrap(plain(money), width)),
  ]
}

/** The tasks that changed most, either way. */
const taskLines = ({ tasks }: ExperimentReport, { width }: Screen): string[] => {
  const changed = tasks.filter(({ difference }) => difference !== null && difference !== 0)
  if (changed.length === 0) return []
  const shown =
    changed.length <= MOST_TASKS ? changed : [...changed.slice(0, MOST_TASKS / 2), ...changed.slice(-MOST_TASKS / 2)]
  const names = shown.map(
    ({ task, difference }) => `${shortened(plain(task), 30)} ${(difference ?? 0) > 0 ? '▲' : '▼'}`,
  )
  return wrap(
    `Changed most: ${names.join('  ')}${changed.length > shown.length ? `  and ${changed.length - shown.length} more` : ''}`,
    width,
  )
}

const wrongLines = (report: ExperimentReport, screen: Screen): string[] => {
  const alarms = [
    ...(report.sampleRatio?.isAlarm === true ? ['arms were not drawn as often as declared'] : []),
    ...(report.exposure.isAlarm ? ['more than a tenth of an arm was not given what it says'] : []),
    ...report.checks.filter(({ isAlarm }) => isAlarm).map(({ name, says }) => `${name}: ${says}`),
  ]
  const calm = report.checks.filter(({ name, isAlarm }) => !isAlarm && name !== 'placebo').map(({ name }) => name)
  const noPlacebo = report.checks.some(({ name }) => name === 'placebo') ? ' No placebo arm.' : ''
  // Why there is no verdict stands below the verdict.
  const warnings = report.warnings.filter((warning) => !warning.startsWith('No verdict')).slice(0, MOST_WARNINGS)
  return [
    ...alarms.flatMap((alarm) => wrap(`! ${plain(alarm)}`, screen.width)),
    ...warnings.flatMap((warning) => wrap(`! ${plain(warning)}`, screen.width)),
    ...(calm.length === 0 ? [] : remark(`No alarm from: ${calm.join(', ')}.${noPlacebo}`, screen)),
    ...(decidedInterval(report) === null && report.primary.estimate !== null
      ? remark(`Method: ${report.method}.`, screen)
      : []),
  ]
}
