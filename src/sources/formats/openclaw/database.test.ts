import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { readDatabase } from './database.ts'

const withFolder = (run: (path: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'warmstart-'))
  try {
    run(join(folder, 'openclaw-agent.sqlite'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const create = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path)
  db.exec(`CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT, previous_session_id TEXT, reason TEXT,
    channel TEXT, model TEXT, display_name TEXT, spawned_by TEXT, updated_at INTEGER);
    CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT NOT NULL,
    created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq))`)
  return db
}

const addEvents = (db: DatabaseSync, session: string, from: number, entries: unknown[]): void => {
  const insert = db.prepare('INSERT INTO transcript_events VALUES (?, ?, ?, 0)')
  for (const [index, entry] of entries.entries()) {
    insert.run(session, from + index, typeof entry === 'string' ? entry : JSON.stringify(entry))
  }
}

const read = (path: string, saved?: unknown) => {
  const events: SessionEvent[] = []
  const issues: string[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: { code: string; line: number }) => void issues.push(`${issue.code} ${issue.line}`),
  }
  let last: unknown
  for (const checkpoint of readDatabase({ path, modifiedAt: 0 }, emit, saved)) last = checkpoint.saved
  return { events, issues, saved: JSON.parse(JSON.stringify(last ?? null)) as unknown }
}

const user = (content: string) => ({ type: 'message', timestamp: 1775026800000, message: { role: 'user', content } })
const header = (id: string) => ({ type: 'session', version: 3, id, timestamp: '2026-04-01T07:00:00.000Z', cwd: '/w' })

test('rows are read in their order, and windows say where a session came from', () =>
  withFolder((path) => {
    const db = create(path)
    const window = db.prepare('INSERT INTO session_windows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    window.run('a', 'agent:main:main', null, 'initial', 'telegram', 'mini', 'Backups', null, 1)
    window.run('b', 'agent:main:main', 'a', 'reset', 'telegram', null, null, null, 2)
    window.run('c', 'agent:main:subagent:1', null, 'initial', null, null, null, 'agent:main:main', 3)
    addEvents(db, 'a', 1, [user('first'), '{"broken'])
    addEvents(db, 'a', 0, [header('a')])
    addEvents(db, 'b', 0, [header('b')])
    addEvents(db, 'c', 0, [header('elsewhere')])
    db.close()
    const { events, issues } = read(path)
    assert.deepEqual(
      events.filter((event) => event.session === 'a').map((event) => event.type),
      ['session-start', 'session-start', 'user-message'],
    )
    const about = (id: string) =>
      Object.assign({}, ...events.filter((event) => event.type === 'session-start' && event.session === id))
    assert.deepEqual([about('a').platform, about('a').title, about('a').model], ['telegram', 'Backups', 'mini'])
    assert.deepEqual(about('b').parent, { session: 'a', kind: 'reset' })
    assert.deepEqual([about('c').platform, about('c').parent], ['subagent', { session: 'b', kind: 'subagent' }])
    assert.deepEqual(issues, ['not-json 2'])
  }))

test('a second read brings only the sessions that changed, and those whole', () =>
  withFolder((path) => {
    const db = create(path)
    addEvents(db, 'a', 0, [header('a'), user('one'), user('two')])
    const first = read(path)
    assert.equal(read(path, first.saved).events.length, 0)
    addEvents(db, 'b', 0, [header('b'), user('three')])
    const second = read(path, first.saved)
    assert.deepEqual([...new Set(second.events.map((event) => event.session))], ['b'])
    addEvents(db, 'a', 3, [user('four')])
    const texts = read(path, second.saved).events.flatMap((event) => (event.type === 'user-message' ? event.text : []))
    assert.deepEqual(texts, ['one', 'two', 'four'])
    db.exec("DELETE FROM transcript_events WHERE seq > 1 AND session_id = 'a'")
    assert.equal(read(path, second.saved).events.filter((event) => event.type === 'user-message').length, 1)
    db.close()
  }))

test('a database of another making and a damaged one are issues, not exceptions', () =>
  withFolder((path) => {
    const db = new DatabaseSync(path)
    db.exec('CREATE TABLE transcript_events (id INTEGER, payload TEXT)')
    db.close()
    assert.deepEqual(read(path).issues, ['unsupported-database 0'])
    writeFileSync(path, 'this is no database, however long one looks at it')
    assert.deepEqual(read(path).issues, ['not-a-database 0'])
    assert.deepEqual(read(`${path}-absent`).issues, ['database-unreadable 0'])
  }))

const addPacked = (db: DatabaseSync, session: string, seq: number, packed: Buffer | null, size: number): void => {
  db.prepare('INSERT INTO transcript_events VALUES (?, ?, NULL, ?, ?)').run(session, seq, packed, size)
}

const createPacked = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path)
  db.exec(`CREATE TABLE schema_meta (meta_key TEXT PRIMARY KEY, schema_version INTEGER, app_version TEXT);
    INSERT INTO schema_meta VALUES ('agent', 23, '2026.9.6');
    CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, event_zstd BLOB,
    event_utf8_bytes INTEGER, PRIMARY KEY (session_id, seq))`)
  return db
}

const pack = (entry: unknown): Buffer => zstdCompressSync(Buffer.from(JSON.stringify(entry)))

test('larger rows are compressed, and are read in their place', () =>
  withFolder((path) => {
    const db = createPacked(path)
    const plain = db.prepare('INSERT INTO transcript_events VALUES (?, ?, ?, NULL, NULL)')
    plain.run('a', 0, JSON.stringify(header('a')))
    addPacked(db, 'a', 1, pack(user('long words '.repeat(500))), 5_700)
    plain.run('a', 2, JSON.stringify(user('short words')))
    db.close()
    const { events, issues } = read(path)
    assert.deepEqual(issues, [])
    const texts = events.flatMap((event) => (event.type === 'user-message' ? event.text.slice(0, 11) : []))
    assert.deepEqual(texts, ['long words ', 'short words'])
    const about = Object.assign({}, ...events.filter((event) => event.type === 'session-start'))
    assert.equal(about.agentVersion, '2026.9.6')
  }))

/** The header of a frame that says how large its content is: 4 GB, in a field of eight bytes, and then one empty block. */
const CLAIMS_4_GB = Buffer.from('28b52ffde00000000001000000010000', 'hex')

test('a compressed row that is cut, claims 4 GB or unpacks to more than a line may have is an issue, and the rest is read', () =>
  withFolder((path) => {
    const db = createPacked(path)
    const whole = pack(user('x'.repeat(3_000)))
    addPacked(db, 'a', 0, pack(header('a')), 90)
    addPacked(db, 'a', 1, whole.subarray(0, whole.length - 5), 3_100)
    addPacked(db, 'a', 2, CLAIMS_4_GB, 4_294_967_296)
    addPacked(db, 'a', 3, zstdCompressSync(Buffer.alloc(65 * 1024 * 1024, 32)), 20)
    addPacked(db, 'a', 4, Buffer.from('no frame at all'), 20)
    addPacked(db, 'a', 5, null, 20)
    addPacked(db, 'a', 6, pack(user('the last one')), 4_294_967_296)
    db.close()
    const { events, issues } = read(path)
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'user-message' ? event.text : [])),
      ['the last one'],
    )
    assert.deepEqual(issues, ['not-json 2', 'not-json 3', 'line-too-long 4', 'not-json 5', 'not-json 6'])
  }))

test('a call made through tool_call is a call of the tool that ran, with its arguments and its own outcome', () =>
  withFolder((path) => {
    const db = create(path)
    const call = (id: string, args: unknown) => ({
      type: 'message',
      message: { role: 'assistant', content: [{ type: 'toolCall', id, name: 'tool_call', arguments: args }] },
    })
    const inner = { content: [{ type: 'text', text: 'boom' }], details: { exitCode: 3, status: 'failed' } }
    const details = { tool: { id: 'openclaw:exec', name: 'exec' }, result: inner }
    const result = (id: string, more: object) => ({
      type: 'message',
      message: { role: 'toolResult', toolCallId: id, toolName: 'tool_call', isError: false, ...more },
    })
    addEvents(db, 'a', 0, [
      header('a'),
      call('c1', { id: 'openclaw:exec', args: { command: 'make' } }),
      result('c1', { content: [{ type: 'text', text: JSON.stringify(details) }], details }),
      call('c2', { id: 7 }),
      result('c2', { content: 'id must be a text', isError: true }),
    ])
    db.close()
    const { events } = read(path)
    const calls = events.flatMap((event) => (event.type === 'tool-call' ? [[event.tool, event.args]] : []))
    assert.deepEqual(calls, [
      ['exec', { command: 'make' }],
      ['tool_call', { id: 7 }],
    ])
    const [first, second] = events.filter((event) => event.type === 'tool-result')
    assert.deepEqual([first?.text, first?.exitCode], ['boom', 3])
    assert.deepEqual([second?.text, second?.flag], ['id must be a text', 'error'])
  }))
