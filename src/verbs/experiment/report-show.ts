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
import { toPlainLine, renderRemark, type Screen, renderTable } from '../../interfaces/cli/section.ts'
import { shortened, wrap } from '../../interfaces/cli/table.ts'
import type { EffectReport, ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { effectBar } from './report-bar.ts'

const MOST_TASKS = 4
/** The lines of a usual terminal. */
const MOST_LINES = 25
const WIDE = 80

/** How much of a report is shown; `--json` and `--html` have all of it. */
interface Room {
  metrics: number
  comparisons: number
  tasks: boolean
  alarms: number
  /** Lines of one alarm. */
  alarmLines: number
}

/** From the largest room to the smallest, which still holds the verdict, its effect and the number of alarms. */
const ROOMS: readonly Room[] = [
  { metrics: 4, comparisons: 6, tasks: true, alarms: 6, alarmLines: 4 },
  { metrics: 2, comparisons: 6, tasks: true, alarms: 6, alarmLines: 2 },
  { metrics: 0, comparisons: 4, tasks: true, alarms: 5, alarmLines: 2 },
  { metrics: 0, comparisons: 2, tasks: false, alarms: 3, alarmLines: 2 },
  { metrics: 0, comparisons: 0, tasks: false, alarms: 2, alarmLines: 1 },
]

/** Prints a report on one screen of 80 columns: the verdict, the figures behind it, then its possible flaws. */
export const reportLines = (report: ExperimentReport, screen: Screen): string[] => {
  const [largest, ...smaller] = ROOMS.map((room) => linesIn(report, screen, room))
  if (largest === undefined || screen.width < WIDE || largest.length <= MOST_LINES) return largest ?? []
  return smaller.find(({ length }) => length <= MOST_LINES) ?? smaller.at(-1) ?? largest
}

const linesIn = (report: ExperimentReport, screen: Screen, room: Room): string[] => {
  const { colors, width } = screen
  const missing = missingSentence(report)
  return [
    // Every verdict looks the same: helps, hurts and no difference are equally good answers.
    ...wrap(toPlainLine(verdictSentence(report)), width).map((line) => colors.bold(line)),
    ...(missing === undefined ? [] : wrap(toPlainLine(missing), width)),
    ...report.withdraw.flatMap((each) => wrap(toPlainLine(withdrawalSentence(each)), width)),
    '',
    ...effectTable(report, screen, room),
    ...effectBar(report, screen),
    '',
    ...armLines(report, screen),
    ...(room.tasks ? taskLines(report, screen) : []),
    '',
    ...wrongLines(report, screen, room),
    ...renderRemark(
      `declared ${report.declaration.hash.slice(0, 12)} · ${report.declaration.stopping} · margin ${report.declaration.margin} · certificate ${report.certificate.hash.slice(0, 12)}`,
      screen,
    ),
  ]
}

const effectTable = (report: ExperimentReport, screen: Screen, room: Room): string[] => {
  const others = report.comparisons
    .slice(1, 1 + room.comparisons)
    .map(({ effect }) => ({ effect, name: `${effect.metric} of ${effect.arm}`, p: pText(effect.p) }))
  const metrics = report.secondary
    .filter(({ arm }) => arm === report.primary.arm)
    .slice(0, room.metrics)
    .map((effect) => ({ effect, name: effect.metric as string, p: `${pText(effect.pHolm)} (Holm)` }))
  const first = {
    effect: report.primary,
    name: `${report.primary.metric} of ${report.primary.arm}`,
    p: pText(report.primary.p),
  }
  return renderTable(
    [
      { title: `against ${toPlainLine(report.primary.against)}`, shrink: 'end' },
      { title: 'change', align: 'right' },
      { title: 'fixed n', align: 'right' },
      { title: 'peek-safe', align: 'right' },
      { title: 'p', align: 'right', drop: 1 },
      { title: 'n', align: 'right', drop: 2 },
    ],
    [first, ...others, ...metrics].map(({ effect, name, p }) => [
      toPlainLine(name),
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
    return `${toPlainLine(name)} ${share}${invalid > 0 ? ` (${invalid} of ${trials} trials invalid)` : ''}`
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
    ...(money === undefined ? [] : wrap(toPlainLine(money), width)),
  ]
}

/** The tasks that changed most, for better or worse. */
const taskLines = ({ tasks }: ExperimentReport, { width }: Screen): string[] => {
  const changed = tasks.filter(({ difference }) => difference !== null && difference !== 0)
  if (changed.length === 0) return []
  const shown =
    changed.length <= MOST_TASKS ? changed : [...changed.slice(0, MOST_TASKS / 2), ...changed.slice(-MOST_TASKS / 2)]
  const names = shown.map(
    ({ task, difference }) => `${shortened(toPlainLine(task), 30)} ${(difference ?? 0) > 0 ? '▲' : '▼'}`,
  )
  return wrap(
    `Changed most: ${names.join('  ')}${changed.length > shown.length ? `  and ${changed.length - shown.length} more` : ''}`,
    width,
  )
}

const wrongLines = (report: ExperimentReport, screen: Screen, room: Room): string[] => {
  const alarms = [
    ...(report.sampleRatio?.isAlarm === true ? ['arms were not drawn as often as declared'] : []),
    ...(report.exposure.isAlarm ? ['more than a tenth of an arm was not given what it says'] : []),
    ...report.checks.filter(({ isAlarm }) => isAlarm).map(({ name, says }) => `${name}: ${says}`),
  ]
  const calm = report.checks.filter(({ name, isAlarm }) => !isAlarm && name !== 'placebo').map(({ name }) => name)
  const noPlacebo = report.checks.some(({ name }) => name === 'placebo') ? ' No placebo arm.' : ''
  // The reason for a missing verdict already stands below the verdict.
  const warnings = report.warnings.filter((warning) => !warning.startsWith('No verdict'))
  const all = [...alarms, ...warnings]
  const left = all.length - room.alarms
  return [
    ...all
      .slice(0, room.alarms)
      .flatMap((each) => wrap(`! ${toPlainLine(each)}`, screen.width).slice(0, room.alarmLines)),
    ...(left > 0 ? [`! ${left} more: --html or --json`] : []),
    ...(calm.length === 0 ? [] : renderRemark(`No alarm from: ${calm.join(', ')}.${noPlacebo}`, screen)),
    ...(decidedInterval(report) === null && report.primary.estimate !== null
      ? renderRemark(`Method: ${report.method}.`, screen)
      : []),
  ]
}
