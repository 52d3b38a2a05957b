import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { alignFigures, bars, countText, createFigures } from '../../interfaces/cli/figures.ts'
import { renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'

/**
 * Compares the same positions in short, middle and long sessions. This shows whether a trend only comes from the
 * sessions that lasted longer.
 */
export const positionLines = ({ byPosition }: HistoryProfile, screen: Screen): string[] => {
  const places = byPosition.flatMap(({ positions, lengths }) =>
    lengths.map((length, index) => ({ ...length, positions: index === 0 ? positions : '' })),
  )
  if (places.length === 0) return []
  const figures = createFigures()
  const cells = alignFigures(places.map((place) => figures.rate(place.errorRate, place.reason)))
  const bar = bars(places.map((place) => place.errorRate?.rate ?? null))
  const rows = places.map((place, index) => [
    place.positions,
    place.bucket,
    grouped(place.sessions),
    countText(place.errorRate),
    cells[index] ?? '',
    bar[index] ?? '',
  ])
  const columns = [
    { title: 'calls' },
    { title: 'became (messages)' },
    { title: 'sessions', align: 'right' as const, drop: 1 },
    { title: 'n', align: 'right' as const },
    { title: 'error rate' },
    { title: '', drop: 2 },
  ]
  return renderSection(
    'The same place in sessions of different length',
    [...renderTable(columns, rows, screen), ...figures.footnotes(screen.width), ...renderRemark(SURVIVORS, screen)],
    screen,
  )
}

const SURVIVORS =
  'If long sessions are better from their first calls on, they did not become better by being long: they are the ones that went well.'
