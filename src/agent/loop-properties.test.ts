import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { request, testAgent, tool } from '../../tests/support/agent.ts'
import { call, type ScriptedStep, scriptedModel } from '../../tests/support/scripted-model.ts'
import { readMessages } from '../store/live/live-message.ts'
import { openStore } from '../store/open.ts'
import { STRATEGIES } from './compaction/registry.ts'
import { takeTurn } from './loop.ts'
import { MODEL_ERRORS } from './models/model.ts'
import { faultsIn, inSendingOrder } from './transcript.ts'

const CALLS = fc.constantFrom(
  call('call_1', 'echo', { text: 'hello' }),
  call('call_2', 'echo', { text: 'x'.repeat(4_000) }),
  call('call_2', 'fails'),
  call('wseed1', 'echo'),
  call('', 'echo'),
  call('call_3', 'no_such_tool'),
  call('call_4', 'echo', 'not json'),
)
const STEP: fc.Arbitrary<ScriptedStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text: fc.string(), calls: fc.array(CALLS, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ text: fc.string({ minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ fails: fc.constantFrom(...Object.values(MODEL_ERRORS)) }) },
  { weight: 1, arbitrary: fc.constant({}) },
)
const TURN = fc.record({
  /** After so many events the user stops it; most turns are not stopped. */
  stopAfter: fc.option(fc.nat(12), { freq: 3 }),
  how: fc.constantFrom('said', 'resumed', 'brought-again'),
})

test('whatever a model does and whenever it is stopped, every message is there once and the conversation is sound', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEP, { maxLength: 25 }),
      fc.array(TURN, { minLength: 1, maxLength: 5 }),
      async (steps, turns) => {
        const store = await openStore('sqlite::memory:')
        const script = [...steps]
        const model = scriptedModel(() => script.shift() ?? { text: 'the end' }, { contextWindowTokens: 3_000 })
        const agent = await testAgent(t, {
          store,
          model,
          compactions: STRATEGIES,
          limits: { steps: 6, tokens: undefined, outputTokens: undefined },
          tools: [
            tool('echo', ({ text }) => ({ text: String(text) })),
            tool('fails', () => {
              throw new Error('it failed')
            }),
          ],
        })
        const said: string[] = []
        for (const [index, { stopAfter, how }] of turns.entries()) {
          const stop = new AbortController()
          let events = 0
          const isNew = how === 'said' || said.length === 0
          if (isNew) said.push(`message ${index}`)
          await takeTurn(
            agent,
            request(said.at(-1) ?? '', {
              ...(how === 'resumed' && !isNew ? { isResumed: true } : { messageId: `m-${said.length}` }),
              signal: stop.signal,
              on: () => {
                if (stopAfter !== null && ++events > stopAfter) stop.abort()
              },
            }),
          )
          const messages = await readMessages(store, 's-1')
          const typed = messages.filter((message) => message.role === 'user' && !message.isSynthetic)
          assert.deepEqual(
            typed.map(({ text }) => text),
            said,
          )
          assert.deepEqual(faultsIn(inSendingOrder(messages)), [])
        }
        for (const { messages } of model.asked) assert.deepEqual(faultsIn(messages), [])
        await store.close()
      },
    ),
    { numRuns: 60 },
  )
})
