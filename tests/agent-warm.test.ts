import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Agent } from '../src/agent/agent.ts'
import type { CompactionStrategy } from '../src/agent/compaction/strategy.ts'
import { compressNow } from '../src/agent/compress.ts'
import { takeTurn } from '../src/agent/loop.ts'
import { createTerminalTool } from '../src/agent/tools/terminal.ts'
import { inSendingOrder } from '../src/agent/transcript.ts'
import { warmStart } from '../src/verbs/run/warm-operation.ts'
import { calls } from '../src/verbs/calls/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import type { Connection } from '../src/store/connection.ts'
import { readMessages } from '../src/store/live/live-message.ts'
import { readLiveSession } from '../src/store/live/live-session.ts'
import { saveTemplate } from '../src/template/run.ts'
import { request, testAgent, tool } from './support/agent.ts'
import { scratch } from './support/store.ts'
import { terminalContext } from './support/terminal-context.ts'
import { call, scriptedModel } from './support/scripted-model.ts'
import { recoveryDraft, templateDraft } from './support/template-fixture.ts'

const NOW = Date.UTC(2026, 2, 20)
const TASK = 'run go test on the cart package of the shop, please'
const FAILURE = 'package cart is not in std'
/** The one that the template is of. */
const PROJECT = '/home/sam/shop'

const bash = tool('Bash', ({ command }) =>
  String(command).includes('./') ? { text: 'ok ./cart 0.2s' } : { text: FAILURE, isError: true },
)

const shopAgent = async (
  t: Parameters<typeof testAgent>[0],
  how: string,
  rest: Partial<Agent> = {},
): Promise<Agent & { store: Connection }> => {
  const agent = await testAgent(t, { tools: [bash], cwd: PROJECT, project: PROJECT, ...rest })
  agent.app.now = () => NOW
  const { scope, ...parts } = templateDraft({ recoveries: [recoveryDraft(FAILURE, { expiresAt: null })] })
  const draft = { ...parts, scope: { ...scope, project: agent.cwd } }
  await saveTemplate(agent.store, { owner: 'sam', name: 'shop-go', state: 'active', draft, now: NOW })
  await refreshReady(agent.store, { owner: 'sam', now: NOW })
  return { ...agent, warm: warmStart(agent.app, how, agent.tools) }
}

const ledger = (store: Connection) =>
  store.all<{
    event: string | null
    arm: string | null
    source: string | null
    session_key: string
    calls: number | null
  }>('select event, arm, source, session_key, how, calls from exposure order by at, event')

suite('auto', () => {
  test('a warm session starts with the seed in front of the first message, and it stands in the ledger', async (t) => {
    const model = scriptedModel([{ text: 'ok' }, { text: 'again' }])
    const session = 'session-1'
    const agent = await shopAgent(t, 'auto', { model })
    await takeTurn(agent, request(TASK, { session }))
    const [seed, asked] = model.asked[0]?.messages ?? []
    assert.ok(seed?.role === 'user' && seed.kind === 'seed' && seed.isSynthetic)
    assert.match(seed.text, /go test/)
    assert.equal(asked?.text, TASK)
    await takeTurn(agent, request('and more go test', { session }))
    assert.equal((await readMessages(agent.store, session)).filter((each) => each.isSynthetic).length, 1)
    const entries = await ledger(agent.store)
    assert.deepEqual(
      entries.map(({ event, arm, source, session_key }) => ({ event, arm, source, session_key })),
      [{ event: 'prompt', arm: 'warm', source: 'warmstart', session_key: session }],
    )
  })

  test('a session that a person wants cold starts so, and that stands in the ledger too', async (t) => {
    const model = scriptedModel([{ text: 'ok' }])
    const session = 'session-2'
    const agent = await shopAgent(t, 'auto', { model })
    const app = { ...agent.app, place: { ...agent.app.place, env: { WARMSTART_ARM: 'cold' } } }
    agent.warm = warmStart(app, 'auto', agent.tools)
    await takeTurn(agent, request(TASK, { session }))
    assert.equal(model.asked[0]?.messages.length, 1)
    assert.deepEqual(
      (await ledger(agent.store)).map(({ arm }) => arm),
      ['cold'],
    )
  })

  test('how the session went comes back to its entry by the next sync', async (t) => {
    const model = scriptedModel([{ calls: [call('c', 'Bash', { command: 'go test ./cart' })] }, { text: 'ok' }])
    const session = 'session-1'
    const agent = await shopAgent(t, 'auto', { model })
    await takeTurn(agent, request(TASK, { session }))
    await sync(agent.app, agent.store, { targets: [], rebuild: false })
    assert.deepEqual(
      (await ledger(agent.store)).map((row) => row.calls),
      [1],
    )
  })

  test('what helped others after the same failure is told once', async (t) => {
    const model = scriptedModel((_asked, step) =>
      step < 2 ? { calls: [call(`c${step}`, 'Bash', { command: 'go test cart' })] } : { text: 'ok' },
    )
    const session = 'session-1'
    const agent = await shopAgent(t, 'auto', { model })
    await takeTurn(agent, request('something else entirely', { session }))
    const hints = (await readMessages(agent.store, session)).filter(
      (each) => each.role === 'user' && each.kind === 'hint',
    )
    assert.equal(hints.length, 1)
    assert.match(hints[0]?.text ?? '', /go test \.\/cart/)
  })

  test('a command that fails is a failure although its tool has answered, and a search without a match is none', async (t) => {
    const workdir = scratch(t)
    const { live } = terminalContext(t, workdir)
    writeFileSync(join(workdir, 'check.sh'), `echo "${FAILURE}" >&2; exit 1`)
    const commands = ['grep -q cart /dev/null', 'sh check.sh']
    const model = scriptedModel((_asked, step) => {
      const command = commands[step]
      return command === undefined ? { text: 'ok' } : { calls: [call(`c${step}`, 'terminal', { command })] }
    })
    const session = 'session-1'
    const person = { approve: async () => true }
    const agent = await shopAgent(t, 'auto', { model, tools: [createTerminalTool(live)], cwd: workdir, ...person })
    await takeTurn(agent, request('something else entirely', { session }))
    const kept = await readMessages(agent.store, session)
    assert.ok(kept.every((each) => each.role !== 'tool' || !each.isError))
    const hinted = kept.flatMap((each, index) => (each.role === 'user' && each.kind === 'hint' ? [index] : []))
    assert.equal(hinted.length, 1)
    const before = kept[(hinted[0] ?? 0) - 1]
    assert.ok(before?.role === 'tool' && before.callId === 'c1')
  })

  test('a compaction that takes the seed out gives it again, in its place and in the ledger', async (t) => {
    const long = 'a long story '.repeat(2_000)
    const model = scriptedModel([{ text: long }, { text: 'ok' }])
    const session = 'session-1'
    const agent = await shopAgent(t, 'auto', { model })
    await takeTurn(agent, request(TASK, { session }))
    await takeTurn(agent, request('thanks', { session }))
    const dropOld: CompactionStrategy = {
      name: 'drop-old',
      description: '',
      compact: async ({ messages }) => ({ retire: messages.slice(0, -2).map(({ position }) => position), insert: [] }),
    }
    assert.equal(await compressNow(agent, { session, owner: 'sam', strategies: [dropOld] }), true)
    const sent = inSendingOrder(await readMessages(agent.store, session))
    assert.deepEqual(
      sent.map((message) => (message.role === 'user' ? (message.kind ?? message.text) : message.role)),
      ['seed', 'summary', 'thanks', 'assistant'],
    )
    assert.deepEqual(
      (await ledger(agent.store)).map(({ event }) => event),
      ['compaction', 'prompt'],
    )
  })

  test('a selection that fails costs the seed, not the message', async (t) => {
    const model = scriptedModel([{ text: 'ok' }])
    const agent = await testAgent(t, {
      model,
      warm: {
        isOptional: true,
        begin: async (store) => {
          await store.run('select * from no_such_table')
          return []
        },
        again: async () => [],
        hint: async () => undefined,
      },
    })
    const notices: string[] = []
    const on = (event: { type: string; text?: string }): void => {
      if (event.type === 'notice') notices.push(event.text ?? '')
    }
    assert.equal((await takeTurn(agent, request(TASK, { on }))).text, 'ok')
    assert.match(notices.join(), /starts cold/)
    assert.equal((await readMessages(agent.store, 's-1')).length, 2)
  })

  test('WARMSTART_ARM=off gives nothing and writes nothing down', async (t) => {
    const agent = await testAgent(t)
    const off = { ...agent.app, place: { ...agent.app.place, env: { WARMSTART_ARM: 'off' } } }
    assert.equal(warmStart(off, 'auto', []), undefined)
    assert.equal(warmStart(agent.app, 'off', []), undefined)
  })
})

suite('by name', () => {
  test('a session with the same tools gets the examples as calls, which nobody counts', async (t) => {
    const model = scriptedModel([{ calls: [call('c', 'Bash', { command: 'go test ./cart' })] }, { text: 'ok' }])
    const agent = await shopAgent(t, 'shop-go', { model })
    await takeTurn(agent, request('hello'))
    const messages = await readMessages(agent.store, 's-1')
    const seeded = messages.flatMap((each) =>
      each.role === 'assistant' && each.isSynthetic ? each.calls.map(({ id }) => id) : [],
    )
    assert.ok(seeded.length > 0 && seeded.every((id) => id.startsWith('wseed')))
    await sync(agent.app, agent.store, { targets: [], rebuild: false })
    const counted = await Array.fromAsync(calls(agent.store, {}))
    assert.deepEqual(
      counted.map(({ callId }) => callId),
      ['c'],
    )
    assert.deepEqual(
      (await ledger(agent.store)).map(({ session_key: key, calls: count }) => [key, count]),
      [['s-1', 1]],
    )
  })

  test('a session with other tools gets the examples as text', async (t) => {
    const model = scriptedModel([{ text: 'ok' }])
    const agent = await shopAgent(t, 'shop-go', { model, tools: [tool('terminal', () => ({ text: '' }))] })
    await takeTurn(agent, request('hello'))
    const messages = await readMessages(agent.store, 's-1')
    assert.ok(messages.every(({ role }) => role !== 'tool'))
    assert.ok(messages[0]?.role === 'user' && messages[0].kind === 'seed')
    assert.match(messages[0].text, /go test/)
  })

  test('a name that is none is refused before anything is stored', async (t) => {
    const agent = await shopAgent(t, 'no-such-template')
    await assert.rejects(takeTurn(agent, request('hello')), { code: 'no-such-template' })
    assert.equal(await readLiveSession(agent.store, 'sam', 's-1'), undefined)
  })
})
