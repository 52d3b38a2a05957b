import { sortConversations, tallyCall } from '../../profile/run.ts'
import type { HarvestedSession } from '../../schema/harvest.ts'
import type { TallyCall } from '../../schema/tally.ts'
import type { Connection } from '../../store/connection.ts'
import {
  harvestsOf,
  lineageOf,
  type MineFilter,
  minedSessions,
  type MinedSessionRow,
  readSessionCalls,
  turnsBefore,
} from '../../store/derived/harvest.ts'
import type { MineOptions } from '../mined.ts'
import { disqualification } from './qualify.ts'
import { type Beginning, beginningOf, conductOf, familyFinder, gainOf, harvestedSession } from './session-rows.ts'

export type Leave = (reason: string, count?: number) => void

interface Choosing {
  minMessages: number
  maxSessions: number
  /** Extra older sessions, searched for recoveries only; not reported. */
  further: number
  leave: Leave
}

/** Chooses the newest sessions that qualify, as they were at `until`, with their harvests. */
export const chooseSessions = async (
  store: Connection,
  { sessions: named, ...filter }: MineOptions,
  { minMessages, maxSessions, further, leave }: Choosing,
): Promise<{ sessions: HarvestedSession[]; further: HarvestedSession[]; scanned: number; gains: number[] }> => {
  const { owner } = filter
  const chosen: MinedSessionRow[] = []
  const beginnings = new Map<string, Beginning>()
  // Sessions cut off at `until` are ordered by their state at that time. That takes all of them, so they cannot be read
  // in pages.
  const isPaged = named === undefined && filter.until === undefined
  const most = maxSessions + further
  const size = isPaged ? Math.max(FEWEST_A_PAGE, PAGE_SHARE * most) : ALL
  let scanned = 0
  for (let from = 0; chosen.length < most || named !== undefined; from += size) {
    const rows = await minedSessions(store, { ...filter, ids: named }, isPaged ? { size, from } : undefined)
    for (const [id, beginning] of await readBeginnings(store, filter, rows)) beginnings.set(id, beginning)
    if (beginnings.size > 0) rows.sort(newestFirst(beginnings))
    for (const row of rows) {
      if (chosen.length >= most && named === undefined) break
      const isTold = chosen.length < maxSessions || named !== undefined
      if (isTold) scanned++
      const conduct = beginnings.get(row.id)?.conduct ?? conductOf(row)
      const reason = named === undefined ? disqualification(conduct, minMessages) : undefined
      if (reason === undefined) chosen.push(row)
      else if (isTold) leave(reason)
    }
    if (rows.length < size) break
  }
  const familyOf = familyFinder(await lineageOf(store, owner))
  const whole = chosen.filter((row) => !beginnings.has(row.id)).map((row) => row.id)
  const harvests = new Map((await harvestsOf(store, { owner, ids: whole })).map((row) => [row.session_id, row]))
  const all = chosen.map((row) =>
    harvestedSession(row, {
      family: familyOf(row),
      harvest: harvests.get(row.id),
      beginning: beginnings.get(row.id),
    }),
  )
  const told = named === undefined ? maxSessions : all.length
  const gains = chosen.slice(0, told).flatMap((row) => gainOf(beginnings.get(row.id)?.track ?? row.track ?? '') ?? [])
  return { sessions: all.slice(0, told), further: all.slice(told), scanned, gains }
}

/** The number of sessions read at once. It is large enough that one page usually holds as many as are wanted. */
const FEWEST_A_PAGE = 200
const PAGE_SHARE = 4
const ALL = Number.POSITIVE_INFINITY

const newestFirst = (beginnings: ReadonlyMap<string, Beginning>) => {
  const lastOf = (row: MinedSessionRow): number => beginnings.get(row.id)?.lastAt ?? row.last_at ?? row.started_at ?? 0
  return (one: MinedSessionRow, other: MinedSessionRow): number =>
    lastOf(other) - lastOf(one) || (one.native_id < other.native_id ? -1 : 1)
}

/** Reads sessions that went on after `until`, up to that time. */
const readBeginnings = async (
  store: Connection,
  { owner, until }: MineFilter,
  rows: readonly MinedSessionRow[],
): Promise<Map<string, Beginning>> => {
  if (until === undefined) return new Map()
  const crossing = rows.filter((row) => row.last_at === null || row.last_at >= until)
  const ids = crossing.map((row) => row.id)
  const turns = await turnsBefore(store, { owner, ids, until })
  const rowsBefore = await readSessionCalls(store, { owner, ids, until })
  const steps = bySession(rowsBefore)
  const lastAt = new Map<string, number>()
  for (const { session_id: id, at } of rowsBefore) lastAt.set(id, Math.max(lastAt.get(id) ?? 0, at ?? 0))
  return new Map(
    crossing.map((row) => {
      const extent = { turns: turns.get(row.id) ?? 0, lastAt: lastAt.get(row.id) }
      return [row.id, beginningOf(row, steps.get(row.id) ?? [], extent)]
    }),
  )
}

/** The calls of each session, ordered by position within each conversation. */
export type Steps = Map<string, TallyCall[]>

export const bySession = (rows: Awaited<ReturnType<typeof readSessionCalls>>): Steps => {
  const steps: Steps = new Map()
  for (const row of rows) {
    const calls = steps.get(row.session_id)
    if (calls === undefined) steps.set(row.session_id, [tallyCall(row)])
    else calls.push(tallyCall(row))
  }
  for (const calls of steps.values()) sortConversations(calls)
  return steps
}
