import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { createModel } from '../../src/agent/models/create-model.ts'
import { isCallable, type StepAnswer, type StepEvent, type StepRequest } from '../../src/agent/models/model.ts'
import { MODEL_PROVIDERS } from '../../src/agent/models/registry.ts'
import type { Reply, Script } from '../../src/scripted-model/script.ts'
import { serveMockModel } from '../../src/scripted-model/serve.ts'
import { AppError } from '../../src/lib/error.ts'
import { type ModelSettings, type ProviderName, PROVIDERS } from '../../src/schema/model-settings.ts'
import { said } from '../support/live-message.ts'

const KEY = 'sk-conformance-0123456789abcdef'
const TOOL = {
  name: 'terminal',
  description: 'runs a command',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
}
const HELLO = said({ role: 'user', text: 'hello' })

const settingsFor = (provider: ProviderName, baseUrl: string): ModelSettings => ({
  provider,
  model: 'scripted',
  baseUrl,
  apiKey: KEY,
  retries: 2,
})

/** Waits nowhere, and writes down how long it would have waited. */
const world = () => {
  const waits: number[] = []
  return {
    waits,
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0.5,
    sleep: (ms: number) => {
      waits.push(ms)
      return Promise.resolve()
    },
  }
}

const collect = async (events: AsyncIterable<StepEvent>): Promise<StepEvent[]> => {
  const all: StepEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const answerOf = (events: readonly StepEvent[]): StepAnswer => {
  const last = events.at(-1)
  assert.equal(last?.type, 'finish')
  assert.equal(events.filter(({ type }) => type === 'finish').length, 1)
  return last.answer
}

test('every provider of the configuration can be spoken to, and no other', () => {
  assert.deepEqual(Object.keys(MODEL_PROVIDERS), Object.keys(PROVIDERS))
})

for (const provider of Object.keys(MODEL_PROVIDERS) as ProviderName[])
  suite(provider, () => {
    const begin = async (t: TestContext, script: Script, more: Partial<ModelSettings> = {}) => {
      const server = await serveMockModel({ key: KEY, ...script })
      t.after(() => server.close())
      const outside = world()
      const model = await createModel({ ...settingsFor(provider, `${server.address}/v1`), ...more }, outside)
      const step = (request: Partial<StepRequest> = {}) =>
        collect(model.streamStep({ messages: HELLO, tools: [TOOL], ...request }))
      return { server, model, step, waits: outside.waits }
    }

    test('streams text, thoughts and parallel calls, and ends with the whole answer', async (t) => {
      const reply: Reply = {
        reasoning: 'let me think',
        text: 'I shall look. 🌍',
        calls: [
          { tool: 'terminal', args: { command: 'ls' } },
          { tool: 'terminal', args: { command: 'pwd' } },
        ],
        usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 40 },
        chunkChars: 4,
      }
      const { step, model } = await begin(t, { replies: [reply] })
      const events = await step({ system: 'be brief' })
      const answer = answerOf(events)
      const joined = (type: 'text' | 'reasoning') =>
        events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
      assert.equal(joined('text'), reply.text)
      assert.equal(joined('reasoning'), reply.reasoning)
      assert.ok(events.filter(({ type }) => type === 'text').length > 1, 'it came in pieces')
      assert.equal(answer.text, reply.text)
      assert.deepEqual(
        answer.calls.map(({ tool, args }) => ({ tool, args })),
        reply.calls,
      )
      assert.deepEqual(
        answer.calls,
        events.flatMap((event) => (event.type === 'call' ? [event.call] : [])),
      )
      assert.equal(answer.finishReason, 'tool-calls')
      assert.equal(answer.usage?.inputTokens, 100)
      assert.equal(answer.usage.outputTokens, 20)
      assert.equal(answer.usage.cacheReadTokens, 40)
      assert.equal(answer.contextTokens, 140)
      assert.equal(model.provider, provider)
    })

    test('goes on with its own answer, results and thoughts; the double refuses what the vendor would', async (t) => {
      const { step, server } = await begin(t, {
        replies: [
          { reasoning: 'hm', text: 'Looking.', calls: [{ tool: 'terminal', args: { command: 'ls' } }] },
          { text: 'Two files: {{toolResult}}' },
        ],
      })
      const first = answerOf(await step())
      const stored = JSON.parse(JSON.stringify(first)) as StepAnswer // As the store gives it back.
      const messages = said(
        { role: 'user', text: 'hello' },
        { role: 'assistant', ...stored },
        { role: 'tool', callId: first.calls[0]?.id ?? '', text: 'a b' },
      )
      assert.equal(answerOf(await step({ messages })).text, 'Two files: a b')
      const sent = JSON.stringify(server.requests().at(-1)?.body)
      assert.ok(sent.includes('"hm"'), 'the thought goes back')
      if (provider === 'anthropic') assert.ok(sent.includes('"signature"'), 'with its signature')
      if (provider === 'anthropic') assert.ok(sent.includes('"cache_control"'), 'and what may be cached is marked')
    })

    test('arguments that are no JSON reach the loop as they were written, and go back as something the model can see', async (t) => {
      const { step, server } = await begin(t, {
        replies: [{ calls: [{ tool: 'terminal', rawArgs: '{"command": "ls' }] }, { text: 'sorry' }],
      })
      const { calls } = answerOf(await step())
      const [call] = calls
      assert.ok(call !== undefined && !isCallable(call))
      assert.equal(call.args, '{"command": "ls')
      const messages = said(
        { role: 'user', text: 'hello' },
        { role: 'assistant', calls },
        { role: 'tool', callId: call.id, text: 'not JSON', isError: true },
      )
      assert.equal(answerOf(await step({ messages })).text, 'sorry')
      assert.ok(JSON.stringify(server.requests().at(-1)?.body).includes('malformed_arguments'))
    })

    const PASSING: [name: string, reply: Reply, code: string][] = [
      ['429', { fault: { kind: 'rate-limit' } }, 'model-rate-limited'],
      ['500', { fault: { kind: 'status', status: 500 } }, 'model-overloaded'],
      ['503', { fault: { kind: 'status', status: 503 } }, 'model-overloaded'],
      ['overloaded (529)', { fault: { kind: 'overloaded' } }, 'model-overloaded'],
      [
        'overloaded in the stream',
        { text: 'begin'.repeat(20), fault: { kind: 'overloaded', afterChunks: 4 } },
        'model-overloaded',
      ],
      ['a cut stream', { text: 'begin'.repeat(20), fault: { kind: 'cut', afterChunks: 4 } }, 'model-cut'],
      ['a stream cut at once', { text: 'x', fault: { kind: 'cut', afterChunks: 0 } }, 'model-cut'],
      ['invalid JSON', { text: 'begin'.repeat(20), fault: { kind: 'invalid-json', afterChunks: 4 } }, 'model-garbled'],
      ['invalid JSON at once', { text: 'x', fault: { kind: 'invalid-json', afterChunks: 0 } }, 'model-garbled'],
    ]
    for (const [name, reply, code] of PASSING) {
      test(`${name} is tried again, and what came before is void`, async (t) => {
        const { step, waits } = await begin(t, { replies: [reply, { text: 'whole' }] })
        const events = await step()
        assert.equal(answerOf(events).text, 'whole')
        const retry = events.find((event) => event.type === 'retry')
        assert.equal(retry?.code, code)
        assert.equal(retry.attempt, 1)
        assert.deepEqual(waits, [retry.waitMs])
      })

      test(`${name} for ever is an error with a code`, async (t) => {
        const { step, server } = await begin(t, { otherwise: reply })
        await assert.rejects(step(), (error) => error instanceof AppError && error.code === code)
        assert.equal(server.count(), 3)
      })
    }

    const FINAL: [name: string, script: Script, code: string, more?: Partial<ModelSettings>][] = [
      ['a wrong key', { replies: [{ text: 'x' }] }, 'model-auth', { apiKey: 'sk-another-key-that-is-wrong' }],
      ['no key', { replies: [{ text: 'x' }] }, 'model-auth', { apiKey: undefined }],
      ['an unknown model', { models: ['other'], replies: [] }, 'model-unknown'],
      ['too long a context', { replies: [{ fault: { kind: 'context-length' } }] }, 'model-context-too-long'],
      [
        'a refused request',
        { replies: [{ fault: { kind: 'status', status: 400, message: 'bad field' } }] },
        'model-refused',
      ],
      ['403', { replies: [{ fault: { kind: 'status', status: 403 } }] }, 'model-auth'],
      ['402', { replies: [{ fault: { kind: 'status', status: 402 } }] }, 'model-quota'],
      [
        'an asked wait of an hour',
        { replies: [{ fault: { kind: 'rate-limit', retryAfter: '3600' } }] },
        'model-rate-limited',
      ],
    ]
    for (const [name, script, code, more] of FINAL)
      test(`${name} is not tried again`, async (t) => {
        const { step, server, waits } = await begin(t, script, more)
        await assert.rejects(step(), (error) => {
          assert.ok(error instanceof AppError)
          assert.equal(error.code, code)
          assert.ok(error.hint !== undefined && error.hint !== '')
          return true
        })
        assert.equal(server.count(), 1)
        assert.deepEqual(waits, [])
      })

    test('Retry-After is honoured, in seconds and as a date', async (t) => {
      const { step, waits } = await begin(t, {
        replies: [
          { fault: { kind: 'rate-limit', retryAfter: '7' } },
          { fault: { kind: 'overloaded', retryAfter: 'Thu, 01 Jan 2026 00:00:09 GMT' } },
          { text: 'whole' },
        ],
      })
      await step()
      assert.deepEqual(waits, [7250, 9250])
    })

    for (const afterChunks of [undefined, 2])
      test(`a hang ${afterChunks === undefined ? 'without a word' : 'in the middle'} is ended and tried once more`, async (t) => {
        const fault = { kind: 'hang' as const, ...(afterChunks === undefined ? {} : { afterChunks }) }
        const { step, server } = await begin(t, { otherwise: { text: 'never', fault } }, { idleTimeoutMs: 150 })
        await assert.rejects(step(), { code: 'model-hang' })
        assert.equal(server.count(), 2)
      })

    test('slow chunks are no hang', async (t) => {
      const { step } = await begin(
        t,
        // In all longer than a pause may be, each pause far shorter.
        { replies: [{ text: 'word '.repeat(50), chunkChars: 5, chunkDelayMs: 60 }] },
        { idleTimeoutMs: 2_500 },
      )
      assert.equal(answerOf(await step()).text, 'word '.repeat(50))
    })

    test('a signal ends it at once, before, during and while it waits', async (t) => {
      const { model } = await begin(t, { otherwise: { text: 'long '.repeat(50), chunkDelayMs: 20, chunkChars: 5 } })
      await assert.rejects(collect(model.streamStep({ messages: HELLO, signal: AbortSignal.abort() })), {
        code: 'model-aborted',
      })
      const stop = new AbortController()
      const during = async () => {
        for await (const event of model.streamStep({ messages: HELLO, signal: stop.signal }))
          if (event.type === 'text') stop.abort()
      }
      await assert.rejects(during(), { code: 'model-aborted' })
      const server = await serveMockModel({ otherwise: { fault: { kind: 'status', status: 500 } } })
      t.after(() => server.close())
      const waiting = new AbortController()
      const slow = await createModel(settingsFor(provider, `${server.address}/v1`), { now: Date.now, random: () => 1 })
      const whileWaiting = async () => {
        for await (const event of slow.streamStep({ messages: HELLO, signal: waiting.signal }))
          if (event.type === 'retry') waiting.abort()
      }
      await assert.rejects(whileWaiting(), { code: 'model-aborted' })
    })

    test('an address where nobody listens is named', async () => {
      const closed = await serveMockModel({})
      await closed.close()
      const outside = world()
      const model = await createModel(settingsFor(provider, `${closed.address}/v1`), outside)
      await assert.rejects(collect(model.streamStep({ messages: HELLO })), (error) => {
        assert.ok(error instanceof AppError)
        assert.equal(error.code, 'model-unreachable')
        assert.ok(error.message.includes(closed.address))
        return true
      })
      assert.equal(outside.waits.length, 2)
    })

    test('a key is not carried along by a redirection, and stands in no error', async (t) => {
      const seen: unknown[] = []
      const other = createServer((request, response) => {
        seen.push(request.headers)
        response.end('{}')
      })
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const bound = other.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0
      const first = createServer((request, response) => {
        const isEcho = request.url?.includes('echo') === true
        response.writeHead(isEcho ? 400 : 307, { location: `http://localhost:${port}/` })
        response.end(JSON.stringify({ error: { type: 'x', message: `seen ${JSON.stringify(request.headers)}` } }))
      })
      await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve))
      t.after(() => {
        for (const server of [first, other]) {
          server.close()
          server.closeAllConnections()
        }
      })
      const place = first.address()
      const base = `http://user:secret-word@127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`
      for (const path of ['/v1', '/echo']) {
        const model = await createModel(settingsFor(provider, `${base}${path}`), world())
        await assert.rejects(collect(model.streamStep({ messages: HELLO })), (error) => {
          assert.ok(error instanceof AppError)
          const shown = `${error.message} ${error.hint} ${error.stack} ${JSON.stringify(error)}`
          assert.ok(!shown.includes(KEY), shown)
          assert.ok(!shown.includes('secret-word'), shown)
          return true
        })
      }
      assert.deepEqual(seen, [])
    })

    test('ids that small models count up again become ids of their own', async (t) => {
      const { step } = await begin(t, { otherwise: { calls: [{ tool: 'terminal', args: {}, id: 'call_0' }] } })
      const [one] = answerOf(await step()).calls
      assert.ok(one !== undefined && one.id !== 'call_0' && one.id.startsWith('call_0_'))
    })

    test('counts that nobody gave are unknown, not zero', async (t) => {
      const { step } = await begin(t, { replies: [{ text: 'x', usage: null }] })
      const answer = answerOf(await step())
      assert.equal(answer.usage?.inputTokens, undefined)
      assert.equal(answer.contextTokens, undefined)
    })
  })
