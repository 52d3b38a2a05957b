import type { Comparison } from '../../schema/listing/comparison.ts'
import { alignFigures, countText, createFigures, type Estimate } from '../../interfaces/cli/figures.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { casesTable } from '../profile/cases-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** Prints two sessions or groups side by side: their names, the verdict, then the figures behind it. */
export const comparisonLines = (comparison: Comparison, screen: Screen): string[] => {
  const { warm, cold } = comparison
  const overlap =
    comparison.overlap === 0
      ? null
      : `${counted(comparison.overlap, 'session')} in both: the groups are not independent`
  const facts: [string, string | null][] = [
    [A, toPlainLine(warm.label)],
    [B, toPlainLine(cold.label)],
    ['verdict', [comparison.verdict, comparison.reason].filter((text) => text !== undefined).join(': ')],
    ['difference', comparison.improvement === null ? null : inWords(comparison.improvement)],
    ['overlap', overlap],
  ]
  return [
    ...renderFacts(facts, screen),
    '',
    ...wrap(comparison.note, screen.width),
    ...renderSection('Rates', rates(comparison, screen), screen),
    ...renderSection('Improvement: rate of B minus rate of A, in points', gains(comparison, screen), screen),
    ...renderSection('Counts', counts(comparison, screen), screen),
  ]
}

/** The sides are named after `--a` and `--b`, because either side may have had no seed. */
const A = 'A'
const B = 'B'

/** Says which side failed less often and by how much, so that the reader need not interpret a sign. */
const inWords = ({ estimate, low, high }: Estimate): string => {
  const said =
    pointsOf(estimate) === '0.0' ? 'as often as B' : `${pointsOf(estimate)} points ${wayOf(estimate)} often than B`
  const [nearer = 0, further = 0] = [low, high].toSorted((a, b) => Math.abs(a) - Math.abs(b))
  const interval =
    low < 0 && high > 0
      ? `${pointsOf(low)} more to ${pointsOf(high)} less`
      : `${pointsOf(nearer)} to ${pointsOf(further)} ${wayOf(further)}`
  return `A failed ${said} (95 % interval: ${interval})`
}

/** The size of an improvement in points, without its sign, rounded like other figures. */
const pointsOf = (improvement: number): string => (Math.abs(improvement) * 100).toFixed(1)
const wayOf = (improvement: number): string => (improvement > 0 ? 'less' : 'more')

const rates = ({ warm, cold }: Comparison, screen: Screen): string[] => {
  const figures = createFigures()
  const measured = RATES.map(({ name, field }) => ({
    name,
    cases: [[A, warm] as const, [B, cold] as const].map(([side, { [field]: rate, reason }]) => ({
      name: side,
      figure: figures.rate(rate, reason),
      n: countText(rate),
    })),
  }))
  return [...casesTable(measured, screen), ...figures.footnotes(screen.width)]
}

const RATES = [
  { name: 'error rate', field: 'errorRate' },
  { name: 'caused by agent', field: 'agentErrorRate' },
  { name: 'errors recovered', field: 'recoveryRate' },
] as const

const counts = ({ warm, cold }: Comparison, screen: Screen): string[] => {
  const [first, second] = [countsOf(warm), countsOf(cold)]
  const rows = COUNTS.map((name, index) => [name, first[index] ?? '', second[index] ?? ''])
  const columns = [{ title: '' }, { title: A, align: 'right' as const }, { title: B, align: 'right' as const }]
  return renderTable(columns, rows, screen)
}

const COUNTS = ['sessions', 'calls', '- ok', '- error', '- unknown', 'calls a session']

const countsOf = ({ sessions, calls, outcomes, callsPerSession }: Comparison['warm']): string[] => [
  grouped(sessions),
  grouped(calls),
  grouped(outcomes.ok),
  grouped(outcomes.error),
  grouped(outcomes.unknown),
  callsPerSession === null ? '-' : callsPerSession.toFixed(1),
]

const gains = ({ improvement, agentImprovement, reason }: Comparison, screen: Screen): string[] => {
  const figures = createFigures()
  const cells = alignFigures([improvement, agentImprovement].map((value) => figures.points(value, reason)))
  const rows = [
    ['error rate', cells[0] ?? '', countText(improvement)],
    ['caused by agent', cells[1] ?? '', countText(agentImprovement)],
  ]
  const columns = [{ title: '' }, { title: 'points' }, { title: 'n', align: 'right' as const }]
  return [
    ...renderTable(columns, rows, screen),
    ...figures.footnotes(screen.width),
    ...renderRemark('Positive means that A failed less often.', screen),
  ]
}
