import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../lib/error.ts'
import { issueCode, openReadOnly } from '../../../lib/foreign-database.ts'
import { asNumber, asString, isRecord } from '../../../lib/json.ts'
import type { JsonRecord } from '../../../lib/json.ts'
import { createPiSessionReader } from '../../../wire/pi-session.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { dialectFor } from './dialect.ts'
import { entryColumns, readStoredEntry } from './stored-entry.ts'
import type { Route } from './whose.ts'
import { readWindows } from './windows.ts'

/**
 * Reads the per-agent database in which newer versions keep their transcripts: one row of `transcript_events` per entry,
 * the same JSON that used to be a line. Sessions whose last row is known are skipped. Read only, in short reads.
 */
export function* readDatabase(file: SourceFile, emit: Emit, saved?: unknown): Generator<Checkpoint> {
  let db: DatabaseSync | undefined
  try {
    db = openReadOnly(file.path).database
    const columns = columnsOf(db, 'transcript_events')
    if (!NEEDED.every((name) => columns.has(name)))
      return emit.issue({ line: 0, code: 'unsupported-database', message: UNSUPPORTED })
    const known = isRecord(saved) && isRecord(saved.sessions) ? saved.sessions : {}
    yield* readSessions({ db, emit, columns: entryColumns((name) => columns.has(name)) }, known)
  } catch (thrown) {
    emit.issue({ line: 0, code: issueCode(thrown), message: messageOf(thrown) })
  } finally {
    db?.close()
  }
}

const UNSUPPORTED = 'this OpenClaw database has no table transcript_events with session_id, seq and event_json'

/** Rows per read, so that no read transaction stays open for long. */
const PAGE_ROWS = 500
/** Between two checkpoints: each carries the state of every session, so not too often. */
const CHECKPOINT_ROWS = 5000

const NEEDED = ['session_id', 'seq', 'event_json']

const columnsOf = (db: DatabaseSync, table: string): Set<unknown> =>
  new Set(
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((column) => column.name),
  )

interface Reading {
  db: DatabaseSync
  emit: Emit
  /** What to ask of a row, which depends on the version that made the database. */
  columns: string
}

function* readSessions(reading: Reading, known: JsonRecord): Generator<Checkpoint> {
  const { db, emit } = reading
  const describe = readWindows(db, emit)
  const agentVersion = versionOf(db)
  const sessions: JsonRecord = {}
  const listed = db
    .prepare('SELECT session_id AS id, MAX(seq) AS last, COUNT(*) AS rows FROM transcript_events GROUP BY session_id')
    .all()
  const total = listed.reduce((sum, row) => sum + (asNumber(row.rows) ?? 0), 0)
  let done = 0
  let pending = 0
  // A session that is gone keeps its facts but not its cursor; one not reached yet keeps both.
  for (const row of listed) if (typeof row.id === 'string' && row.id in known) sessions[row.id] = known[row.id]
  for (const row of listed) {
    const id = asString(row.id)
    const rows = asNumber(row.rows) ?? 0
    const last = asNumber(row.last)
    done += rows
    if (!id || last === undefined) continue
    if (isKnown(known[id], { last, rows })) continue
    const route = describe(id)
    if (agentVersion !== undefined) emit.event({ type: 'session-start', session: id, line: 0, agentVersion })
    // The importer keeps nothing of a session between checkpoints, so a changed session is read whole.
    readEvents(reading, { id, upTo: last, route })
    sessions[id] = { last, rows }
    pending += rows
    if (pending < CHECKPOINT_ROWS) continue
    pending = 0
    yield { saved: { sessions: { ...sessions } }, done, total }
  }
  yield { saved: { sessions }, isLast: true, done: total, total }
}

/** Nothing added, nothing rewound or repaired. */
const isKnown = (known: unknown, now: { last: number; rows: number }): boolean =>
  isRecord(known) && asNumber(known.last) === now.last && asNumber(known.rows) === now.rows

/** The version that last opened the database. Older ones do not say. */
const versionOf = (db: DatabaseSync): string | undefined => {
  if (!columnsOf(db, 'schema_meta').has('app_version')) return undefined
  const rows = db.prepare('SELECT app_version AS version FROM schema_meta LIMIT 100').all()
  const version = asString(rows.find((row) => typeof row.version === 'string' && row.version !== '')?.version)
  return version?.slice(0, VERSION_CHARS)
}

const VERSION_CHARS = 100

const readEvents = ({ db, emit, columns }: Reading, session: { id: string; upTo: number; route: Route }): void => {
  const dialect = { ...dialectFor(session.route), session: session.id, sessionIsCertain: true }
  const reader = createPiSessionReader(emit, dialect)
  const page = db.prepare(
    `SELECT rowid AS line, seq, ${columns} FROM transcript_events WHERE session_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  )
  let after = -1
  for (;;) {
    const rows = page.all(session.id, after, session.upTo, PAGE_ROWS)
    for (const row of rows) {
      const line = asNumber(row.line) ?? 0
      after = asNumber(row.seq) ?? after
      const read = readStoredEntry(row)
      if ('issue' in read) emit.issue({ line, ...read.issue })
      else reader.read(read.entry, line)
    }
    if (rows.length < PAGE_ROWS) return
  }
}
