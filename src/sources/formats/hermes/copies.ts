import { hashOf } from '../../../lib/hash.ts'
import { cellText, type MessageRow } from './rows.ts'

/**
 * In-place compaction keeps the old rows and writes those it retains once more, with their old times. Tells such a
 * second writing from a message that merely reads the same: only what an earlier stretch held can be a copy, and only
 * as often as it was there.
 */
export const createCopies = (): Copies => {
  const earlier = new Map<string, number>()
  const current = new Map<string, number>()
  let lastTime = Number.NEGATIVE_INFINITY

  const beginStretch = (): void => {
    for (const [key, count] of current) if (count > (earlier.get(key) ?? 0)) earlier.set(key, count)
    current.clear()
  }

  return {
    beginStretch,
    isCopy(row: MessageRow): boolean {
      const time = typeof row.time === 'number' ? row.time : Number.NaN
      // Rewritten rows carry their old times, so a step back begins a stretch even where no summary was recognised.
      if (time < lastTime) beginStretch()
      if (!Number.isNaN(time)) lastTime = time
      const key = keyOf(row)
      const count = (current.get(key) ?? 0) + 1
      current.set(key, count)
      return count <= (earlier.get(key) ?? 0)
    },
  }
}

export interface Copies {
  /** What comes from here on was written by a later compaction. */
  beginStretch(): void
  isCopy(row: MessageRow): boolean
}

/** Results and arguments may have been shortened in the second writing, so calls are known by their ids alone. */
const keyOf = (row: MessageRow): string => {
  const time = cellText(row.time)
  const callId = cellText(row.toolCallId)
  if (callId !== undefined && callId !== '') return hashOf('result', time, callId)
  const calls = cellText(row.toolCalls)
  if (calls !== undefined && calls !== '') return hashOf('calls', time, idsIn(calls))
  return hashOf(cellText(row.role), time, cellText(row.content))
}

/** The ids inside the JSON text of `tool_calls`, without parsing it: arguments are escaped, so a bare `"id"` is a key. */
const idsIn = (calls: string): string => {
  const ids = calls.match(/"id": ?"[^"]{1,200}"/g)
  return ids === null ? calls : ids.join()
}
