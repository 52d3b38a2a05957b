import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { ImportIssue } from '../../../schema/facts.ts'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { makeFixtures } from './fixtures/make.ts'
import { readDatabase } from './read-database.ts'

const withFixtures = (run: (path: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  try {
    makeFixtures(folder)
    run(join(folder, 'sessions.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readAll = (path: string, saved?: unknown) => {
  const events: SessionEvent[] = []
  const issues: ImportIssue[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: ImportIssue) => void issues.push(issue),
  }
  let last: unknown
  for (const checkpoint of readDatabase({ path, modifiedAt: 0 }, emit, saved)) last = checkpoint.saved
  return { events, issues, saved: last }
}

test('a session that has not changed is not read again, and one that has is read whole', () =>
  withFixtures((path) => {
    const first = readAll(path)
    assert.equal(readAll(path, first.saved).events.length, 0)
    const db = new DatabaseSync(path)
    db.exec(
      `INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES ('20261107_2', 'assistant', '[{"type":"text","text":"more"}]', 1794045700)`,
    )
    db.close()
    const again = readAll(path, JSON.parse(JSON.stringify(first.saved)) as unknown)
    assert.deepEqual([...new Set(again.events.map(({ session }) => session))], ['20261107_2'])
    assert.equal(again.events.filter(({ type }) => type === 'tool-call').length, 1)
  }))

test('a database that its program is writing is read without being written, locked or checkpointed', () =>
  withFixtures((path) => {
    const writer = new DatabaseSync(path)
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
    writer.exec(
      `INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES ('20261107_4', 'user', '[{"type":"text","text":"in the log"}]', 1794045700)`,
    )
    writer.exec('BEGIN IMMEDIATE')
    writer.exec("DELETE FROM messages WHERE session_id = '20261107_1'")
    const before = { main: readFileSync(path), log: readFileSync(`${path}-wal`), names: readdirSync(join(path, '..')) }
    const { events } = readAll(path)
    assert.ok(events.some((event) => event.type === 'user-message' && event.text === 'in the log'))
    assert.ok(events.some(({ session }) => session === '20261107_1'))
    assert.deepEqual(readFileSync(path), before.main)
    assert.deepEqual(readFileSync(`${path}-wal`), before.log)
    assert.deepEqual(readdirSync(join(path, '..')), before.names)
    writer.exec('COMMIT')
    writer.close()
  }))

test('a database that is locked is an issue, and what was known of it stays', () =>
  withFixtures((path) => {
    const first = readAll(path)
    const writer = new DatabaseSync(path)
    writer.exec('BEGIN EXCLUSIVE')
    const locked = readAll(path, first.saved)
    assert.deepEqual(
      locked.issues.map(({ code }) => code),
      ['database-locked'],
    )
    assert.equal(locked.events.length, 0)
    assert.equal(locked.saved, undefined)
    writer.exec('ROLLBACK')
    writer.close()
  }))
