import type { DatabaseSync } from 'node:sqlite'
import { readTime } from '../../../lib/clock.ts'
import { messageOf } from '../../../lib/error.ts'
import { issueCode, openReadOnly, withRetries } from '../../../lib/foreign-database.ts'
import { asNumber, asString, isRecord, parseJson, type JsonRecord } from '../../../lib/json.ts'
import { createSessionTeller, type SessionTeller, readTokenCount } from '../../../wire/session-teller.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { readMessage } from './message.ts'

/**
 * Reads a live `sessions.db`: sessions that have changed since the last time, each of them whole. Never throws, never writes; a
 * checkpoint falls between two sessions. Columns that a version does not have are passed over.
 */
export function* readDatabase(file: SourceFile, emit: Emit, saved?: unknown): Generator<Checkpoint> {
  let db: DatabaseSync | undefined
  try {
    db = withRetries(() => openReadOnly(file.path)).database
    const columns = { messages: columnsOf(db, 'messages'), sessions: columnsOf(db, 'sessions') }
    if (!NEEDED.every((name) => columns.messages.has(name)))
      return emit.issue({ line: 0, code: 'unsupported-database', message: UNSUPPORTED })
    const known = isRecord(saved) && isRecord(saved.sessions) ? saved.sessions : {}
    yield* readSessions({ db, emit, columns, hasLedger: columnsOf(db, 'usage_ledger').has('is_compaction') }, known)
  } catch (thrown) {
    emit.issue({ line: 0, code: issueCode(thrown), message: messageOf(thrown) })
  } finally {
    db?.close()
  }
}

const UNSUPPORTED = 'this Goose database has no table messages with session_id, role and content_json'
const NEEDED = ['id', 'session_id', 'role', 'content_json']

/** Rows per read, so that no read transaction stays open for long. */
const PAGE_ROWS = 500
/** Between two checkpoints: each carries the state of every session, so not too often. */
const CHECKPOINT_ROWS = 5_000

interface Reading {
  db: DatabaseSync
  emit: Emit
  columns: { messages: ReadonlySet<string>; sessions: ReadonlySet<string> }
  hasLedger: boolean
}

const columnsOf = (db: DatabaseSync, table: string): Set<string> =>
  new Set(
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name)),
  )

function* readSessions(reading: Reading, known: JsonRecord): Generator<Checkpoint> {
  const { db } = reading
  const listed = withRetries(() =>
    db
      .prepare(
        'SELECT session_id AS id, MAX(id) AS last, COUNT(*) AS rows FROM messages GROUP BY session_id ORDER BY last',
      )
      .all(),
  )
  const sessions: JsonRecord = {}
  for (const row of listed) if (typeof row.id === 'string' && row.id in known) sessions[row.id] = known[row.id]
  const total = listed.reduce((sum, row) => sum + (asNumber(row.rows) ?? 0), 0)
  let done = 0
  let pending = 0
  for (const { id: name, last, rows } of listed) {
    const id = asString(name)
    const count = asNumber(rows) ?? 0
    done += count
    if (!id) continue
    const about = aboutSession(reading, id)
    const mark = `${String(last)} ${count} ${asString(about.updated_at) ?? ''}`
    if (known[id] === mark) continue
    readSession(reading, id, about)
    sessions[id] = mark
    pending += count
    if (pending < CHECKPOINT_ROWS) continue
    pending = 0
    yield { saved: { sessions: { ...sessions } }, done, total }
  }
  yield { saved: { sessions }, isLast: true, done: total, total }
}

const aboutSession = ({ db, columns }: Reading, id: string): JsonRecord => {
  const wanted = SESSION_COLUMNS.filter((name) => columns.sessions.has(name))
  if (wanted.length === 0) return {}
  const row = withRetries(() => db.prepare(`SELECT ${wanted.join(', ')} FROM sessions WHERE id = ?`).get(id))
  return isRecord(row) ? row : {}
}

const SESSION_COLUMNS = [
  'name',
  'description',
  'session_type',
  'working_dir',
  'created_at',
  'updated_at',
  'model_config_json',
  'parent_session_id',
  'accumulated_input_tokens',
  'accumulated_output_tokens',
  'accumulated_cache_read_tokens',
  'accumulated_cost',
] as const

const readSession = (reading: Reading, id: string, about: JsonRecord): void => {
  const { db, emit, columns } = reading
  const teller = createSessionTeller(emit, id)
  describe(teller, about)
  const optional = (name: string): string => (columns.messages.has(name) ? name : `NULL AS ${name}`)
  const page = db.prepare(
    `SELECT id, role, content_json, ${['message_id', 'created_timestamp', 'metadata_json'].map(optional).join(', ')}
     FROM messages WHERE session_id = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const compactions = compactionsOf(reading, id)
  let hasUsage = false
  let after = -1
  for (;;) {
    const rows = withRetries(() => page.all(id, after, PAGE_ROWS))
    for (const row of rows) {
      const line = asNumber(row.id) ?? 0
      after = line
      const at = teller.timeOf(row.created_timestamp, line)
      for (; compactions[0] !== undefined && at !== undefined && compactions[0] <= at; compactions.shift())
        teller.event({ line, at: compactions[0] }, { type: 'compaction', kind: 'ledger' })
      const content = parseJson(asString(row.content_json) ?? '')
      const metadata = parseJson(asString(row.metadata_json) ?? '{}')
      if (!Array.isArray(content)) teller.bad(line, 'a message whose content is not a list')
      else {
        const given = isRecord(metadata) ? metadata : {}
        hasUsage ||= isRecord(given.usage)
        readMessage(teller, { line, at }, { id: asString(row.message_id), role: row.role, content, metadata: given })
      }
    }
    if (rows.length < PAGE_ROWS) break
  }
  tellTotals(teller, about, { line: Math.max(after, 0), hasUsage })
  teller.event({ line: Math.max(after, 0) }, { type: 'session-end' })
}

/** Sessions of a person in a terminal or the desktop program are both of the kind `user`. */
const PLATFORMS: ReadonlyMap<unknown, string> = new Map([
  ['user', 'cli'],
  ['terminal', 'cli'],
  ['scheduled', 'cron'],
  ['sub_agent', 'subagent'],
])

const describe = (teller: SessionTeller, about: JsonRecord): void => {
  const platform = PLATFORMS.get(about.session_type) ?? asString(about.session_type) ?? 'cli'
  const cwd = asString(about.working_dir)
  const name = asString(about.name)
  const title = name && !DEFAULT_NAMES.has(name) ? name : asString(about.description)
  const config = parseJson(asString(about.model_config_json) ?? '')
  const model = isRecord(config) ? asString(config.model_name) : undefined
  const parent = asString(about.parent_session_id)
  // Times of the table are in UTC and do not say so.
  const created = asString(about.created_at)
  const at = readTime(
    created !== undefined && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(created) ? `${created}Z` : created,
  )
  teller.describe(
    { line: 0 },
    {
      platform,
      ...(at === undefined ? {} : { at }),
      ...(cwd ? { cwd } : {}),
      ...(title ? { title } : {}),
      ...(model ? { model } : {}),
      ...(parent ? { parent: { session: parent, kind: 'subagent' as const } } : {}),
    },
  )
}

const DEFAULT_NAMES = new Set(['CLI Session', 'New Chat', 'New session'])

const compactionsOf = ({ db, hasLedger }: Reading, id: string): number[] => {
  if (!hasLedger) return []
  const rows = withRetries(() =>
    db
      .prepare(
        'SELECT created_timestamp AS at FROM usage_ledger WHERE session_id = ? AND is_compaction = 1 ORDER BY id',
      )
      .all(id),
  )
  return rows.flatMap(({ at }) => readTime(at) ?? [])
}

/** What the session used and cost in all, where its messages do not say it one by one. */
const tellTotals = (
  teller: SessionTeller,
  about: JsonRecord,
  { line, hasUsage }: { line: number; hasUsage: boolean },
): void => {
  const costUsd = asNumber(about.accumulated_cost)
  const prompt = hasUsage ? undefined : readTokenCount(about.accumulated_input_tokens)
  const outputTokens = hasUsage ? undefined : readTokenCount(about.accumulated_output_tokens)
  const cacheReadTokens = hasUsage ? undefined : readTokenCount(about.accumulated_cache_read_tokens)
  if (prompt === undefined && outputTokens === undefined && costUsd === undefined) return
  teller.event(
    { line },
    {
      type: 'usage',
      cumulative: true,
      ...(prompt === undefined ? {} : { inputTokens: Math.max(0, prompt - (cacheReadTokens ?? 0)) }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
      ...(costUsd === undefined || costUsd < 0 ? {} : { costUsd }),
    },
  )
}
