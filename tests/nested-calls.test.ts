import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { calls } from '../src/verbs/calls/operation.ts'
import { overrule } from '../src/verbs/outcome/operation.ts'
import { profileHistory, profileSession } from '../src/verbs/profile/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { openStore } from '../src/store/open.ts'
import { scratch, testApp } from './support/store.ts'

const SESSION = '0b1c2d3e-0000-7000-8000-00000000000f'
const FIXTURE = join(
  import.meta.dirname,
  `../src/sources/formats/codex/fixtures/history/sessions/2026/07/10/rollout-2026-07-10T09-00-00-${SESSION}.jsonl`,
)

const openWith = async (t: Parameters<typeof scratch>[0]) => {
  const directory = scratch(t)
  const history = join(directory, 'history')
  mkdirSync(history)
  // Runs are told apart by the time at which they began.
  let now = Date.UTC(2026, 10, 15)
  const app = { ...testApp(directory), now: () => now++ }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const read = (text: string, rebuild = false) => {
    writeFileSync(join(history, `rollout-${SESSION}.jsonl`), text)
    return sync(app, store, { targets: [{ path: history }], rebuild })
  }
  return { app, store, read, listed: async () => await Array.fromAsync(calls(store, {})) }
}

test('profile and listing say how many outcomes rest on text alone, trivial tools left out', async (t) => {
  const { store, read, listed } = await openWith(t)
  await read(readFileSync(FIXTURE, 'utf8'))
  const byText = (await listed()).filter((call) => call.textAlone)
  assert.ok(byText.length > 3 && byText.every((call) => call.rung === 'text'))
  assert.equal((await profileHistory(store, {})).textAlone, byText.length)
  assert.equal((await profileSession(store, SESSION)).textAlone, byText.length)
  assert.ok((await listed()).filter((call) => call.rung === 'exit').every((call) => !call.textAlone))
})

test('a person’s word on a script moves to the only call inside it when older readings are read again', async (t) => {
  const { app, store, read, listed } = await openWith(t)
  await read(readFileSync(FIXTURE, 'utf8'))
  // As an older version of the parser left it: the script was the call.
  await store.run(`update call set call_id = 'call_m5a2b3c4' where call_id = 'call_m5a2b3c4/1'`)
  await store.run(`delete from call where call_id = 'call_m5a2b3c4/2'`)
  await store.run(
    `update call set call_id = 'call_m1a2b3c4', id = 'feedfeedfeedfeed', copy_key = 'feed' where call_id = 'call_m1a2b3c4/1'`,
  )
  await overrule(app, store, { call: 'feedfeedfeedfeed', outcome: 'ok', note: 'a warning only' })
  await store.run(`update file set version = 'codex@2'`)
  await read(readFileSync(FIXTURE, 'utf8'))
  const after = await listed()
  assert.ok(!after.some((call) => call.callId === 'call_m1a2b3c4' || call.callId === 'call_m5a2b3c4'))
  const moved = after.find((call) => call.callId === 'call_m1a2b3c4/1')
  assert.deepEqual([moved?.outcome, moved?.rule, moved?.textAlone], ['ok', 'overruled', false])
  assert.equal(after.filter((call) => call.callId.startsWith('call_m5a2b3c4/')).length, 2)
})

test('the same calls come out whether a file is read at once, twice, in two parts or anew', async (t) => {
  const text = readFileSync(FIXTURE, 'utf8')
  const ids = (list: { id: string; callId: string }[]) => list.map(({ id, callId }) => `${id} ${callId}`).sort()
  const once = await openWith(t)
  await once.read(text)
  const whole = ids(await once.listed())
  await once.read(text)
  assert.deepEqual(ids(await once.listed()), whole)
  await once.read(text, true)
  assert.deepEqual(ids(await once.listed()), whole)
  const parts = await openWith(t)
  const lines = text.split('\n')
  for (const cut of [4, 10, 17, 30, 36, 40, 48]) {
    await parts.read(`${lines.slice(0, cut).join('\n')}\n`)
  }
  await parts.read(text)
  assert.deepEqual(ids(await parts.listed()), whole)
})
