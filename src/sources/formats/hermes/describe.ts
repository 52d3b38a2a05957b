import { readTime } from '../../../lib/clock.ts'
import type { SessionEnd, SessionStart, Usage } from '../../../schema/session-event.ts'
import type { Lineage } from './lineage.ts'
import { cellNumber, cellText, cellWord, type SessionRow } from './rows.ts'

/** What a row of `sessions` says about its session. */
export const describeSession = (row: SessionRow, lineage: Lineage, line: number): SessionStart => {
  const event: SessionStart = { type: 'session-start', session: row.id, line }
  const at = timeCell(row.startedAt)
  if (at !== undefined) event.at = at
  const platform = cellWord(row.source)
  if (platform !== undefined) event.platform = platform
  if (lineage.owner !== undefined) event.owner = lineage.owner
  const cwd = cellWord(row.cwd)
  if (cwd !== undefined) event.cwd = cwd
  const root = cellWord(row.gitRoot)
  if (root !== undefined) event.projectRoot = root
  const model = cellWord(row.model)
  if (model !== undefined) event.model = model
  const title = cellWord(row.title)
  if (title !== undefined) event.title = title
  if (lineage.parent !== undefined && !lineage.cyclic) event.parent = lineage.parent
  return event
}

/**
 * Totals of the session. All counters zero means that Hermes did not count (rows without a billing provider), not that
 * nothing was used. Reasoning is already part of the output, and cache reads are no part of the input.
 */
export const describeUsage = (row: SessionRow, line: number): Usage | undefined => {
  const counts = {
    inputTokens: countCell(row.inputTokens),
    outputTokens: countCell(row.outputTokens),
    cacheReadTokens: countCell(row.cacheReadTokens),
    cacheWriteTokens: countCell(row.cacheWriteTokens),
  }
  const costUsd = costCell(row.actualCost) ?? costCell(row.estimatedCost)
  if (costUsd === undefined && !Object.values(counts).some((count) => count !== undefined && count > 0))
    return undefined
  const event: Usage = { type: 'usage', session: row.id, line, cumulative: true }
  for (const [name, count] of Object.entries(counts)) if (count !== undefined) Object.assign(event, { [name]: count })
  if (costUsd !== undefined) event.costUsd = costUsd
  return event
}

/** A session is always read whole, so nothing more of it follows; a live one has no reason yet. */
export const describeEnd = (row: SessionRow, line: number): SessionEnd => {
  const event: SessionEnd = { type: 'session-end', session: row.id, line }
  const reason = cellWord(row.endReason)
  if (reason === undefined) return event
  event.reason = reason
  const at = timeCell(row.endedAt)
  if (at !== undefined) event.at = at
  return event
}

const timeCell = (value: unknown): number | undefined => readTime(typeof value === 'number' ? value : cellText(value))

/** More tokens than any account will ever be billed for: a damaged cell. */
const MOST_TOKENS = 1e13

const countCell = (value: unknown): number | undefined => {
  const count = cellNumber(value)
  return count !== undefined && count >= 0 && count < MOST_TOKENS ? Math.round(count) : undefined
}

/** Hermes writes zero for a price that it does not know. */
const costCell = (value: unknown): number | undefined => {
  const cost = cellNumber(value)
  return cost !== undefined && cost > 0 && cost < MOST_TOKENS ? cost : undefined
}
