import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sync } from '../src/verbs/sync/operation.ts'
import { rejudge } from '../src/sources/rejudge.ts'
import { writeCalls } from '../src/store/facts/call.ts'
import type { Row } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { CALL } from '../src/store/tables.ts'
import { bothEngines } from './support/engines.ts'
import { contentOf, scratch, testApp } from './support/store.ts'

const BROKEN_OFF = '0a0a0a0a-0000-4000-8000-000000000001'
const RESUMED = '0a0a0a0a-0000-4000-8000-000000000002'

const line = (at: number, type: string, content: unknown): string =>
  JSON.stringify({ type, uuid: `u${at}`, timestamp: `2026-01-01T00:00:0${at}Z`, message: { role: type, content } })

const HISTORY = [
  line(1, 'user', 'go'),
  line(2, 'assistant', [{ type: 'tool_use', id: 'call-1', name: 'Bash', input: { command: 'make' } }]),
]
const RESULT = line(3, 'user', [{ type: 'tool_result', tool_use_id: 'call-1', is_error: true, content: 'Exit code 2' }])

for (const { engine, address } of bothEngines()) {
  test(`${engine}: of a call that was broken off and finished in a resumed session, the finished one counts`, async (t) => {
    const root = scratch(t)
    await writeFile(join(root, `${BROKEN_OFF}.jsonl`), `${HISTORY.join('\n')}\n`)
    await writeFile(join(root, `${RESUMED}.jsonl`), `${[...HISTORY, RESULT].join('\n')}\n`)
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    const targets = [{ source: 'claude-code', path: root }]
    const counted = async () => (await contentOf(app, store)).calls.map(({ session, outcome }) => [session, outcome])
    await sync(app, store, { targets, rebuild: false })
    assert.deepEqual(await counted(), [[RESUMED, 'error']])
    // Once the first one has its result as well, it is the earliest again.
    await writeFile(join(root, `${BROKEN_OFF}.jsonl`), `${[...HISTORY, RESULT].join('\n')}\n`)
    await sync(app, store, { targets, rebuild: false })
    assert.deepEqual(await counted(), [[BROKEN_OFF, 'error']])
  })
}

for (const { engine, address } of bothEngines()) {
  test(`${engine}: of copies that are alike in everything the same one counts, whichever was written first`, async (t) => {
    const root = scratch(t)
    await writeFile(join(root, `${RESUMED}.jsonl`), `${[...HISTORY, RESULT].join('\n')}\n`)
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    await sync(app, store, { targets: [{ source: 'claude-code', path: root }], rebuild: false })
    const columns = CALL.columns.join(', ')
    const [row] = await store.all<Row>(`select ${columns} from call`)
    const cells = CALL.columns.map((name) => row?.[name] ?? null)
    const copies = ['f', '0'].map((id) => cells.map((cell, index) => (CALL.columns[index] === 'id' ? id : cell)))
    for (const copy of copies) await store.transaction((transaction) => writeCalls(transaction, [copy]))
    const counting = await store.all<Row & { id: string }>('select id from call where copy_of is null')
    assert.deepEqual(
      counting.map(({ id }) => id),
      ['0'],
    )
  })

  test(`${engine}: a machine that has nothing to judge again does not keep another one from it`, async (t) => {
    const root = scratch(t)
    const file = join(root, `${RESUMED}.jsonl`)
    await writeFile(file, `${[...HISTORY, RESULT].join('\n')}\n`)
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    await sync(app, store, { targets: [{ source: 'claude-code', path: root }], rebuild: false })
    // As an older version of the program left it.
    await store.run("update call set made_by = 'older', outcome = 'unknown'", [])
    await store.run("update file set state = 'missing'", [])
    await store.run("delete from meta where key like 'judge%'", [])
    assert.equal(await rejudge(store, { machine: 'another', all: false }), 0)
    assert.equal(await rejudge(store, { machine: app.machine, all: false }), 1)
    assert.deepEqual(
      (await contentOf(app, store)).calls.map(({ outcome }) => outcome),
      ['error'],
    )
  })
}
