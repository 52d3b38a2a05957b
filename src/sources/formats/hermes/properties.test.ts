import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { COUNTER_COLUMNS, MESSAGE_COLUMNS, SESSION_COLUMNS } from './rows.ts'
import { inDirectory, readAll, readRecords } from './fixtures/replay.ts'
import { recognises } from './recognise.ts'

const isWellFormed = (event: SessionEvent): void => {
  assert.equal(typeof event.session, 'string')
  assert.notEqual(event.session, '')
  assert.ok(Number.isInteger(event.line), `line ${event.line}`)
  if (event.at !== undefined) assert.ok(Number.isInteger(event.at))
  if (event.type === 'tool-call') assert.ok(typeof event.tool === 'string' && event.tool !== '')
  if (event.type === 'user-message' || event.type === 'assistant-message') assert.equal(typeof event.text, 'string')
  assert.doesNotThrow(() => JSON.stringify(event))
}

const NASTY = [
  '',
  '\u0000json:{',
  '\u0000json:[1,{"text":3}]',
  '[]',
  '[{}]',
  '[null]',
  '{"id":1}',
  '5e246',
  'assistant',
]
const CALLS = '[{"id":"a","call_id":"b","function":{"name":"terminal","arguments":"{\\"command\\":1}"}}]'

const cell: fc.Arbitrary<SQLInputValue> = fc.oneof(
  fc.constant(null),
  fc.constantFrom('user', 'assistant', 'tool', 's1', 's2', CALLS, ...NASTY),
  fc.integer({ min: -2, max: 3 }),
  fc.double(),
  fc.constant(2n ** 62n),
  fc.uint8Array({ maxLength: 8 }),
  fc.string(),
)

/** Columns without a type, so that every cell is kept as it is. */
const SESSIONS = [...Object.values(SESSION_COLUMNS), ...COUNTER_COLUMNS]
const MESSAGES = ['session_id', ...Object.values(MESSAGE_COLUMNS)]

void test('a database with anything in any cell is read to its end, twice', () => {
  const rows = (columns: string[]) =>
    fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), { maxLength: 8 })
  fc.assert(
    fc.property(rows(SESSIONS), rows(MESSAGES), fc.boolean(), (sessions, messages, hasIndex) => {
      inDirectory((directory) => {
        const path = join(directory, 'state.db')
        const database = new DatabaseSync(path)
        database.exec(`PRAGMA synchronous = OFF; BEGIN; CREATE TABLE sessions (${SESSIONS.join(', ')});
          CREATE TABLE messages (key INTEGER PRIMARY KEY, ${MESSAGES.join(', ')})`)
        if (hasIndex) database.exec('CREATE INDEX i ON messages (session_id)')
        const fill = (table: string, columns: string[], all: SQLInputValue[][]): void => {
          const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
          for (const row of all) database.prepare(insert).run(...row)
        }
        fill('sessions', SESSIONS, sessions)
        fill('messages', MESSAGES, messages)
        database.exec('COMMIT')
        database.close()
        const first = readAll(path)
        first.events.forEach(isWellFormed)
        assert.ok(first.saved !== undefined, JSON.stringify(first.issues))
        assert.deepEqual(readAll(path, first.saved).events, [])
      })
    }),
    { numRuns: 60 },
  )
})

const json = fc.jsonValue({ maxDepth: 3 })
const KEYS = [
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'timestamp',
  'messages',
  'session_id',
  'id',
  'reason',
  'data',
]
const record = fc.oneof(
  json,
  fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(json, fc.constantFrom('user', 'tool', CALLS))),
)

void test('any record gives well-formed events or an issue, never an error', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), fc.nat(6), (records, cutAt) => {
      const lines = records.map((each, index) => ({ record: each, line: index + 1 }))
      const { events } = readRecords('sessions/x.jsonl', lines, cutAt)
      events.forEach(isWellFormed)
      for (const shape of ['lines', 'document'] as const) recognises({ path: 'x', shape, records, tables: [] })
    }),
  )
})

void test('where a transcript is cut makes no difference', () => {
  const line = fc.record({
    role: fc.constantFrom('user', 'assistant', 'tool'),
    content: fc.constantFrom('hello', '[CONTEXT SUMMARY]: x', null),
    tool_calls: fc.constantFrom(undefined, CALLS),
    tool_call_id: fc.constantFrom(undefined, 'a', 'b'),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.nat(8), (records, cutAt) => {
      const lines = records.map((each, index) => ({ record: each, line: index + 1 }))
      assert.deepEqual(readRecords('x.jsonl', lines, cutAt), readRecords('x.jsonl', lines))
    }),
  )
})
