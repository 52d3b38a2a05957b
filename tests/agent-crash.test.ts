import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsIn, inSendingOrder, openCalls } from '../src/agent/transcript.ts'
import { createRandom } from '../src/sample/random.ts'
import type { LiveMessage } from '../src/schema/live-session.ts'
import { begunCalls, readMessages } from '../src/store/live/live-message.ts'
import { openStore } from '../src/store/open.ts'
import { scratch, testApp } from './support/store.ts'

const PROGRAM = join(import.meta.dirname, 'support', 'crash-agent.ts')
/** Each costs the start of a program. More than a suite has time for: WARMSTART_CRASHES=100 npx node --test tests/agent-crash.test.ts */
const KILLS = Number(process.env['WARMSTART_CRASHES'] ?? 12)
/** As many numbers as are worked on in the moments that the kills leave. */
const NUMBERS = 12 + KILLS * 2

/** What must hold whenever the program is dead. */
const check = async (directory: string): Promise<LiveMessage[]> => {
  const store = await openStore(testApp(directory).storeAddress)
  try {
    const messages = await readMessages(store, 's-1')
    assert.deepEqual(
      messages.map(({ position }) => position),
      messages.map((_message, index) => index),
      'positions have gaps',
    )
    const results = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))
    assert.equal(new Set(results).size, results.length, 'a call has two results')
    assert.ok(messages.filter(({ role }) => role === 'user').length <= 1, 'the message is there twice')
    // What was done was begun, and nothing was done twice.
    const effects = effectsIn(directory)
    assert.equal(new Set(effects).size, effects.length, 'a call was run twice')
    assert.ok(effects.length <= (await begunCalls(store, 's-1')).size, 'a call was run before it was written down')
    // Only the last answer may be waiting for results.
    const answers = inSendingOrder(messages).filter(({ role }) => role === 'assistant')
    const open = new Set(openCalls(messages).map(({ id }) => id))
    for (const answer of answers.slice(0, -1))
      assert.ok(answer.role === 'assistant' && !answer.calls.some(({ id }) => open.has(id)))
    return messages
  } finally {
    await store.close()
  }
}

const effectsIn = (directory: string): string[] => {
  const path = join(directory, 'effects')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

test(`an agent killed at ${KILLS} random moments loses no message, doubles none, and finishes its turn`, async (t) => {
  const directory = scratch(t)
  const random = createRandom(Number(process.env['FC_SEED']) || 3)
  const run = async (killAfterMs: number | undefined, how: string): Promise<{ code: number | null; said: string }> => {
    const child = spawn(process.execPath, [PROGRAM, directory, String(NUMBERS), how], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += String(piece)
      if (killAfterMs !== undefined && said === 'ready\n') setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code, said }
  }
  let killed = 0
  let before: LiveMessage[] = []
  for (let attempt = 0; killed < KILLS && attempt < KILLS * 3; attempt++) {
    const { code } = await run(random.between(0, 45), attempt % 2 === 0 ? 'said' : 'resumed')
    if (code === null) killed++
    const messages = await check(directory)
    // Nothing that was once there is lost or changed.
    assert.deepEqual(messages.slice(0, before.length), before)
    before = messages
  }
  assert.ok(killed >= Math.min(KILLS, 8), `only ${killed} were killed`)
  const { code, said } = await run(undefined, 'said')
  assert.equal(code, 0)
  assert.match(said, /"text":"all done"/)
  const messages = await check(directory)
  assert.deepEqual(messages.slice(0, before.length), before)
  assert.deepEqual(faultsIn(inSendingOrder(messages)), [])
  assert.equal(messages.filter((message) => message.role === 'assistant' && message.text === 'all done').length, 1)
  const worked = messages.flatMap((message) => (message.role === 'tool' && !message.isError ? [message.text] : []))
  assert.equal(new Set(worked).size, worked.length, 'work that had a result was asked for again')
  assert.equal(worked.length, NUMBERS)
  t.diagnostic(
    `${killed} kills, ${messages.length} messages, ${messages.filter((each) => each.isSynthetic).length} mended`,
  )
})
