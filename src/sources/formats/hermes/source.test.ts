import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FileShape, Sample } from '../../source.ts'
import { inDirectory } from './fixtures/replay.ts'
import { sessionOfPath } from './paths.ts'
import { hermes } from './source.ts'

const accepted: [path: string, shape: FileShape | undefined, rank: number][] = [
  ['state.db', 'database', 0],
  ['profiles/office/state.db', 'database', 0],
  ['sessions/session_20260301_090000_0a0b0c.json', 'document', 1],
  ['20260301_091500_0d0e0f12.jsonl', 'lines', 2],
  ['profiles/office/sessions/x.jsonl', 'lines', 2],
  ['pending_messages/pending-0001.json', 'document', 3],
  ['sessions/sessions.json', undefined, 1],
  ['sessions/request_dump_x_1.json', undefined, 1],
  ['logs/agent.jsonl', undefined, 2],
  ['state.db-wal', undefined, 0],
  ['state.db.malformed-backup-1', undefined, 0],
]

for (const [path, shape, rank] of accepted) {
  void test(`${path} is ${shape ?? 'no session'}`, () => {
    assert.equal(hermes.accepts(path), shape)
    assert.equal(hermes.rank?.(path), rank)
  })
}

void test('locations are named narrowly, profiles included', () => {
  inDirectory((home) => {
    mkdirSync(join(home, '.hermes', 'profiles', 'work'), { recursive: true })
    const found = hermes.locations({ home, env: {}, platform: 'linux' })
    assert.ok(found.includes(join(home, '.hermes', 'state.db')))
    assert.ok(found.includes(join(home, '.hermes', 'profiles', 'work', 'state.db')))
    assert.ok(!found.includes(join(home, '.hermes')))
    const elsewhere = hermes.locations({ home, env: { HERMES_HOME: join(home, 'h') }, platform: 'linux' })
    assert.ok(elsewhere.every((path) => path.startsWith(join(home, 'h'))))
    const windows = hermes.locations({ home, env: { LOCALAPPDATA: join(home, 'local') }, platform: 'win32' })
    assert.ok(windows.includes(join(home, 'local', 'hermes', 'state.db')))
  })
})

void test('a session is named after its file', () => {
  assert.equal(sessionOfPath('/a/session_20260301_x.json'), '20260301_x')
  assert.equal(sessionOfPath('C:\\a\\20260301_x.jsonl'), '20260301_x')
})

const sample = (more: Partial<Sample>): Sample => ({
  path: '/x/file',
  shape: 'lines',
  records: [],
  tables: [],
  ...more,
})
const message = { role: 'user', content: 'hello' }

const samples: [name: string, sample: Sample, isOurs: boolean][] = [
  ['its tables', sample({ shape: 'database', tables: ['schema_version', 'sessions', 'messages'] }), true],
  ['tables of others', sample({ shape: 'database', tables: ['sessions', 'messages'] }), false],
  ['a snapshot', sample({ shape: 'document', records: [{ session_id: 'a', session_start: 'x', messages: [] }] }), true],
  ['a plain conversation', sample({ shape: 'document', records: [{ session_id: 'a', messages: [message] }] }), false],
  ['a spool', sample({ shape: 'document', records: [{ reason: 'x', session_id: 'a', messages: [message] }] }), true],
  ['an export', sample({ records: [{ id: 'a', source: 'cli', started_at: 1, messages: [] }] }), true],
  ['a transcript by its name', sample({ path: '/x/20260301_091500_0d0e0f12.jsonl', records: [message] }), true],
  ['a transcript by its first line', sample({ records: [{ role: 'session_meta' }, message] }), true],
  ['messages of anybody', sample({ records: [message] }), false],
  ['nothing', sample({}), false],
]

for (const [name, each, isOurs] of samples) {
  void test(`${name} is ${isOurs ? '' : 'not '}recognised`, () => assert.equal(hermes.recognises(each), isOurs))
}
