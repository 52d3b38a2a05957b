import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { scratch } from '../../../../tests/support/store.ts'
import { readDatabase } from './database.ts'
import { makeFixtures } from './fixtures/make.ts'

const read = (path: string, saved?: unknown) => {
  const events: SessionEvent[] = []
  const issues: string[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: { code: string }) => void issues.push(issue.code),
  }
  let last: unknown
  for (const checkpoint of readDatabase({ path, modifiedAt: 0 }, emit, saved)) last = checkpoint.saved
  const sessions = [...new Set(events.map((event) => event.session))].sort()
  return { sessions, events, issues, saved: JSON.parse(JSON.stringify(last ?? null)) as unknown }
}

const storeIn = (t: { after(run: () => void): void }): string => {
  const root = scratch(t as never)
  makeFixtures(root)
  return join(root, 'opencode', 'opencode.db')
}

test('a second read brings only the sessions that changed, and those whole', (t) => {
  const path = storeIn(t)
  const first = read(path)
  assert.equal(first.sessions.length, 4)
  assert.deepEqual(read(path, first.saved).sessions, [])
  const store = new DatabaseSync(path)
  store.exec(`INSERT INTO message VALUES ('msg_9990', 'ses_0a0001helper', 9e12, 9e12, '{"role":"user","time":{"created":1775040000000}}');
    INSERT INTO part VALUES ('prt_9990', 'msg_9990', 'ses_0a0001helper', 1, 1, '{"type":"text","text":"and the bags?"}')`)
  store.close()
  const second = read(path, first.saved)
  assert.deepEqual(second.sessions, ['ses_0a0001helper'])
  assert.equal(second.events.filter(({ type }) => type === 'tool-call').length, 1)
})

test('an answer that is still being written is read again when its results are there', (t) => {
  const path = storeIn(t)
  const store = new DatabaseSync(path)
  const part = (status: string) =>
    `{"type":"tool","tool":"bash","callID":"call_z","state":{"status":"${status}","input":{},"output":"","metadata":{"exit":0}}}`
  store.exec(`INSERT INTO session (id) VALUES ('ses_open');
    INSERT INTO message VALUES ('msg_open', 'ses_open', 1, 1, '{"role":"assistant","time":{"created":1775040000000}}');
    INSERT INTO part VALUES ('prt_open', 'msg_open', 'ses_open', 1, 1, '${part('running')}')`)
  const first = read(path)
  assert.equal(first.events.filter(({ type, session }) => type === 'tool-result' && session === 'ses_open').length, 0)
  store.exec(`UPDATE part SET data = '${part('completed')}' WHERE id = 'prt_open'`)
  store.close()
  const second = read(path, first.saved)
  assert.deepEqual(second.sessions, ['ses_open'])
  assert.equal(second.events.filter(({ type }) => type === 'tool-result').length, 1)
})

test('a store in use is read through its log while its program writes, and nothing beside it changes', (t) => {
  const path = storeIn(t)
  const writer = new DatabaseSync(path)
  writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; INSERT INTO session (id) VALUES ('ses_wal')")
  writer.exec(`INSERT INTO message VALUES ('msg_wal', 'ses_wal', 1, 1, '{"role":"user","time":{"created":1775040000000}}');
    INSERT INTO part VALUES ('prt_wal', 'msg_wal', 'ses_wal', 1, 1, '{"type":"text","text":"in the log"}')`)
  writer.exec("BEGIN IMMEDIATE; INSERT INTO session (id) VALUES ('ses_not_yet')")
  const before = [readFileSync(path), readFileSync(`${path}-wal`)]
  assert.ok(read(path).sessions.includes('ses_wal'))
  assert.deepEqual([readFileSync(path), readFileSync(`${path}-wal`)], before)
  writer.exec('COMMIT')
  writer.close()
})

test('a store at rest is read without a file being made beside it', (t) => {
  const path = storeIn(t)
  const folder = join(path, '..')
  const store = new DatabaseSync(path)
  store.exec('PRAGMA journal_mode = WAL')
  store.close()
  const before = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs])
  assert.equal(read(path).sessions.length, 4)
  assert.deepEqual(
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]),
    before,
  )
})

test('a locked, a half-migrated and a newer store are issues', (t) => {
  const path = storeIn(t)
  assert.deepEqual(read(join(path, '..', 'opencode-dev.db')).issues, ['unsupported-database'])
  assert.deepEqual(read(join(path, '..', '..', 'mimocode', 'mimocode.db')).issues, ['unsupported-database'])
  const holder = new DatabaseSync(path)
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  assert.deepEqual(read(path).issues, ['database-locked'])
  holder.close()
})
