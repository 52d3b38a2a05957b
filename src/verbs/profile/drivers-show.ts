import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { alignFigures, countText, createFigures } from '../../interfaces/cli/figures.ts'
import { toPlainLine, renderRemark, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { layOutTable, wrap } from '../../interfaces/cli/table.ts'

const INDENT = '  '
/** Lines of the table for each driver: with it, without it, the difference. */
const LINES_EACH = 3

/**
 * Prints what goes together with errors, each with both rates and their difference, below a line that says it is not a
 * cause.
 */
export const driverLines = (drivers: HistoryProfile['drivers'], screen: Screen): string[] => {
  if (drivers.items.length === 0) return []
  const figures = createFigures()
  const cells = alignFigures(
    drivers.items.flatMap((driver) => [
      figures.rate(driver.exposed, driver.reason),
      figures.rate(driver.unexposed, driver.reason),
      figures.points(driver.difference, driver.reason),
    ]),
  )
  const rows = drivers.items.flatMap((driver, at) =>
    [driver.exposed, driver.unexposed, driver.difference].map((value, index) => [
      NAMES[index] ?? '',
      cells[at * LINES_EACH + index] ?? '',
      countText(value),
      value === null ? '' : (UNITS[index] ?? ''),
    ]),
  )
  const columns = [{ title: '' }, { title: '' }, { title: '', align: 'right' as const }, { title: '' }]
  const [, ...lines] = layOutTable(columns, rows, screen.width - INDENT.length)
  const blocks = drivers.items.flatMap((driver, at) => [
    '',
    ...wrap(`${driver.driver}: ${toPlainLine(driver.description)}`, screen.width),
    ...lines.slice(at * LINES_EACH, (at + 1) * LINES_EACH).map((line) => INDENT + line),
  ])
  return renderSection(
    'Drivers',
    [...renderRemark(`${drivers.notCausal} ${COUNTED}`, screen), ...blocks, ...figures.footnotes(screen.width)],
    screen,
  )
}

const COUNTED = 'Only errors that the agent caused are counted.'
const NAMES = ['where it holds', 'elsewhere', 'difference']
const UNITS = ['calls', 'calls', 'sessions']
