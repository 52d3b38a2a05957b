import type { DatabaseSync } from 'node:sqlite'
import { asString } from '../../lib/json.ts'
import type { ParentKind, SessionStart } from '../../schema/session-event.ts'
import type { Emit } from '../source.ts'

/**
 * Gives a function that emits what the database says about a session beside its transcript: platform, title, model and
 * where it came from. Columns that a version does not have are simply not known.
 */
export const readWindows = (db: DatabaseSync, emit: Emit): ((session: string) => void) => {
  const windows = new Map<string, Row>()
  // Of several windows under one key the latest is the one that spawned.
  const latestOfKey = new Map<string, string>()
  for (const row of rowsOf(db)) {
    const id = asString(row.session_id)
    if (!id) continue
    windows.set(id, row)
    const key = asString(row.session_key)
    if (key) latestOfKey.set(key, id)
  }
  return (session) => {
    const row = windows.get(session)
    if (row) emit.event(describe(session, row, latestOfKey))
  }
}

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
  const key = asString(row.session_key) ?? ''
  const platform = platformOfKey(key) ?? asString(row.channel)
  if (platform) event.platform = platform
  const title = asString(row.display_name)
  if (title) event.title = title
  const model = asString(row.model)
  if (model) event.model = model
  const parent = parentOf(session, row, latestOfKey)
  if (parent) event.parent = parent
  return event
}

const platformOfKey = (key: string): string | undefined => {
  if (key.includes(':subagent:')) return 'subagent'
  return key.includes(':cron:') || key.startsWith('cron:') ? 'cron' : undefined
}

const parentOf = (session: string, row: Row, latestOfKey: Map<string, string>): SessionStart['parent'] => {
  const previous = asString(row.previous_session_id)
  const kind = KINDS[asString(row.reason) ?? '']
  if (previous && kind && previous !== session) return { session: previous, kind }
  const spawner = latestOfKey.get(asString(row.spawned_by) ?? asString(row.parent_session_key) ?? '')
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
