import { SQLITE_CORRUPT, sqliteCode } from '../../../lib/foreign-database.ts'

export interface Lost {
  from: number
  to: number
}

/**
 * Reads the rows from `low` to `high` piece by piece where the table is damaged: what cannot be read is halved until
 * the unreadable rows are left alone. Other errors are thrown on.
 */
export const salvage = <T>(
  low: number,
  high: number,
  read: (low: number, high: number) => T[],
): { rows: T[]; lost: Lost[] } => {
  const rows: T[] = []
  const lost: Lost[] = []
  let failures = 0
  const lose = (from: number, to: number): void => {
    const last = lost.at(-1)
    if (last !== undefined && last.to === from - 1) last.to = to
    else lost.push({ from, to })
  }
  const visit = (from: number, to: number): void => {
    try {
      for (const row of read(from, to)) rows.push(row)
    } catch (thrown) {
      if (sqliteCode(thrown) !== SQLITE_CORRUPT) throw thrown
      failures++
      if (from === to || failures > MOST_FAILURES) return lose(from, to)
      const middle = Math.floor((from + to) / 2)
      visit(from, middle)
      visit(middle + 1, to)
    }
  }
  if (low <= high) visit(low, high)
  return { rows, lost }
}

/** A lost inner page hides a hundred thousand rows; asking for each of them would take minutes. */
const MOST_FAILURES = 2_000
