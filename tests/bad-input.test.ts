import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { doctor } from '../src/verbs/doctor/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { generateSample } from '../src/sample/generate.ts'
import { SOURCES } from '../src/sources/registry.ts'
import { openStore } from '../src/store/open.ts'
import { layOut } from './support/fixtures.ts'
import { contentOf, scratch, syncInto, testApp } from './support/store.ts'

const call = (id: string, result: string): string =>
  [
    JSON.stringify({ role: 'user', content: 'count the files' }),
    JSON.stringify({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'terminal', arguments: '{"command":"ls"}' } }],
    }),
    JSON.stringify({ role: 'tool', tool_call_id: id, content: result }),
  ].join('\n')

test('a line of 50 MB is read like any other, and a longer one than we hold is an issue', async (t) => {
  const root = scratch(t)
  const path = join(root, 'huge.jsonl')
  const file = openSync(path, 'w')
  writeSync(file, `${call('call_a', `{"output":"${'x'.repeat(50_000_000)}","exit_code":0,"error":null}`)}\n`)
  writeSync(file, `{"role":"user","content":"`)
  for (let part = 0; part < 65; part++) writeSync(file, 'y'.repeat(1024 * 1024))
  writeSync(file, `"}\n${call('call_b', '{"output":"","exit_code":1,"error":null}')}\n`)
  closeSync(file)
  const { calls, issues } = await syncInto(testApp(scratch(t)), { targets: [{ source: 'openai-chat', path: root }] })
  assert.deepEqual(
    calls.map((each) => [each.callId, each.outcome]),
    [
      ['call_a', 'ok'],
      ['call_b', 'error'],
    ],
  )
  assert.deepEqual(
    issues.map(({ line, code }) => [line, code]),
    [[4, 'line-too-long']],
  )
})

test('links in a circle end, and a folder that is a file is not lost on us', async (t) => {
  const root = scratch(t)
  mkdirSync(join(root, 'a', 'b'), { recursive: true })
  symlinkSync(root, join(root, 'a', 'b', 'back'))
  symlinkSync(join(root, 'gone'), join(root, 'dangling.jsonl'))
  symlinkSync('self.jsonl', join(root, 'self.jsonl'))
  writeFileSync(join(root, 'a', 'b', 'talk.jsonl'), `${call('call_1', 'Error: no')}\n`)
  mkdirSync(join(root, 'folder.jsonl'))
  const { calls, report } = await syncInto(testApp(scratch(t)), { targets: [{ source: 'openai-chat', path: root }] })
  assert.equal(calls.length, 1)
  assert.deepEqual(
    report.unreadable.map((issue) => issue.path),
    [join(root, 'self.jsonl')],
  )
})

test('what cannot be looked into below a place named by hand is told by doctor too', async (t) => {
  const root = scratch(t)
  symlinkSync('self.jsonl', join(root, 'self.jsonl'))
  writeFileSync(join(root, 'talk.jsonl'), `${call('call_1', 'Error: no')}\n`)
  const app = testApp(scratch(t))
  await syncInto(app, { targets: [{ source: 'openai-chat', path: root }] })
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const { issues } = await doctor(app, store, { version: '0' })
  assert.deepEqual(
    issues.map(({ source, file, code }) => [source, file, code]),
    [['openai-chat', join(root, 'self.jsonl'), 'unreadable']],
  )
})

test('a file that was rewritten is read from its start, and what it held before stays known', async (t) => {
  const root = scratch(t)
  const app = testApp(scratch(t))
  const path = join(root, 'talk.jsonl')
  const targets = [{ source: 'openai-chat', path: root }]
  writeFileSync(path, `${call('call_1', 'Error: no')}\n`)
  await syncInto(app, { targets })
  writeFileSync(path, `${call('call_2', 'Error: not this either')}\n${call('call_3', 'fine')}\n`)
  const { calls } = await syncInto(app, { targets })
  assert.deepEqual(calls.map((each) => each.callId).sort(), ['call_1', 'call_2', 'call_3'])
})

test('a call whose result comes later stays open until then', async (t) => {
  const root = scratch(t)
  const app = testApp(scratch(t))
  const path = join(root, 'talk.jsonl')
  const targets = [{ source: 'openai-chat', path: root }]
  const [user, assistant, tool] = call('call_1', '{"output":"boom","exit_code":2,"error":null}').split('\n')
  writeFileSync(path, `${user}\n${assistant}\n`)
  const open = await syncInto(app, { targets })
  assert.deepEqual(
    open.calls.map((each) => [each.outcome, each.rule]),
    [['unknown', 'no-result']],
  )
  writeFileSync(path, `${user}\n${assistant}\n${tool}\n`)
  const closed = await syncInto(app, { targets })
  assert.deepEqual(
    closed.calls.map((each) => [each.id, each.outcome]),
    [[open.calls[0]?.id, 'error']],
  )
  assert.equal(closed.report.totals.newCalls, 0)
})

test('calls that a seed put into a conversation are marked and left out', async (t) => {
  const root = scratch(t)
  writeFileSync(join(root, 'talk.jsonl'), `${call('wseed0a1b', 'fine')}\n${call('call_1', 'Error: no')}\n`)
  const app = testApp(scratch(t))
  const { calls, report, sessions } = await syncInto(app, { targets: [{ source: 'openai-chat', path: root }] })
  assert.deepEqual(
    calls.map((each) => each.callId),
    ['call_1'],
  )
  assert.equal(report.totals.calls, 1)
  assert.equal(sessions[0]?.calls, 1)
})

test('a full disk is said in a sentence, and nothing is lost', async (t) => {
  const history = join(scratch(t), 'history')
  generateSample(history, { seed: 3, sessions: 12 })
  const whole = await syncInto(testApp(scratch(t)), { targets: [{ path: history }] })
  const app = testApp(scratch(t))
  const store = await openStore(app.storeAddress)
  await store.all('pragma max_page_count = 60')
  const targets = [{ path: history }]
  await assert.rejects(sync(app, store, { targets, rebuild: false }), { code: 'disk-full', hint: /free some space/ })
  await store.all('pragma max_page_count = 1000000')
  await sync(app, store, { targets, rebuild: false })
  assert.deepEqual((await contentOf(app, store)).calls, whole.calls)
  await store.close()
})

test('a store that is busy delays a write and does not lose it', async (t) => {
  const app = testApp(scratch(t))
  const store = await openStore(app.storeAddress)
  const other = new DatabaseSync(app.storeAddress.slice('sqlite:'.length))
  other.exec('begin immediate')
  const writing = store.run('insert into meta (key, value) values (?, ?)', ['a', 'b'])
  await sleep(250)
  other.exec('commit')
  await writing
  assert.equal((await store.all('select * from meta')).length, 1)
  other.close()
  await store.close()
})

test('a store that is no database, or a damaged one, is said in a sentence', async (t) => {
  const path = join(scratch(t), 'not.db')
  writeFileSync(path, 'this is a letter, not a database'.repeat(100))
  await assert.rejects(openStore(`sqlite:${path}`), { code: 'store-damaged', hint: /--store/ })
  await assert.rejects(openStore('sqlite:/proc/nowhere/x.db'), { code: 'store-permission' })
})

test("somebody's database that is malformed or locked is an issue, and the rest is read", async (t) => {
  const source = SOURCES.find((each) => each.name === 'hermes')
  assert.ok(source)
  const root = scratch(t)
  await layOut(source, join(root, 'good'))
  const whole = await syncInto(testApp(scratch(t)), { targets: [{ source: source.name, path: root }] })
  mkdirSync(join(root, 'bad'))
  writeFileSync(join(root, 'bad', 'state.db'), `SQLite format 3\u0000${'garbage '.repeat(2_000)}`)
  mkdirSync(join(root, 'locked'))
  const locked = new DatabaseSync(join(root, 'locked', 'state.db'))
  locked.exec(
    'create table sessions (id text primary key, source text, started_at real); create table messages (id integer primary key, session_id text, role text, content text, timestamp real)',
  )
  locked.exec('pragma locking_mode = exclusive; begin exclusive')
  const found = await syncInto(testApp(scratch(t)), { targets: [{ source: source.name, path: root }] })
  locked.close()
  assert.equal(found.calls.length, whole.calls.length)
  const files = new Set(found.issues.map((issue) => issue.file))
  assert.ok(files.has(join(root, 'bad', 'state.db')) && files.has(join(root, 'locked', 'state.db')), [...files].join())
})

test("another program's database is refused as a store, and left as it was", async (t) => {
  const path = join(scratch(t), 'state.db')
  const other = new DatabaseSync(path)
  other.exec('create table sessions (id text primary key)')
  other.close()
  chmodSync(path, 0o644)
  const before = readFileSync(path)
  await assert.rejects(openStore(`sqlite:${path}`), { code: 'store-foreign', hint: /--store/ })
  assert.deepEqual(readFileSync(path), before)
  assert.equal(statSync(path).mode & 0o777, 0o644)
  assert.deepEqual(readdirSync(join(path, '..')), ['state.db'])
})

test('a pipe named as history is said to be none, and nobody waits for it', async (t) => {
  const path = join(scratch(t), 'pipe.jsonl')
  execFileSync('mkfifo', [path])
  const { report } = await syncInto(testApp(scratch(t)), { targets: [{ source: 'openai-chat', path }] })
  assert.deepEqual(
    report.unreadable.map((issue) => issue.code),
    ['unreadable'],
  )
})

test('a result that stands before its call still finds it', async (t) => {
  const root = join(scratch(t), '5e551000-0000-4000-8000-0000000000aa.jsonl')
  const at = (second: number) => ({
    timestamp: `2026-05-01T10:00:0${second}.000Z`,
    sessionId: '5e551000-0000-4000-8000-0000000000aa',
  })
  const result = { type: 'tool_result', tool_use_id: 'toolu_01early', content: 'Exit code 1\nno', is_error: true }
  const lines = [
    { type: 'user', uuid: 'u1', ...at(1), message: { role: 'user', content: 'go' } },
    { type: 'user', uuid: 'u2', ...at(2), message: { role: 'user', content: [result] } },
    {
      type: 'assistant',
      uuid: 'a1',
      ...at(3),
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'tool_use', id: 'toolu_01early', name: 'Bash', input: { command: 'false' } }],
      },
    },
  ].map((line) => `${JSON.stringify(line)}\n`)
  const app = testApp(scratch(t))
  writeFileSync(root, lines.slice(0, 2).join(''))
  await syncInto(app, { targets: [{ source: 'claude-code', path: root }] })
  writeFileSync(root, lines.join(''))
  const { calls } = await syncInto(app, { targets: [{ source: 'claude-code', path: root }] })
  assert.deepEqual(
    calls.map((each) => [each.callId, each.outcome]),
    [['toolu_01early', 'error']],
  )
})
