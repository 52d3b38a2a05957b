import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { Canvas } from '../canvas.ts'
import { type ForestRow, forest } from '../charts/forest.ts'
import { cutCount, spanFigures } from '../charts/scale.ts'
import { figure } from '../figure.ts'
import { counted, rateOrReason, reasonOf } from '../number-words.ts'
import { foreign, type Html } from '../markup.ts'
import { scrollingTable } from '../table.ts'
import { estimateCell, omitted } from './groups.ts'
import { section } from './section.ts'

type Item = HistoryProfile['drivers']['items'][number]

/** What goes together with errors? Associations only, and the heading says so. */
export const drivers = (canvas: Canvas, { drivers: { items, notCausal } }: HistoryProfile): Html => {
  const rows = rowsOf(items)
  return section({ id: 'drivers', question: 'What goes together with errors?', answer: notCausal }, [
    figure(canvas, {
      id: 'drivers-chart',
      title: 'Goes together with, does not cause',
      description: sentence(items),
      chart: rows.length === 0 ? undefined : chartOf(canvas, rows),
      cutIntervals: cutCount(rows, 'difference'),
      absent: items.length === 0 ? 'no comparison could be made' : reasonOf(items[0]?.reason),
      omitted: omitted(
        items
          .filter((item) => item.difference === null && items.some((each) => each.difference !== null))
          .map(({ description, reason }) => ({ name: foreign(description), reason })),
      ),
      table: items.length === 0 ? undefined : tableOf(items),
    }),
  ])
}

const sentence = (items: readonly Item[]): string => {
  const known = items.flatMap(({ difference }) => (difference === null ? [] : [difference]))
  const more = known.filter(({ low }) => low > 0).length
  const fewer = known.filter(({ high }) => high < 0).length
  const how =
    'Agent-caused errors where something holds, minus where it does not, inside the same session and kind of work.'
  if (known.length === 0) return how
  return `${how} Of ${counted(known.length, 'comparison')}, ${more} clearly go together with more errors, ${fewer} with fewer, and ${known.length - more - fewer} leave it open.`
}

const rowsOf = (items: readonly Item[]): ForestRow[] =>
  items.flatMap(({ description, difference }) =>
    difference === null
      ? []
      : [
          {
            label: foreign(description),
            figures: spanFigures(difference.estimate, difference.n, 'difference'),
            value: difference.estimate,
            low: difference.low,
            high: difference.high,
          },
        ],
  )

const chartOf = (canvas: Canvas, rows: readonly ForestRow[]) =>
  forest(canvas.plot, {
    rows,
    measure: 'difference',
    axis: '← fewer errors · points · more errors →',
    labelsAbove: true,
  })

const tableOf = (items: readonly Item[]): Html =>
  scrollingTable(
    'What goes together with errors',
    [
      { title: 'Compared' },
      { title: 'Where it holds', align: 'right' },
      { title: 'Where it does not', align: 'right' },
      { title: 'Difference', align: 'right' },
    ],
    items.map((item) => [
      foreign(item.description),
      rateOrReason(item.exposed, item.reason),
      rateOrReason(item.unexposed, item.reason),
      estimateCell(item.difference, item.reason),
    ]),
  )
