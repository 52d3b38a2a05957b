import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { App } from '../src/app.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import type { Connection, Row } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { scopeCalls, scopeSessions } from '../src/store/facts/scope-calls.ts'
import { bothEngines } from './support/engines.ts'
import { bash, START, writeHistory } from './support/mined-history.ts'
import { scratch, testApp } from './support/store.ts'

type TestContext = Parameters<typeof scratch>[0]

const line = (at: number, type: string, content: unknown, cwd = '/srv/shop'): string =>
  JSON.stringify({
    type,
    uuid: `u${at}`,
    cwd,
    timestamp: `2026-01-01T00:00:${String(at).padStart(2, '0')}Z`,
    message: { role: type, content },
  })

const call = (at: number, id: string, command: string, cwd?: string): string =>
  line(at, 'assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command } }], cwd)

const result = (at: number, id: string, content: string, isError = true): string =>
  line(at, 'user', [{ type: 'tool_result', tool_use_id: id, is_error: isError, content }])

const SESSION = '0a0a0a0a-0000-4000-8000-000000000001'
/** A name behind which a value is taken for a secret. */
const SECRET = ['sk', 'live', '4f9a'.repeat(8)].join('_')

/** More lines than are kept of a result, with findings in the middle of them. */
const LINTED = [
  'Exit code 1',
  ...Array.from({ length: 200 }, (_, at) => `checking package ${at} of the shop`),
  'cart/order.go:12:14: os/exec.Command must not be called. use os/exec.CommandContext (noctx)',
  'cart/order.go:40:3: Error return value of `f.Close` is not checked (errcheck)',
  ...Array.from({ length: 200 }, (_, at) => `checked package ${at} of the shop`),
].join('\n')

const HISTORY = [
  line(1, 'user', 'mend the shop'),
  call(2, 'c1', 'golangci-lint run ./...'),
  result(5, 'c1', LINTED),
  call(6, 'c2', 'cat docs/api.md', '/srv/shop/web'),
  result(7, 'c2', 'Exit code 1\ncat: docs/api.md: No such file or directory'),
  call(8, 'c3', 'go test ./... 2>&1 | tail -3'),
  result(9, 'c3', '--- FAIL: TestCart (0.00s)\nFAIL\tshop/cart\t0.01s\nFAIL', false),
  call(10, 'c4', 'git status'),
  result(11, 'c4', 'nothing to commit: docs/none.md: No such file or directory', false),
  call(12, 'c5', 'deploy'),
  result(13, 'c5', `Exit code 1\ncat: /srv/keys/${SECRET}: No such file or directory`),
]

const synced = async (t: TestContext, address: (home: string) => string, lines: readonly string[]) => {
  const root = join(scratch(t), 'shop')
  mkdirSync(root)
  const path = join(root, `${SESSION}.jsonl`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const app: App = testApp(scratch(t), address(scratch(t)))
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const again = (rebuild = false) => sync(app, store, { targets: [{ source: 'claude-code', path: root }], rebuild })
  await again()
  return { store, path, again }
}

const stored = (store: Connection): Promise<Row[]> =>
  store.all(
    `select call.call_id, ordinal, program, code, complaint.subject, complaint.line, key, place from complaint
       join call on call.id = complaint.call_id order by call.position, ordinal`,
  )

for (const { engine, address } of bothEngines()) {
  test(`${engine}: failed and masked calls keep what they complain about, the middle of a long result included`, async (t) => {
    const { store } = await synced(t, address, HISTORY)
    const rows = await stored(store)
    assert.deepEqual(
      rows.slice(0, 4).map((row) => [row['call_id'], row['program'], row['code'], row['subject'], row['place']]),
      [
        ['c1', 'golangci-lint', 'noctx', '', 'cart/order.go:12'],
        ['c1', 'golangci-lint', 'errcheck', 'f.Close', 'cart/order.go:40'],
        ['c2', 'cat', 'missing-path', 'docs/api.md', ''],
        ['c3', 'go test', 'test-failed', 'TestCart', ''],
      ],
    )
    assert.equal(rows[0]?.['key'], '*: os/exec.Command must not be called. use os/exec.CommandContext (noctx)')
    assert.deepEqual(
      rows.filter((row) => row['call_id'] === 'c4'),
      [],
    )
  })

  test(`${engine}: complaints hold no secret`, async (t) => {
    const { store } = await synced(t, address, HISTORY)
    const rows = await stored(store)
    assert.equal(rows.filter((row) => row['call_id'] === 'c5').length, 1)
    assert.ok(!JSON.stringify(rows).includes(SECRET))
  })

  test(`${engine}: a call keeps the time of its result and the directory it ran in`, async (t) => {
    const { store } = await synced(t, address, HISTORY)
    const rows = await store.all('select call_id, at, result_at, cwd from call order by position limit 2')
    const at = (second: number): number => Date.UTC(2026, 0, 1, 0, 0, second)
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { call_id: 'c1', at: at(2), result_at: at(5), cwd: '/srv/shop' },
        { call_id: 'c2', at: at(6), result_at: at(7), cwd: '/srv/shop/web' },
      ],
    )
  })

  test(`${engine}: reading again, in parts or whole, gives the same complaints`, async (t) => {
    const parts = await synced(t, address, HISTORY.slice(0, 2))
    assert.deepEqual(await stored(parts.store), [])
    writeFileSync(parts.path, `${HISTORY.join('\n')}\n`)
    await parts.again()
    const whole = await synced(t, address, HISTORY)
    const once = await stored(whole.store)
    assert.ok(once.length >= 5)
    assert.deepEqual(await stored(parts.store), once)
    await whole.again(true)
    assert.deepEqual(await stored(whole.store), once)
  })

  test(`${engine}: a store from before gets complaints, times and directories at the next sync`, async (t) => {
    const { store, again } = await synced(t, address, HISTORY)
    const once = await stored(store)
    await store.run('delete from complaint')
    await store.run('update call set cwd = null, result_at = null, made_by = ?', ['judge@5'])
    await store.run('update file set version = ?', ['claude-code@2 judge@5'])
    await again()
    assert.deepEqual(await stored(store), once)
    assert.deepEqual(await store.all('select id from call where cwd is null or result_at is null'), [])
  })

  test(`${engine}: of files that are gone complaints are read off what was kept, and none is lost`, async (t) => {
    const { store, path, again } = await synced(t, address, HISTORY)
    const once = await stored(store)
    await store.run("delete from complaint where call_id in (select id from call where call_id = 'c2')")
    await store.run('update call set made_by = ?', ['judge@5'])
    await store.run("delete from meta where key like 'judge %'")
    rmSync(path)
    await again()
    assert.deepEqual(await stored(store), once)
  })

  test(`${engine}: calls that another version of the parser made take their complaints with them`, async (t) => {
    const { store, again } = await synced(t, address, HISTORY)
    const once = await stored(store)
    const [first] = await store.all<Row & { id: string }>("select id from call where call_id = 'c1'")
    await store.run('update call set id = ?, seen_in = 0 where id = ?', ['other', first?.id ?? ''])
    await store.run('update complaint set call_id = ? where call_id = ?', ['other', first?.id ?? ''])
    await again(true)
    assert.deepEqual(await stored(store), once)
    assert.deepEqual(await store.all("select call_id from complaint where call_id = 'other'"), [])
  })

  test(`${engine}: a scope gives every call once with its complaints, in the order it was made`, async (t) => {
    const store = await openStore(address(scratch(t)))
    t.after(() => void store.close())
    const missing = { program: 'cat', code: 'missing-path', subject: 'docs/api.md', line: 'cat: docs/api.md: ...' }
    const failed = bash('cat docs/api.md', { outcome: 'error', complaints: [missing, { ...missing, subject: 'b.md' }] })
    const hidden = bash('go test ./... | tail', { masked: true, evidence: '`| tail` hid: --- FAIL: TestCart' })
    await writeHistory(store, [
      { id: 'second', startedAt: START + 1_000_000, calls: [failed] },
      { id: 'first', startedAt: START, calls: [bash('ls', { cwd: '/home/sam/shop/web' }), hidden] },
      { id: 'till', project: '/home/sam/till', startedAt: START, calls: [bash('ls')] },
      { id: 'chat', owner: 'telegram:42', startedAt: START, calls: [bash('ls')] },
      { id: 'nameless', owner: '', startedAt: START, calls: [bash('ls')] },
      { id: 'ann', owner: 'ann', startedAt: START + 2_000_000, source: 'pi', calls: [bash('make')] },
    ])
    const brief = async (scope: Parameters<typeof scopeCalls>[1]) =>
      (await scopeCalls(store, scope)).map(({ session, subject }) => `${session} ${subject}`)
    const shop = ['first ls', 'first go test ./... | tail', 'second cat docs/api.md']
    assert.deepEqual(await brief({ owner: 'sam', projects: ['shop'] }), shop)
    assert.deepEqual(await brief({ projects: ['/home/sam/shop'] }), [...shop, 'ann make'])
    assert.deepEqual(await brief({ owner: 'sam', projects: ['till', '/home/sam/shop'] }), [
      ...shop.slice(0, 2),
      'till ls',
      ...shop.slice(2),
    ])
    assert.deepEqual(await brief({ projects: [] }), [])
    assert.deepEqual(await brief({ agent: 'pi' }), ['ann make'])
    assert.deepEqual(await brief({ owner: 'sam', projects: ['shop'], since: START + 1 }), shop.slice(2))
    // The second call of the first session was made a minute after it began.
    assert.deepEqual(await brief({ owner: 'sam', projects: ['shop'], until: START + 30_000 }), shop.slice(0, 1))
    const [listed, piped, broken] = await scopeCalls(store, { owner: 'sam', projects: ['shop'] })
    assert.equal(listed?.cwd, '/home/sam/shop/web')
    assert.equal(listed?.maskedBy, null)
    assert.equal(piped?.maskedBy, '| tail')
    assert.deepEqual(JSON.parse(piped?.args ?? ''), { command: 'go test ./... | tail' })
    assert.deepEqual(
      broken?.complaints.map(({ code, subject }) => [code, subject]),
      [
        ['missing-path', 'docs/api.md'],
        ['missing-path', 'b.md'],
      ],
    )
    assert.deepEqual(
      (await scopeSessions(store, { projects: ['shop'] })).map(({ id, source }) => [id, source]),
      [
        ['first', 'codex'],
        ['second', 'codex'],
        ['ann', 'pi'],
      ],
    )
  })
}
