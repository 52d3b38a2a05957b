import { alignFigures, bars } from '../../interfaces/cli/figures.ts'
import { toPlainLine, type Screen, renderTable } from '../../interfaces/cli/section.ts'

/** One measure in several cases, such as at the start and at the end of sessions. */
export interface Measured {
  name: string
  cases: readonly { name: string; figure: string; n: string; rate?: number | undefined }[]
}

/**
 * Prints the cases below each other, so that figures and their n always fit the window; with a bar if there is room.
 */
export const casesTable = (measured: readonly Measured[], screen: Screen): string[] => {
  const lines = measured.flatMap(({ name, cases }) =>
    cases.map((each, index) => ({ ...each, group: index === 0 ? toPlainLine(name) : '' })),
  )
  const figures = alignFigures(lines.map((line) => line.figure))
  const bar = bars(lines.map((line) => line.rate ?? null))
  const rows = lines.map((line, index) => [line.group, line.name, figures[index] ?? '', line.n, bar[index] ?? ''])
  const columns = [
    { title: '', shrink: 'end' as const, least: 16 },
    { title: '', shrink: 'end' as const, least: 10 },
    { title: 'rate' },
    { title: 'n', align: 'right' as const },
    { title: '', drop: 1 },
  ]
  return renderTable(columns, rows, screen)
}
