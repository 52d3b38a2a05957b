import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { Canvas } from '../canvas.ts'
import { CAUSES } from '../charts/months.ts'
import { figure } from '../figure.ts'
import { counted, percent, reasonOf } from '../number-words.ts'
import { foreign, type Html } from '../markup.ts'
import { extremes, forestRows, groupTable, type NamedGroup, omitted, withoutRate } from './groups.ts'
import { byMonth, CAUSE_WORDS } from './months.ts'
import { errorRateChart } from './reliability.ts'
import { section } from './section.ts'

const MOST_TOOLS = 15
const TOOL_CHARS = 60

/** Where do errors come from? Causes over time, and tools. */
export const origins = (canvas: Canvas, history: HistoryProfile): Html =>
  section({ id: 'origins', question: 'Where do errors come from?', answer: answerOf(history) }, [
    byMonth(canvas, history),
    byTool(canvas, history),
  ])

const answerOf = ({ byCause, calls, outcomes }: HistoryProfile): string => {
  const errors = CAUSES.reduce((sum, cause) => sum + byCause[cause], 0)
  if (errors === 0 && calls === outcomes.unknown) return 'No call has a known outcome, so there is no error to trace.'
  if (errors === 0) return 'No call is known to have failed.'
  const shares = CAUSES.filter((cause) => byCause[cause] > 0)
    .toSorted((a, b) => byCause[b] - byCause[a])
    .map((cause) => `${CAUSE_WORDS[cause]} ${percent(byCause[cause] / errors)}`)
  return `Of ${counted(errors, 'error')}: ${shares.join(', ')}.`
}

const byTool = (canvas: Canvas, history: HistoryProfile): Html => {
  const tools: NamedGroup[] = history.byTool
    .toSorted((a, b) => b.calls - a.calls)
    .map((group) => ({ ...group, name: foreign(group.tool, TOOL_CHARS) }))
  const top = tools.slice(0, MOST_TOOLS)
  const rows = forestRows(top)
  return figure(canvas, {
    id: 'by-tool',
    title: 'Error rate by tool, most used first',
    description: sentence(top),
    ...errorRateChart(canvas, history, rows),
    absent: tools.length === 0 ? 'no tool was called' : reasonOf(top[0]?.reason),
    omitted: rows.length === 0 ? undefined : note(top, tools.length - top.length),
    table: tools.length === 0 ? undefined : groupTable('Error rate by tool', 'Tool', tools),
  })
}

const note = (top: readonly NamedGroup[], rest: number): string | undefined => {
  const more = rest > 0 ? `Less used ones are only in the table: ${counted(rest, 'tool')}.` : undefined
  return [more, omitted(withoutRate(top))].filter((each) => each !== undefined).join(' ') || undefined
}

const sentence = (tools: readonly NamedGroup[]): string => {
  const how = 'A long line means that few calls speak for the point.'
  const found = extremes(tools.map(({ name, errorRate }) => ({ name, rate: errorRate })))
  if (found === undefined) return `The tools with the most calls. ${how}`
  const { most, least } = found
  return `Among the most used tools ${most.name} fails most often (${percent(most.rate.rate)}), ${least.name} least (${percent(least.rate.rate)}). ${how}`
}
