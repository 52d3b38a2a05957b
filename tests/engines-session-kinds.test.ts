import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { countKinds, sessions } from '../src/verbs/sessions/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { SOURCES } from '../src/sources/registry.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { layOut } from './support/fixtures.ts'
import { scratch, testApp } from './support/store.ts'

for (const { engine, address } of bothEngines()) {
  test(`${engine}: sessions are told by kind, and the counts say what a list leaves out`, async (t) => {
    const root = join(scratch(t), 'history')
    for (const source of SOURCES) await layOut(source, join(root, source.name))
    const directory = scratch(t)
    const app = testApp(directory, address(directory))
    const store = await openStore(app.storeAddress)
    t.after(() => store.close())
    const targets = SOURCES.map(({ name }) => ({ source: name, path: join(root, name) }))
    await sync(app, store, { targets, rebuild: false })

    const listed = await Array.fromAsync(sessions(store, {}))
    const counted = await countKinds(store, { limit: 1 })
    for (const { kind, sessions: count } of counted.kinds) {
      assert.equal(listed.filter((each) => each.kind === kind).length, count, `${kind}`)
      if (kind === null) continue
      assert.equal((await Array.fromAsync(sessions(store, { kind }))).length, count)
      const [only, ...more] = await Array.fromAsync(sessions(store, { kind, limit: 1 }))
      assert.deepEqual([only?.kind, more.length], [kind, 0])
    }
    const kindsOf = (source: string) =>
      [...new Set(listed.filter((each) => each.source === source).map(({ kind }) => kind ?? 'untold'))].sort((a, b) =>
        a < b ? -1 : 1,
      )
    assert.deepEqual(kindsOf('opencode'), ['job', 'person', 'subagent'])
    assert.deepEqual(kindsOf('copilot-cli'), ['job', 'person'])
    assert.ok(kindsOf('codex').includes('subagent'))
    assert.ok(kindsOf('hermes').includes('job'))
    assert.ok(kindsOf('openai-chat').includes('experiment'))
    const everybody = await Array.fromAsync(sessions(store, { withUnowned: true }))
    assert.ok(counted.unowned > 0)
    assert.equal(counted.unowned, everybody.length - listed.length)
  })
}
