import type { Bounds } from '../../schema/listing/rate.ts'
import { alignFigures, bars, countText, createFigures, type Rate } from '../../interfaces/cli/figures.ts'
import { grouped, wholePercent } from '../../lib/number-text.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import type { Column } from '../../interfaces/cli/table.ts'

/** The fields that every group of sessions has. */
export interface Group {
  sessions: number
  calls: number
  errorRate: Rate | null
  agentErrorRate: Rate | null
  bounds?: Bounds | undefined
  reason?: string | undefined
}

export interface GroupTable<G extends Group> {
  title: string
  /** Heading of the first column. */
  noun: string
  nameOf(group: G): string
  groups: readonly G[]
  /** A second word about each group, shown if there is room. */
  kindOf?: ((group: G) => string) | undefined
  /** Paths are cut at the start, where they are all the same. */
  cut?: 'end' | 'start'
}

/** Prints groups of sessions with their rates, one per line. */
export const groupTable = <G extends Group>(given: GroupTable<G>, screen: Screen): string[] => {
  const shown = given.groups
  const figures = createFigures()
  const all = alignFigures(
    shown.map((group) => lowerBound(group, 'atLeast') ?? figures.rate(group.errorRate, group.reason)),
  )
  const agent = alignFigures(
    shown.map((group) => lowerBound(group, 'agentAtLeast') ?? figures.rate(group.agentErrorRate, group.reason)),
  )
  const bar = bars(shown.map((group) => group.errorRate?.rate ?? null))
  const rows = shown.map((group, index) => [
    toPlainLine(given.nameOf(group)),
    given.kindOf?.(group) ?? '',
    grouped(group.sessions),
    grouped(group.calls),
    group.errorRate === null ? knownText(group) : countText(group.errorRate),
    all[index] ?? '',
    agent[index] ?? '',
    bar[index] ?? '',
  ])
  const columns: Column[] = [
    { title: given.noun, shrink: given.cut ?? 'end', least: 14 },
    { title: 'kind', drop: 3 },
    { title: 'sessions', align: 'right', drop: 1 },
    { title: 'calls', align: 'right', drop: 4 },
    { title: 'n', align: 'right' },
    { title: 'error rate' },
    { title: 'caused by agent', drop: 2 },
    { title: '', drop: 5 },
  ]
  return renderSection(
    given.title,
    shown.length === 0
      ? []
      : [
          ...renderTable(...withoutKind(columns, rows, given.kindOf === undefined), screen),
          ...figures.footnotes(screen.width),
          ...(shown.some(isBounded) ? renderRemark(AT_LEAST, screen) : []),
        ],
    screen,
  )
}

/** Some outcomes are known, but fewer than half. */
const isBounded = ({ bounds }: Group): boolean => bounds !== undefined && bounds.unknown < 1

const lowerBound = (group: Group, which: 'atLeast' | 'agentAtLeast'): string | undefined =>
  isBounded(group) && group.bounds !== undefined ? `at least ${wholePercent(group.bounds[which])}` : undefined

const knownText = (group: Group): string =>
  isBounded(group) && group.bounds !== undefined ? grouped(Math.round(group.calls * (1 - group.bounds.unknown))) : ''

const AT_LEAST =
  '"at least" stands where under half of the outcomes are known: the share of all calls that is known to have failed.'

/** Leaves out the second column if no group has a second word. */
const withoutKind = (columns: Column[], rows: string[][], isWithout: boolean): [Column[], string[][]] =>
  isWithout ? [columns.toSpliced(1, 1), rows.map((row) => row.toSpliced(1, 1))] : [columns, rows]
