import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request, testAgent, tool } from '../../tests/support/agent.ts'
import { call, scriptedModel } from '../../tests/support/scripted-model.ts'
import { readMessages } from '../store/live/live-message.ts'
import { STRATEGIES } from './compaction/registry.ts'
import type { Compaction, CompactionInput, CompactionStrategy } from './compaction/strategy.ts'
import { compressNow } from './compress.ts'
import { takeTurn } from './loop.ts'
import { MODEL_ERRORS } from './models/model.ts'
import { faultsIn, inSendingOrder } from './transcript.ts'
import type { AgentEvent } from './turn.ts'

/** Leaves out everything before the newest message of a person. */
const dropOld: CompactionStrategy = {
  name: 'drop-old',
  description: '',
  compact: async ({ messages }) => {
    const asked = messages.findLastIndex((message) => message.role === 'user' && !message.isSynthetic)
    return asked <= 0 ? undefined : { retire: messages.slice(0, asked).map(({ position }) => position), insert: [] }
  },
}

const strategy = (compact: (input: CompactionInput) => Promise<Compaction | undefined>): CompactionStrategy => ({
  name: 'made-up',
  description: '',
  compact,
})

const long = 'a long story '.repeat(400)

test('a conversation that nears the window is made shorter before the model is asked, and the model is told', async (t) => {
  const model = scriptedModel([{ text: long }, { text: 'ok' }], { contextWindowTokens: 2_000 })
  const agent = await testAgent(t, { model, compactions: [dropOld] })
  await takeTurn(agent, request('tell me a story'))
  const events: AgentEvent[] = []
  await takeTurn(agent, request('thanks', { on: (event) => events.push(event) }))
  const compaction = events.find((event) => event.type === 'compaction')
  assert.ok(compaction?.type === 'compaction' && compaction.after < compaction.before)
  const [note, asked] = model.asked[1]?.messages ?? []
  assert.ok(note?.role === 'user' && note.kind === 'summary' && note.isSynthetic)
  assert.deepEqual([note.compaction?.strategy, note.compaction?.trigger], ['drop-old', 'window'])
  assert.equal(asked?.text, 'thanks')
  // Nothing is lost.
  assert.equal((await readMessages(agent.store, 's-1')).length, 5)
})

test('what the provider reports decides, not our estimate; what it reported before a compaction does not', async (t) => {
  const model = scriptedModel(
    [{ text: long, contextTokens: 1_900 }, { text: 'ok', contextTokens: 50 }, { text: 'fine' }],
    { contextWindowTokens: 2_500 },
  )
  let compactions = 0
  const counted = { ...dropOld, compact: (input: CompactionInput) => (compactions++, dropOld.compact(input)) }
  const agent = await testAgent(t, { model, compactions: [counted] })
  for (const text of ['tell me a story', 'thanks', 'bye']) await takeTurn(agent, request(text))
  assert.equal(compactions, 1)
})

test('a provider that says the context is too long is asked again with less, a few times at most', async (t) => {
  const model = scriptedModel((asked) =>
    asked.messages.length > 2 ? { fails: MODEL_ERRORS.contextTooLong } : { text: 'ok' },
  )
  const agent = await testAgent(t, { model, compactions: [dropOld] })
  await takeTurn(agent, request(`remember: ${long}`))
  assert.equal((await takeTurn(agent, request('and now?'))).text, 'ok')

  const never = scriptedModel(() => ({ fails: MODEL_ERRORS.contextTooLong }))
  const stubborn = await testAgent(t, { model: never, compactions: [dropOld] })
  const result = await takeTurn(stubborn, request('hi'))
  assert.deepEqual([result.end, result.code], ['failed', MODEL_ERRORS.contextTooLong])
  assert.ok(never.asked.length <= 4)
})

const BAD: [string, (input: CompactionInput) => Promise<Compaction | undefined>, RegExp][] = [
  [
    'takes out what the user said last',
    async ({ messages }) => ({ retire: messages.map((m) => m.position), insert: [] }),
    /last message/,
  ],
  ['takes a result away from its call', async () => ({ retire: [2], insert: [] }), /refused/],
  ['saves nothing', async () => ({ retire: [], insert: [] }), /next to nothing/],
  [
    'grows',
    async ({ now }) => ({
      retire: [1, 2],
      insert: [{ role: 'user', at: now, text: long.repeat(9), isSynthetic: true, kind: 'summary', place: 1 }],
    }),
    /next to nothing/,
  ],
  ['names what is not there', async () => ({ retire: [77], insert: [] }), /not there/],
  ['fails', async () => Promise.reject(new Error('no summary today')), /no summary today/],
  ['finds nothing', async () => undefined, /nothing to leave out/],
]

for (const [what, compact, words] of BAD) {
  test(`a compaction that ${what} is not committed`, async (t) => {
    const model = scriptedModel([{ calls: [call('c', 'tell')] }, { text: 'told' }])
    const agent = await testAgent(t, { model, tools: [tool('tell', () => ({ text: long }))] })
    await takeTurn(agent, request('tell me a story'))
    const before = await readMessages(agent.store, 's-1')
    const events: AgentEvent[] = []
    const options = { session: 's-1', owner: 'sam', on: (event: AgentEvent) => void events.push(event) }
    assert.equal(await compressNow(agent, { ...options, strategies: [strategy(compact)] }), false)
    assert.deepEqual(await readMessages(agent.store, 's-1'), before)
    assert.match(events.map((event) => (event.type === 'notice' ? event.text : '')).join(), words)
  })
}

test('stopped while the model sums up, the conversation is as it was and can be spoken in', async (t) => {
  const stop = new AbortController()
  const model = scriptedModel([{ text: long }, { hangs: true, before: () => stop.abort() }, { text: 'ok' }])
  const agent = await testAgent(t, { model })
  await takeTurn(agent, request('tell me a story'))
  const before = await readMessages(agent.store, 's-1')
  const strategies = [strategy(async ({ summarise }) => void (await summarise('sum it up')))]
  const options = { session: 's-1', owner: 'sam', strategies, signal: stop.signal }
  assert.equal(await compressNow(agent, options), false)
  assert.deepEqual(await readMessages(agent.store, 's-1'), before)
  assert.equal((await takeTurn(agent, request('thanks'))).text, 'ok')
})

test('where one strategy comes to nothing the next one is tried', async (t) => {
  const model = scriptedModel([{ text: long }, { text: 'ok' }])
  const agent = await testAgent(t, { model })
  await takeTurn(agent, request('tell me a story'))
  await takeTurn(agent, request('thanks'))
  const strategies = [strategy(async () => Promise.reject(new Error('no summary today'))), dropOld]
  assert.equal(await compressNow(agent, { session: 's-1', owner: 'sam', strategies }), true)
  assert.equal(inSendingOrder(await readMessages(agent.store, 's-1')).length, 3)
})

for (const each of STRATEGIES) {
  test(`${each.name}: a long session is made shorter and goes on with a sound conversation`, async (t) => {
    let step = 0
    const model = scriptedModel(
      (asked) => {
        if (asked.tools === undefined || asked.tools.length === 0) return { text: '## Goal\nmake files\n## Done\nsome' }
        return step++ < 30 ? { text: `step ${step}`, calls: [call(`c${step}`, 'tell', { step })] } : { text: 'done' }
      },
      { contextWindowTokens: 12_000 },
    )
    const agent = await testAgent(t, {
      model,
      tools: [tool('tell', () => ({ text: long.slice(0, 2_500) }))],
      compactions: [each],
      limits: { steps: 100, tokens: undefined, outputTokens: undefined },
    })
    const events: AgentEvent[] = []
    const result = await takeTurn(agent, request('make thirty files', { on: (event) => events.push(event) }))
    assert.deepEqual([result.end, result.text], ['answered', 'done'])
    assert.ok(
      events.some((event) => event.type === 'compaction'),
      JSON.stringify(events.filter(({ type }) => type === 'notice')),
    )
    for (const { messages } of model.asked) assert.deepEqual(faultsIn(messages), [])
    const sent = inSendingOrder(await readMessages(agent.store, 's-1'))
    assert.ok(sent.some(({ text }) => text === 'make thirty files'))
    assert.deepEqual(faultsIn(sent), [])
  })
}
