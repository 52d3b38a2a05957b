import type { ChatImported } from './imported-shape.ts'
import { toPlainLine, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** Prints what was taken over, what was not and why, and the settings here. */
export const importedLines = (report: ChatImported, screen: Screen & { isDryRun: boolean }): string[] => {
  const { taken, present, skipped, settings, writtenTo, remarks } = report
  const verb = screen.isDryRun ? 'would be taken over' : 'taken over'
  const here = present.length === 0 ? '' : `, ${present.length} were here before`
  const left = skipped.length === 0 ? '' : `, ${skipped.length} left out`
  return [
    ...wrap(`${taken.length} ${taken.length === 1 ? 'chat' : 'chats'} ${verb}${here}${left}.`, screen.width),
    ...renderSection('Taken', takenLines(taken, screen), screen),
    ...renderSection('Left out', leftOut(skipped, screen.width), screen),
    ...renderSection('Settings', settingLines(settings, writtenTo, screen.width), screen),
    ...renderSection(
      'Remarks',
      remarks.flatMap((remark) => item(toPlainLine(remark), screen.width)),
      screen,
    ),
  ]
}

const takenLines = (taken: ChatImported['taken'], screen: Screen): string[] => {
  if (taken.length === 0) return []
  const columns = [
    { title: 'chat', shrink: 'end' as const },
    { title: 'key', shrink: 'end' as const },
    { title: 'messages', align: 'right' as const, drop: 1 },
  ]
  return renderTable(
    columns,
    taken.map(({ displayName, key, messages }) => [toPlainLine(displayName), toPlainLine(key), String(messages)]),
    screen,
  )
}

const leftOut = (skipped: ChatImported['skipped'], width: number): string[] =>
  skipped.flatMap(({ key, reason, where }) => item(`${toPlainLine(key)}: ${toPlainLine(reason)} (${where})`, width))

const settingLines = (settings: ChatImported['settings'], writtenTo: string | null, width: number): string[] => {
  if (Object.keys(settings).length === 0) return []
  if (writtenTo !== null) return wrap(`Written to ${writtenTo}`, width)
  return JSON.stringify({ gateway: settings }, null, 2).split('\n')
}

const item = (text: string, width: number): string[] =>
  wrap(text, width, '  ').map((line, index) => (index === 0 ? `- ${line.slice(2)}` : line))
