import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { Canvas } from '../canvas.ts'
import { forest } from '../charts/forest.ts'
import { LENGTH_LOOKS, type PositionSeries, positionSpans, positionsChart } from '../charts/positions.ts'
import { cutCount } from '../charts/scale.ts'
import { figure } from '../figure.ts'
import { grouped } from '../../../lib/number-text.ts'
import { counted, percent, reasonOf, withInterval } from '../number-words.ts'
import { legend } from '../legend.ts'
import { foreign, type Html, html } from '../markup.ts'
import { scrollingTable } from '../table.ts'
import { forestRows, groupTable, type NamedGroup, omitted, rateCells, withoutRate } from './groups.ts'
import { section } from './section.ts'

/**
 * How reliable? Overall, by length of session, at the same position of short and long sessions, and by every other
 * grouping.
 */
export const reliability = (canvas: Canvas, history: HistoryProfile): Html =>
  section({ id: 'reliable', question: 'How reliable?', answer: answerOf(history) }, [
    byLength(canvas, history),
    byPosition(canvas, history),
    otherCuts(history),
  ])

const answerOf = ({ errorRate, agentErrorRate, bounds, calls, outcomes, reason }: HistoryProfile): string => {
  if (bounds !== undefined && outcomes.unknown < calls)
    return `Between ${percent(bounds.atLeast)} and ${percent(bounds.atMost)} of ${counted(calls, 'call')} failed: ${percent(bounds.unknown)} cannot be told, so no rate is given.`
  if (errorRate === null) return `The data cannot say: ${reasonOf(reason)}.`
  const own = agentErrorRate === null ? '' : `; the agent itself caused ${withInterval(agentErrorRate)}`
  const unknown =
    outcomes.unknown === 0
      ? ''
      : ` The outcome of ${counted(outcomes.unknown, 'call')} is unknown, and they count as neither.`
  return `Of ${counted(errorRate.n, 'call')} whose outcome is known, ${withInterval(errorRate)} failed${own}.${unknown}`
}

const byLength = (canvas: Canvas, history: HistoryProfile): Html => {
  const groups: NamedGroup[] = history.byLength.map((group) => ({ ...group, name: `${group.bucket} messages` }))
  const rows = forestRows(groups)
  const told = groups.flatMap(({ name, errorRate }) =>
    errorRate === null ? [] : [`${percent(errorRate.rate)} in sessions of ${name}`],
  )
  return figure(canvas, {
    id: 'by-length',
    title: 'Error rate by length of session',
    description:
      told.length === 0
        ? 'Short, middling and long sessions side by side.'
        : `Calls failed at ${told.join(', ')}. Long sessions may be long because they went well, so this alone shows no learning.`,
    ...errorRateChart(canvas, history, rows),
    absent: reasonOf(history.byLength.find((group) => group.reason !== undefined)?.reason ?? history.reason),
    omitted: rows.length === 0 ? undefined : omitted(withoutRate(groups)),
    table: groups.length === 0 ? undefined : groupTable('Error rate by length of session', 'Length', groups),
  })
}

/** Error rates of groups, compared with that of all calls together. */
export const errorRateChart = (canvas: Canvas, history: HistoryProfile, rows: ReturnType<typeof forestRows>) => ({
  chart:
    rows.length === 0
      ? undefined
      : forest(canvas.plot, {
          rows,
          measure: 'rate',
          axis: 'errors of all calls with a known outcome',
          reference: reference(history),
        }),
  cutIntervals: cutCount(rows, 'rate'),
})

/** The line for comparison: all calls together. */
const reference = ({ errorRate }: HistoryProfile): { value: number; label: string } | undefined =>
  errorRate === null ? undefined : { value: errorRate.rate, label: `all ${percent(errorRate.rate)}` }

const byPosition = (canvas: Canvas, history: HistoryProfile): Html => {
  const series = seriesOf(history)
  const cells = history.byPosition.flatMap(({ positions, lengths }) => lengths.map((each) => ({ ...each, positions })))
  return figure(canvas, {
    id: 'by-position',
    title: 'The same place in sessions that became short and long',
    description: positionSentence(series),
    chart:
      series.length === 0
        ? undefined
        : positionsChart(canvas.plot, { positions: history.byPosition.map(({ positions }) => positions), series }),
    cutIntervals: cutCount(positionSpans(series), 'rate'),
    absent: reasonOf(cells.find((cell) => cell.reason !== undefined)?.reason ?? history.reason),
    legend: legend(
      series.map(({ bucket }) => ({
        label: `became ${bucket} messages`,
        shape: LENGTH_LOOKS[bucket]?.symbol ?? 'circle',
        fill: LENGTH_LOOKS[bucket]?.color ?? 'var(--muted)',
      })),
    ),
    omitted:
      series.length === 0
        ? undefined
        : omitted(
            cells
              .filter((cell) => cell.errorRate === null)
              .map((cell) => ({ name: `calls ${cell.positions} of ${cell.bucket} messages`, reason: cell.reason })),
          ),
    table:
      cells.length === 0
        ? undefined
        : scrollingTable(
            'Error rate by place in the session and eventual length',
            [
              { title: 'Calls' },
              { title: 'Session became' },
              { title: 'Sessions', align: 'right' },
              { title: 'Error rate', align: 'right' },
              { title: '95\u00a0% interval', align: 'right' },
              { title: 'Rests on', align: 'right' },
            ],
            cells.map((cell) => [
              cell.positions,
              `${cell.bucket} messages`,
              grouped(cell.sessions),
              ...rateCells(cell.errorRate, cell.reason),
            ]),
          ),
  })
}

const seriesOf = ({ byPosition }: HistoryProfile): PositionSeries[] =>
  Object.keys(LENGTH_LOOKS)
    .map((bucket) => ({
      bucket,
      points: byPosition.flatMap(({ positions, lengths }) => {
        const rate = lengths.find((each) => each.bucket === bucket)?.errorRate ?? null
        return rate === null ? [] : [{ positions, rate }]
      }),
    }))
    .filter(({ points }) => points.length > 0)

const positionSentence = (series: readonly PositionSeries[]): string => {
  const why =
    'Compare the same place: if long sessions are already better in their first calls, they survived rather than learned.'
  const place = series[0]?.points[0]?.positions
  const told = series.flatMap(({ bucket, points }) => {
    const rate = points.find((point) => point.positions === place)?.rate
    return rate === undefined ? [] : [`${percent(rate.rate)} where the session became ${bucket} messages long`]
  })
  return told.length === 0 ? why : `${why} In calls ${place ?? ''}: ${told.join(', ')}.`
}

const otherCuts = (history: HistoryProfile): Html => {
  const named = <Key extends string>(groups: readonly (Omit<NamedGroup, 'name'> & Record<Key, string>)[], key: Key) =>
    groups.map((group): NamedGroup => ({ ...group, name: foreign(group[key]) }))
  const cuts: [string, NamedGroup[]][] = [
    ['kind of tool', named(history.byKind, 'kind')],
    ['task type', named(history.byTaskType, 'taskType')],
    ['source', named(history.bySource, 'source')],
    ['platform', named(history.byPlatform, 'platform')],
    ['model', named(history.byModel, 'model')],
    ['project', named(history.byProject, 'project')],
  ]
  const filled = cuts.filter(([, groups]) => groups.length > 0)
  if (filled.length === 0) return html``
  return html`<h3>Other ways to cut it</h3>
<div class="cuts">${filled.map(
    ([cut, groups]) =>
      html`<details><summary>By ${cut} <span class="count">${groups.length}</span></summary>${groupTable(`Error rate by ${cut}`, cut.charAt(0).toUpperCase() + cut.slice(1), groups)}</details>`,
  )}</div>`
}
