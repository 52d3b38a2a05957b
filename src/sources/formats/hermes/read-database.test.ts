import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { type Builder, buildDatabase, terminal } from './fixtures/build.ts'
import { inDirectory, readAll } from './fixtures/replay.ts'

const withDatabase = (fill: (build: Builder) => void, run: (path: string) => void, version = 30): void =>
  inDirectory((directory) => {
    const path = join(directory, 'state.db')
    buildDatabase(path, version, fill)
    run(path)
  })

/** `sessions` with `rows` messages each, a call and its result among them. */
const fillMany =
  (sessions: number, rows: number) =>
  ({ session, user, call, result }: Builder): void => {
    for (let number = 0; number < sessions; number++) {
      const id = `s${number}`
      session(id)
      for (let row = 0; row < rows; row += 3) {
        user(id, `question ${row}`, row)
        call(id, [[`call_${number}_${row}`, 'terminal', { command: 'true' }]], row + 1)
        result(id, `call_${number}_${row}`, terminal('x'.repeat(40)), row + 2)
      }
    }
  }

const edit = (path: string, sql: string): void => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

const sessionsIn = (events: SessionEvent[]): string[] => [...new Set(events.map((event) => event.session))].toSorted()

const ofSession = (events: SessionEvent[], session: string): SessionEvent[] =>
  events.filter((event) => event.session === session)

void test('a second reading of an unchanged database emits nothing', () => {
  withDatabase(fillMany(20, 6), (path) => {
    const first = readAll(path)
    assert.equal(sessionsIn(first.events).length, 20)
    assert.deepEqual(readAll(path, first.saved).events, [])
  })
})

void test('a session with a new message or a changed row is read again whole', () => {
  withDatabase(fillMany(20, 6), (path) => {
    const first = readAll(path)
    edit(path, "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s3', 'user', 'more', 1772360000)")
    const second = readAll(path, first.saved)
    assert.deepEqual(sessionsIn(second.events), ['s3'])
    assert.equal(ofSession(second.events, 's3').length, ofSession(first.events, 's3').length + 1)
    edit(path, "UPDATE sessions SET end_reason = 'cli_close' WHERE id = 's5'")
    const third = readAll(path, second.saved)
    assert.ok(sessionsIn(third.events).includes('s5'))
    assert.ok(sessionsIn(third.events).length < 5)
    assert.deepEqual(readAll(path, third.saved).events, [])
  })
})

void test('a database put back from a backup is read anew', () => {
  withDatabase(fillMany(4, 6), (path) => {
    const { saved } = readAll(path)
    buildDatabase(path, 30, fillMany(2, 3))
    assert.deepEqual(sessionsIn(readAll(path, saved).events), ['s0', 's1'])
  })
})

void test('reading can stop at any checkpoint and be taken up again without losing a session', () => {
  withDatabase(fillMany(30, 600), (path) => {
    const whole = readAll(path)
    assert.ok(whole.checkpoints.length > 5)
    for (const saved of whole.checkpoints) {
      const rest = readAll(path, saved)
      assert.deepEqual(rest.saved, whole.saved)
      const cut = whole.events.length - rest.events.length
      assert.deepEqual(rest.events, whole.events.slice(cut))
    }
  })
})

void test('a session of many thousand messages is read in order, page by page', () => {
  withDatabase(fillMany(1, 3_000), (path) => {
    const { events } = readAll(path)
    const lines = events.filter((event) => event.type === 'tool-result').map((event) => event.line)
    assert.equal(lines.length, 1_000)
    assert.deepEqual(
      lines,
      lines.toSorted((a, b) => a - b),
    )
  })
})

void test('messages come in the order of their ids, whatever their times say', () => {
  const fill = ({ session, user }: Builder): void => {
    session('s')
    user('s', 'first', 500)
    user('s', 'second', 100)
  }
  withDatabase(fill, (path) => {
    const texts = readAll(path).events.flatMap((event) => (event.type === 'user-message' ? [event.text] : []))
    assert.deepEqual(texts, ['first', 'second'])
  })
})

void test('a live database is read through its log, and neither it nor what is beside it changes', () => {
  withDatabase(fillMany(2, 3), (path) => {
    edit(path, 'PRAGMA journal_mode = WAL')
    const folder = join(path, '..')
    const before = readdirSync(folder)
    readAll(path)
    assert.deepEqual(readdirSync(folder), before)
    const writer = new DatabaseSync(path)
    writer.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s1', 'user', 'live', 1772360000)")
    const bytes = readFileSync(`${path}-wal`)
    assert.ok(readAll(path).events.some((event) => event.type === 'user-message' && event.text === 'live'))
    assert.deepEqual(readFileSync(`${path}-wal`), bytes)
    writer.close()
  })
})

void test('a locked database is an issue and no hang', () => {
  withDatabase(fillMany(1, 3), (path) => {
    const writer = new DatabaseSync(path)
    writer.exec('BEGIN EXCLUSIVE')
    const { events, issues } = readAll(path)
    writer.close()
    assert.deepEqual(events, [])
    assert.deepEqual(
      issues.map(({ code }) => code),
      ['database-locked'],
    )
  })
})

void test('what is no database of this kind is an issue', () => {
  inDirectory((directory) => {
    const path = join(directory, 'state.db')
    assert.equal(readAll(path).issues[0]?.code, 'database-unreadable')
    writeFileSync(path, 'text')
    assert.equal(readAll(path).issues[0]?.code, 'not-a-database')
    writeFileSync(path, '')
    assert.equal(readAll(path).issues[0]?.code, 'unsupported-database')
  })
})

void test('of a damaged database everything that can be read is read, and the loss is said', () => {
  withDatabase(fillMany(40, 60), (path) => {
    const whole = readAll(path).events.length
    const bytes = readFileSync(path)
    const page = bytes.readUInt16BE(16)
    for (let at = page * 12; at < bytes.length - page * 8; at += page * 9) bytes.fill(0xee, at, at + page)
    writeFileSync(path, bytes)
    const { events, issues } = readAll(path)
    assert.ok(events.length > whole / 3, `${events.length} of ${whole}`)
    assert.ok(events.length < whole)
    const codes = new Set(issues.map(({ code }) => code))
    assert.ok(codes.has('database-malformed'))
    assert.ok(codes.has('rows-lost'))
  })
})

void test('integers too large for JavaScript do not hide the rows around them', () => {
  const fill = ({ session, user }: Builder): void => {
    session('s', { input_tokens: 9_007_199_254_740_993n })
    user('s', 'hello', 1, { active: 9_007_199_254_740_993n })
    user('s', 'again', 2)
  }
  withDatabase(fill, (path) => {
    const texts = readAll(path).events.flatMap((event) => (event.type === 'user-message' ? [event.text] : []))
    assert.deepEqual(texts, ['hello', 'again'])
  })
})

void test('what is remembered stays small', () => {
  withDatabase(fillMany(300, 3), (path) => {
    assert.ok(JSON.stringify(readAll(path).saved).length < 50_000)
  })
})

void test('whatever happens to a database between readings, their sum is what a fresh reading gives', () => {
  const change = fc.record({
    session: fc.integer({ min: 0, max: 9 }).map((number) => `s${number}`),
    kind: fc.constantFrom('append', 'new', 'end', 'rewind', 'delete', 'vacuum'),
  })
  const sql = (session: string, kind: string): string => {
    const row = `(session_id, role, content, timestamp) VALUES ('${session}', 'user', 'more', 1772360000)`
    switch (kind) {
      case 'append':
        return `INSERT INTO messages ${row}`
      case 'new':
        return `INSERT OR IGNORE INTO sessions (id, source, started_at) VALUES ('${session}', 'cli', 1772360000); INSERT INTO messages ${row}`
      case 'end':
        return `UPDATE sessions SET end_reason = 'idle', message_count = message_count + 1 WHERE id = '${session}'`
      case 'rewind':
        return `UPDATE messages SET active = 0 WHERE session_id = '${session}'; UPDATE sessions SET rewind_count = rewind_count + 1 WHERE id = '${session}'`
      case 'delete':
        return `DELETE FROM messages WHERE session_id = '${session}'; DELETE FROM sessions WHERE id = '${session}'`
      default:
        return 'VACUUM'
    }
  }
  const rounds = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(rounds, (all) => {
      withDatabase(fillMany(6, 3), (path) => {
        const known = new Map<string, SessionEvent[]>()
        let saved: unknown
        for (const round of [[], ...all]) {
          for (const { session, kind } of round) edit(path, sql(session, kind))
          const reading = readAll(path, saved)
          saved = reading.saved
          for (const session of sessionsIn(reading.events)) known.set(session, ofSession(reading.events, session))
        }
        const fresh = readAll(path).events
        // A session that was deleted or undone keeps the facts it had.
        for (const session of sessionsIn(fresh)) assert.deepEqual(known.get(session), ofSession(fresh, session))
      })
    }),
    { numRuns: 25 },
  )
})
