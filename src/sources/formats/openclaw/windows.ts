import type { DatabaseSync } from 'node:sqlite'
import { asString } from '../../../lib/json.ts'
import type { ParentKind, SessionStart } from '../../../schema/session-event.ts'
import type { Emit } from '../../source.ts'
import { type Route, readRoute } from './whose.ts'

/**
 * Gives a function that emits what the database says about a session beside its transcript: platform, owner, title, model and
 * where it came from. It returns platform and owner. Columns that a version does not have are simply not known.
 */
export const readWindows = (db: DatabaseSync, emit: Emit): ((session: string) => Route) => {
  const windows = new Map<string, Row>()
  // Of several windows with the same key, the latest is the window that spawned.
  const latestOfKey = new Map<string, string>()
  for (const row of rowsOf(db)) {
    const id = asString(row.session_id)
    if (!id) continue
    windows.set(id, row)
    const key = asString(row.session_key)
    if (key) latestOfKey.set(key, id)
  }
  const routes = new Map<string, Route>()
  const routeOfWindow = (row: Row, hops: number): Route => {
    const spawner = windows.get(latestOfKey.get(spawnerKey(row)) ?? '')
    const known = spawner === undefined || hops > MOST_HOPS ? LOST : routeOfWindow(spawner, hops + 1)
    return readRoute(asString(row.session_key) ?? '', asString(row.channel), known)
  }
  for (const [id, row] of windows) routes.set(id, routeOfWindow(row, 0))
  const hasChats = [...routes.values()].some(({ owner }) => owner !== undefined)
  return (session) => {
    const row = windows.get(session)
    // A transcript without its window tells nothing about where it was held.
    if (row === undefined) return hasChats ? LOST : {}
    const route = routes.get(session) ?? LOST
    emit.event({ ...describe(session, row, latestOfKey), ...route })
    return route
  }
}

/** The owner is not known. */
const LOST: Route = { owner: null }
const MOST_HOPS = 20

const spawnerKey = (row: Row): string => asString(row.spawned_by) ?? asString(row.parent_session_key) ?? ''

type Row = Record<string, unknown>

const rowsOf = (db: DatabaseSync): Row[] => {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all('session_windows')
  const has = (name: string): boolean => columns.some((column) => column.name === name)
  if (!has('session_id')) return []
  const wanted = WANTED.filter(has).join(', ')
  return db
    .prepare(`SELECT ${wanted} FROM session_windows ORDER BY ${has('updated_at') ? 'updated_at' : 'rowid'}`)
    .all()
}

const WANTED = [
  'session_id',
  'session_key',
  'previous_session_id',
  'reason',
  'channel',
  'model',
  'display_name',
  'spawned_by',
  'parent_session_key',
]

const describe = (session: string, row: Row, latestOfKey: Map<string, string>): SessionStart => {
  const event: SessionStart = { type: 'session-start', session, line: 0 }
  const title = asString(row.display_name)
  if (title) event.title = title
  const model = asString(row.model)
  if (model) event.model = model
  const parent = parentOf(session, row, latestOfKey)
  if (parent) event.parent = parent
  return event
}

const parentOf = (session: string, row: Row, latestOfKey: Map<string, string>): SessionStart['parent'] => {
  const previous = asString(row.previous_session_id)
  const kind = KINDS[asString(row.reason) ?? '']
  if (previous && kind && previous !== session) return { session: previous, kind }
  const spawner = latestOfKey.get(spawnerKey(row))
  return spawner && spawner !== session ? { session: spawner, kind: 'subagent' } : undefined
}

const KINDS: Record<string, ParentKind | undefined> = {
  reset: 'reset',
  rollover: 'reset',
  compaction: 'compression',
  fork: 'branch',
  rewind: 'branch',
  switch: 'branch',
  recovery: 'branch',
}
