import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../lib/error.ts'
import { issueCode, openReadOnly, withRetries } from '../../../lib/foreign-database.ts'
import { asNumber, asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { ParentKind } from '../../../schema/session-event.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { emitSession, type HeldSession } from './events.ts'

/**
 * Reads the sessions of another store, which may be of an older or newer version: those that changed since the last time, each of
 * them whole. Never throws, never writes; a checkpoint falls between two sessions.
 */
export function* readDatabase(file: SourceFile, emit: Emit, saved?: unknown): Generator<Checkpoint> {
  let database: DatabaseSync | undefined
  try {
    database = openReadOnly(file.path).database
    if (!isOurs(database)) return emit.issue({ line: 0, code: 'unsupported-database', message: UNSUPPORTED })
    yield* readSessions(database, emit, isRecord(saved) ? (asNumber(saved['change']) ?? 0) : 0)
  } catch (thrown) {
    emit.issue({ line: 0, code: issueCode(thrown), message: messageOf(thrown) })
  } finally {
    database?.close()
  }
}

const UNSUPPORTED = 'this store has no tables live_session and live_message as we know them'
const SESSION_COLUMNS = ['id', 'changed']
const MESSAGE_COLUMNS = ['session_id', 'position', 'role', 'at', 'text', 'data']
const PAGE_SESSIONS = 50
/** Rows between two checkpoints. */
const CHECKPOINT_ROWS = 2_000

const isOurs = (database: DatabaseSync): boolean => {
  const has = (table: string, wanted: readonly string[]): boolean => {
    const names = database.prepare('select name from pragma_table_info(?)').all(table)
    return wanted.every((column) => names.some(({ name }) => name === column))
  }
  return has('live_session', SESSION_COLUMNS) && has('live_message', MESSAGE_COLUMNS)
}

function* readSessions(database: DatabaseSync, emit: Emit, known: number): Generator<Checkpoint> {
  const sessions = database.prepare('select * from live_session where changed > ? order by changed limit ?')
  const [latest] = database.prepare('select max(changed) as latest, count(*) as total from live_session').all()
  // Changes only grow: a lower one means another store in the same place.
  let change = (asNumber(latest?.['latest']) ?? 0) < known ? 0 : known
  const total = asNumber(latest?.['total']) ?? 0
  let done = 0
  let rows = 0
  for (;;) {
    const page = withRetries(() => sessions.all(change, PAGE_SESSIONS))
    for (const row of page) {
      const messages = withRetries(() => messagesOf(database, row['id']))
      emitSession(emit, sessionOf(row), messages)
      change = asNumber(row['changed']) ?? change
      done++
      rows += messages.length
      if (rows < CHECKPOINT_ROWS) continue
      rows = 0
      yield { saved: { change }, done, total: Math.max(done, total) }
    }
    if (page.length < PAGE_SESSIONS) break
  }
  yield { saved: { change }, isLast: true, done: total, total }
}

const messagesOf = (database: DatabaseSync, session: unknown): JsonRecord[] =>
  database
    .prepare('select position, role, at, text, data from live_message where session_id = ? order by position')
    .all(String(session))
    .map(({ data, ...rest }) => {
      const fields = typeof data === 'string' ? parseJson(data) : undefined
      return { ...(isRecord(fields) ? fields : {}), ...rest }
    })

const PARENTS: readonly string[] = ['compression', 'branch', 'subagent', 'reset'] satisfies ParentKind[]

const sessionOf = (row: JsonRecord): HeldSession => {
  const parent = asString(row['parent_session'])
  const kind = asString(row['parent_kind']) ?? ''
  return {
    id: String(row['id']),
    owner: asString(row['owner']),
    platform: asString(row['platform']),
    project: asString(row['project']),
    cwd: asString(row['cwd']),
    model: asString(row['model']),
    title: asString(row['title']),
    parent:
      parent === undefined
        ? undefined
        : { session: parent, kind: PARENTS.includes(kind) ? (kind as ParentKind) : 'branch' },
    startedAt: asNumber(row['started_at']),
    endedAt: asNumber(row['ended_at']),
    endReason: asString(row['end_reason']),
  }
}
