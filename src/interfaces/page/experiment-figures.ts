import { countedUnits, effectNumber, effectText, pText } from '../../experiment/report-words.ts'
import type { EffectReport, ExperimentReport } from '../../schema/listing/experiment-report.ts'
import type { Canvas } from './canvas.ts'
import { effects, type EffectRow } from './charts/effects.ts'
import { sequenceBand } from './charts/sequence.ts'
import { figure } from './figure.ts'
import { grouped } from '../../lib/number-text.ts'
import { legend } from './legend.ts'
import { foreign, type Html } from './markup.ts'
import { type Cell, scrollingTable } from './table.ts'

/** The primary effect and all others that fit on the same scale, with both intervals. */
export const effectFigure = (canvas: Canvas, report: ExperimentReport): Html => {
  const named = namedEffects(report)
  const drawn = named.filter(
    ({ effect }) => effect.metric === report.primary.metric || effect.arm === report.primary.arm,
  )
  const rows = drawn.flatMap(effectRow)
  return figure(canvas, {
    id: 'effects',
    title: `Each metric against ${foreign(report.primary.against, 60)}`,
    description: describeEffect(report),
    chart:
      rows.length === 0
        ? undefined
        : effects(canvas.plot, {
            rows,
            margin: report.declaration.margin,
            axis: 'change in points or per cent',
          }),
    absent: report.why,
    legend: legend([
      {
        label: 'for one look at the declared end',
        shape: 'bar',
        fill: 'color-mix(in srgb,var(--accent) 45%,transparent)',
      },
      { label: 'peek-safe: holds at every look', shape: 'dash', fill: 'none', stroke: 'var(--accent)' },
      {
        label: `margin of ${effectNumber(report.primary, report.declaration.margin).replace('+', '')}`,
        shape: 'bar',
        fill: 'color-mix(in srgb,var(--muted) 20%,transparent)',
      },
    ]),
    omitted: omittedWords(
      drawn.filter(({ effect }) => effect.estimate !== null && !isShare(effect)).map(({ effect }) => effect.metric),
      named.length > drawn.length,
    ),
    table: effectTable(named),
  })
}

const omittedWords = (metrics: readonly string[], hasOtherArms: boolean): string | undefined => {
  const said = [
    ...(metrics.length === 0 ? [] : [`Not on this scale, so in the table alone: ${metrics.join(', ')}.`]),
    ...(hasOtherArms ? ['The table has all metrics of the other arms.'] : []),
  ]
  return said.length === 0 ? undefined : said.join(' ')
}

interface NamedEffect {
  effect: EffectReport
  name: string
  p: string
}

const namedEffects = ({ comparisons, secondary }: ExperimentReport): NamedEffect[] => [
  ...comparisons.map(({ effect }) => ({
    effect,
    name: `${effect.metric}, ${effect.arm}`,
    p: pText(effect.p),
  })),
  ...secondary.map((effect) => ({
    effect,
    name: comparisons.length > 1 ? `${effect.metric}, ${effect.arm}` : effect.metric,
    p: `${pText(effect.pHolm)} (Holm)`,
  })),
]

/** The row of an effect in the chart; none if the effect has another scale. */
const effectRow = ({ effect, name }: NamedEffect): EffectRow[] =>
  effect.estimate === null || !isShare(effect)
    ? []
    : [
        {
          label: foreign(name, 60),
          figures: `${effectText(effect, effect.estimate)} · n\u00a0${grouped(effect.n)}`,
          value: effect.estimate,
          fixed: effect.low === null || effect.high === null ? null : { low: effect.low, high: effect.high },
          alwaysValid: effect.alwaysValid,
        },
      ]

const effectTable = (named: readonly NamedEffect[]): Html =>
  scrollingTable(
    'effects',
    ['Metric', 'Change', 'Fixed n', 'Peek-safe', 'p', 'n', 'Method'].map((title, index) =>
      index > 0 && index < 6 ? { title, align: 'right' as const } : { title },
    ),
    named.map(({ effect, name, p }): Cell[] => [
      foreign(name, 60),
      effect.estimate === null ? '–' : effectText(effect, effect.estimate),
      rangeText(effect, effect.low, effect.high),
      rangeText(effect, effect.alwaysValid?.low ?? null, effect.alwaysValid?.high ?? null),
      p,
      grouped(effect.n),
      effect.method,
    ]),
  )

/** Points and relative changes are both shares of something; steps and errors are counts. */
const isShare = ({ metric, scale }: EffectReport): boolean =>
  scale === 'relative' || metric === 'success' || metric === 'rating'

const rangeText = (effect: EffectReport, low: number | null, high: number | null): string =>
  low === null || high === null ? '–' : `${effectNumber(effect, low)} to ${effectNumber(effect, high)}`

const describeEffect = (report: ExperimentReport): string => {
  const { primary } = report
  if (primary.estimate === null) return report.why
  const peek =
    primary.alwaysValid === null
      ? ''
      : `; peek-safe ${rangeText(primary, primary.alwaysValid.low, primary.alwaysValid.high)}`
  return `${primary.arm} changes ${primary.metric} by ${effectText(primary, primary.estimate)} (${rangeText(primary, primary.low, primary.high)}${peek}, p ${pText(primary.p)}) over ${countedUnits(report, report.n)}.`
}

/** The peek-safe interval as a user would have seen it at any time. */
export const sequenceFigure = (canvas: Canvas, report: ExperimentReport): Html => {
  const { sequence, primary } = report
  const last = sequence.at(-1)
  return figure(canvas, {
    id: 'sequence',
    title: 'The peek-safe interval over time',
    description:
      last === undefined
        ? 'Nothing to follow yet.'
        : `After ${countedUnits(report, last.n)} it reaches from ${effectText(primary, last.low)} to ${effectText(primary, last.high)}.`,
    chart:
      sequence.length < 2 || !isShare(primary)
        ? undefined
        : sequenceBand(canvas.plot, {
            points: sequence,
            margin: report.declaration.margin,
            unit: `${countedUnits(report, 2).replace('2 ', '')} in order of time`,
          }),
    absent:
      sequence.length < 2
        ? 'too few units for an interval that may be looked at'
        : 'the metric is a count; the table has its values',
    table:
      sequence.length === 0
        ? undefined
        : scrollingTable(
            'interval over time',
            ['After', 'Change', 'Low', 'High'].map((title, index) =>
              index === 0 ? { title } : { title, align: 'right' as const },
            ),
            sequence.map((point) => [
              grouped(point.n),
              ...[point.estimate, point.low, point.high].map((value) => effectNumber(primary, value)),
            ]),
          ),
  })
}
