import type { SessionProfile } from '../../../schema/listing/session-profile.ts'
import type { Look, TimelineDot } from '../charts/timeline.ts'
import { foreign } from '../markup.ts'

type TimelineCall = SessionProfile['timeline'][number]

const MOST_ROWS = 12
/** The chart cuts names to its room; this only limits the size of the page. */
const ROW_CHARS = 100
/** The number of columns that the eye can tell apart; in longer sessions several calls share a column. */
const MOST_COLUMNS = 240
const OTHER_TOOLS = 'other tools'
const SUB_AGENTS = 'in sub-agents'

/**
 * The calls of a session as marks, at most one for each tool, outcome and column. Rows are the most used tools. Calls
 * of sub-agents have their own row, because their positions count within their own conversations.
 */
export const thinned = (calls: readonly TimelineCall[]): { rows: string[]; dots: TimelineDot[]; last: number } => {
  const rowOf = rowsBy(calls)
  const last = calls.reduce((most, call) => Math.max(most, call.position), 0)
  const columnWidth = Math.max(1, Math.ceil(last / MOST_COLUMNS))
  const dots = new Map<string, TimelineDot & { count: number }>()
  for (const call of calls) {
    const [row, look] = [rowOf(call), lookOf(call)]
    const key = `${Math.floor(call.position / columnWidth)} ${look} ${row}`
    const dot = dots.get(key)
    if (dot !== undefined) dot.count++
    else dots.set(key, { row, look, position: call.position, title: titleOf(call), count: 1 })
  }
  const used = new Map<string, number>()
  for (const { row, count } of dots.values()) used.set(row, (used.get(row) ?? 0) + count)
  return { rows: [...used.keys()].toSorted(byUse(used)), dots: [...dots.values()].map(withCount), last }
}

/** The look of a call: the agent's own mistakes differ from the rest. */
export const lookOf = ({ outcome, cause }: TimelineCall): Look => {
  if (outcome !== 'error') return outcome
  return cause === 'agent' ? 'agent' : 'other'
}

const rowsBy = (calls: readonly TimelineCall[]): ((call: TimelineCall) => string) => {
  const used = new Map<string, number>()
  for (const { agent, tool } of calls) if (agent === null) used.set(tool, (used.get(tool) ?? 0) + 1)
  const tools = [...used.keys()].toSorted(byUse(used)).slice(0, used.size > MOST_ROWS ? MOST_ROWS - 1 : MOST_ROWS)
  const names = new Map(tools.map((tool) => [tool, foreign(tool, ROW_CHARS)]))
  return ({ agent, tool }) => (agent === null ? (names.get(tool) ?? OTHER_TOOLS) : SUB_AGENTS)
}

/** Most used first, then by name; the collected rows come last. */
const byUse =
  (used: ReadonlyMap<string, number>) =>
  (a: string, b: string): number =>
    rank(a) - rank(b) || (used.get(b) ?? 0) - (used.get(a) ?? 0) || (a < b ? -1 : 1)

const rank = (row: string): number => [OTHER_TOOLS, SUB_AGENTS].indexOf(row)

const titleOf = (call: TimelineCall): string => {
  const cause = call.cause === null ? '' : ` (${call.cause})`
  return `${call.position}. ${foreign(call.tool, 40)}: ${call.outcome}${cause}\n${foreign(call.subject, 100)}`
}

const withCount = ({ count, ...dot }: TimelineDot & { count: number }): TimelineDot =>
  count === 1 ? dot : { ...dot, title: `${dot.title}\nand ${count - 1} more beside it` }
