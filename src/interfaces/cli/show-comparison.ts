import type { Comparison } from '../../schema/listing/comparison.ts'
import { alignFigures, countText, createFigures } from './figures.ts'
import { factList, plain, remark, type Screen, section, shownTable } from './section.ts'
import { casesTable } from './show-cases.ts'
import { grouped } from './show-sync.ts'
import { wrap } from './table.ts'

/** Two sessions or groups beside each other: the verdict first, then what it rests on. */
export const comparisonLines = (comparison: Comparison, screen: Screen): string[] => {
  const { warm, cold } = comparison
  const overlap =
    comparison.overlap === 0
      ? null
      : `${grouped(comparison.overlap)} session${comparison.overlap === 1 ? ' is' : 's are'} in both: the groups are not independent`
  const facts: [string, string | null][] = [
    ['verdict', [comparison.verdict, comparison.reason].filter((text) => text !== undefined).join(': ')],
    ['warm', plain(warm.label)],
    ['cold', plain(cold.label)],
    ['overlap', overlap],
  ]
  return [
    ...factList(facts, screen),
    '',
    ...wrap(comparison.note, screen.width),
    ...section('Rates', rates(comparison, screen), screen),
    ...section('Improvement: cold minus warm, in points', gains(comparison, screen), screen),
    ...section('Counts', counts(comparison, screen), screen),
  ]
}

const rates = ({ warm, cold }: Comparison, screen: Screen): string[] => {
  const figures = createFigures()
  const measured = RATES.map(({ name, field }) => ({
    name,
    cases: [['warm', warm] as const, ['cold', cold] as const].map(([side, { [field]: rate, reason }]) => ({
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
  const columns = [
    { title: '' },
    { title: 'warm', align: 'right' as const },
    { title: 'cold', align: 'right' as const },
  ]
  return shownTable(columns, rows, screen)
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
    ...shownTable(columns, rows, screen),
    ...figures.footnotes(screen.width),
    ...remark('Positive means that warm is better.', screen),
  ]
}
