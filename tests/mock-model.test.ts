import Anthropic from '@anthropic-ai/sdk'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, streamText, tool } from 'ai'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import * as v from 'valibot'
import OpenAI from 'openai'
import { readScript, type Script } from '../src/scripted-model/script.ts'
import { serveMockModel } from '../src/scripted-model/serve.ts'
import { MockModelStarted } from '../src/verbs/mock-model/shape.ts'
import { scratch } from './support/store.ts'

const serve = async (t: TestContext, script: Script) => {
  const server = await serveMockModel(script)
  t.after(() => server.close())
  return server
}

const WEATHER = {
  name: 'weather',
  description: 'the weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
} as const

/** Calls the tool for two cities at once, then says what came back. */
const TWO_CALLS: Script = {
  rules: [
    { when: { last: 'tool' }, reply: { text: 'It is: {{toolResult}}' } },
    {
      when: { user: 'weather in * and *' },
      reply: {
        text: 'Looking. 🌍',
        calls: [
          { tool: 'weather', args: { city: '{{1}}' } },
          { tool: 'weather', args: { city: '{{2}}' } },
        ],
        chunkChars: 3,
        usage: { inputTokens: 11, outputTokens: 7, cacheReadTokens: 5 },
      },
    },
  ],
  otherwise: { text: 'you said: {{user}}' },
}

suite("OpenAI's own client", () => {
  const clientOf = (address: string) => new OpenAI({ baseURL: `${address}/v1`, apiKey: 'test', maxRetries: 0 })

  test('reads an answer, tool calls both ways, and usage', async (t) => {
    const server = await serve(t, TWO_CALLS)
    const client = clientOf(server.address)
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'weather in Rome and Oslo' }]
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: WEATHER }]
    const first = await client.chat.completions.create({ model: 'm', messages, tools })
    const [choice] = first.choices
    assert.equal(choice?.finish_reason, 'tool_calls')
    assert.equal(choice.message.content, 'Looking. 🌍')
    const calls = choice.message.tool_calls?.flatMap((call) => (call.type === 'function' ? [call] : [])) ?? []
    assert.deepEqual(
      calls.map((call) => call.function),
      [
        { name: 'weather', arguments: '{"city":"Rome"}' },
        { name: 'weather', arguments: '{"city":"Oslo"}' },
      ],
    )
    assert.equal(first.usage?.prompt_tokens, 16)
    assert.equal(first.usage.prompt_tokens_details?.cached_tokens, 5)
    messages.push(
      choice.message,
      ...calls.map(({ id }, index) => ({ role: 'tool' as const, tool_call_id: id, content: `sun ${index}` })),
    )
    const second = await client.chat.completions.create({ model: 'm', messages, tools })
    assert.equal(second.choices[0]?.message.content, 'It is: sun 0\nsun 1')
    assert.equal(second.choices[0].finish_reason, 'stop')
  })

  test('reads a stream to the same answer', async (t) => {
    const server = await serve(t, TWO_CALLS)
    const stream = clientOf(server.address).chat.completions.stream({
      model: 'm',
      messages: [{ role: 'user', content: 'weather in Rome and Oslo' }],
      tools: [{ type: 'function', function: WEATHER }],
      stream_options: { include_usage: true },
    })
    const final = await stream.finalChatCompletion()
    assert.equal(final.choices[0]?.message.content, 'Looking. 🌍')
    const calls = final.choices[0].message.tool_calls ?? []
    assert.deepEqual(
      calls.map((call) => (call.type === 'function' ? call.function.arguments : '')),
      ['{"city":"Rome"}', '{"city":"Oslo"}'],
    )
    assert.equal(final.usage?.completion_tokens, 7)
  })

  test('knows the errors and the models', async (t) => {
    const server = await serve(t, {
      models: ['m'],
      key: 'right',
      replies: [{ fault: { kind: 'rate-limit', retryAfter: '7' } }, { fault: { kind: 'context-length' } }],
    })
    const right = new OpenAI({ baseURL: `${server.address}/v1`, apiKey: 'right', maxRetries: 0 })
    const ask = (client: OpenAI, model: string) =>
      client.chat.completions.create({ model, messages: [{ role: 'user', content: 'x' }] })
    await assert.rejects(ask(clientOf(server.address), 'm'), OpenAI.AuthenticationError)
    await assert.rejects(async () => await clientOf(server.address).models.list(), OpenAI.AuthenticationError)
    await assert.rejects(ask(right, 'other'), OpenAI.NotFoundError)
    await assert.rejects(ask(right, 'm'), (error) => {
      assert.ok(error instanceof OpenAI.RateLimitError)
      return error.headers.get('retry-after') === '7'
    })
    await assert.rejects(ask(right, 'm'), { code: 'context_length_exceeded', status: 400 })
    assert.deepEqual(
      (await right.models.list()).data.map(({ id }) => id),
      ['m'],
    )
  })
})

suite("Anthropic's own client", () => {
  const clientOf = (address: string) => new Anthropic({ baseURL: address, apiKey: 'test', maxRetries: 0 })
  const tools: Anthropic.Tool[] = [
    { name: 'weather', description: 'the weather', input_schema: { type: 'object', properties: {} } },
  ]
  const asked: Anthropic.MessageParam[] = [{ role: 'user', content: 'weather in Rome and Oslo' }]

  test('reads an answer and tool calls both ways', async (t) => {
    const server = await serve(t, TWO_CALLS)
    const client = clientOf(server.address)
    const first = await client.messages.create({ model: 'm', max_tokens: 100, messages: asked, tools })
    assert.equal(first.stop_reason, 'tool_use')
    assert.deepEqual(
      first.content.map((block) => (block.type === 'tool_use' ? block.input : block.type)),
      ['text', { city: 'Rome' }, { city: 'Oslo' }],
    )
    assert.equal(first.usage.input_tokens, 11)
    assert.equal(first.usage.cache_read_input_tokens, 5)
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'rain' }] : [],
    )
    const messages: Anthropic.MessageParam[] = [
      ...asked,
      { role: 'assistant', content: first.content },
      { role: 'user', content: results },
    ]
    const second = await client.messages.create({ model: 'm', max_tokens: 100, messages, tools })
    assert.equal(second.content[0]?.type === 'text' ? second.content[0].text : '', 'It is: rain\nrain')
  })

  test('reads a stream with its events in the order of the vendor', async (t) => {
    const script: Script = { ...TWO_CALLS, otherwise: { reasoning: 'Hm, well.', text: 'Yes, sir.', chunkChars: 4 } }
    const server = await serve(t, script)
    const client = clientOf(server.address)
    const stream = client.messages.stream({ model: 'm', max_tokens: 100, messages: asked, tools })
    const types: string[] = []
    stream.on('streamEvent', (event) => types.push(event.type))
    const message = await stream.finalMessage()
    assert.deepEqual(
      message.content.map((block) => (block.type === 'tool_use' ? block.input : block.type)),
      ['text', { city: 'Rome' }, { city: 'Oslo' }],
    )
    assert.equal(message.usage.output_tokens, 7)
    assert.equal(types[0], 'message_start')
    assert.deepEqual(types.slice(-2), ['message_delta', 'message_stop'])
    const thought = await client.messages
      .stream({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'think' }] })
      .finalMessage()
    const [block] = thought.content
    assert.equal(block?.type === 'thinking' ? block.thinking : '', 'Hm, well.')
    assert.ok(block?.type === 'thinking' && block.signature !== '')
  })

  test('knows the errors, also in the middle of a stream', async (t) => {
    const server = await serve(t, {
      replies: [
        { fault: { kind: 'overloaded' } },
        { fault: { kind: 'context-length' } },
        { text: 'a long answer that is never finished', fault: { kind: 'overloaded', afterChunks: 4 } },
      ],
    })
    const client = clientOf(server.address)
    const ask = () => client.messages.create({ model: 'm', max_tokens: 9, messages: asked })
    await assert.rejects(ask(), { status: 529 })
    await assert.rejects(ask(), (error) => error instanceof Anthropic.BadRequestError && /too long/.test(error.message))
    const stream = client.messages.stream({ model: 'm', max_tokens: 9, messages: asked })
    await assert.rejects(stream.finalMessage(), /Overloaded/)
  })
})

suite('the AI SDK', () => {
  const modelsOf = (address: string) => ({
    openai: createOpenAICompatible({ name: 'scripted', baseURL: `${address}/v1`, includeUsage: true })('m'),
    anthropic: createAnthropic({ baseURL: `${address}/v1`, apiKey: 'test' })('m'),
  })
  const tools = {
    weather: tool({
      description: 'the weather',
      inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
      execute: ({ city }) => Promise.resolve(`${city}: sun`),
    }),
  }

  for (const api of ['openai', 'anthropic'] as const)
    test(`runs a tool loop, streaming and not (${api})`, async (t) => {
      const server = await serve(t, TWO_CALLS)
      const options = {
        model: modelsOf(server.address)[api],
        tools,
        prompt: 'weather in Rome and Oslo',
        maxRetries: 0,
        maxOutputTokens: 500,
        stopWhen: ({ steps }: { steps: unknown[] }) => steps.length >= 4,
      }
      const whole = await generateText(options)
      assert.match(whole.text, /Rome: sun[\s\S]*Oslo: sun/)
      const streamed = streamText(options)
      assert.equal(await streamed.text, whole.text)
      assert.equal((await streamed.steps).length, 2)
      assert.equal(server.count(), 4)
    })
})

suite('the server', () => {
  const post = async (address: string, body: unknown, path = '/v1/chat/completions') => {
    const response = await fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, text: await response.text() }
  }
  const asking = (content: string) => ({ model: 'm', messages: [{ role: 'user', content }] })

  test('a thousand sessions at once each hear their own words, without a script each', async (t) => {
    const server = await serve(t, { otherwise: { text: 'you said {{user}}' } })
    const numbers = Array.from({ length: 1000 }, (_, number) => number)
    const answers = await Promise.all(
      numbers.map(async (number) => (await post(server.address, asking(`word-${number}`))).text),
    )
    for (const number of numbers) assert.ok(answers[number]?.includes(`"you said word-${number}"`))
    assert.equal(server.count(), 1000)
    assert.equal(server.requests().length, 500)
    assert.equal(server.requests().at(-1)?.number, 1000)
  })

  test('refuses what the vendors refuse', async (t) => {
    const server = await serve(t, { otherwise: { text: 'x' } })
    const call = { id: 'c', type: 'function', function: { name: 't', arguments: '{}' } }
    const REFUSED: [messages: object[], words: string][] = [
      [[], 'at least one message'],
      [
        [
          { role: 'user', content: 'q' },
          { role: 'assistant', tool_calls: [call] },
        ],
        'without results',
      ],
      [
        [
          { role: 'user', content: 'q' },
          { role: 'tool', tool_call_id: 'c', content: 'r' },
        ],
        'has no call',
      ],
      [
        [
          { role: 'user', content: 'q' },
          { role: 'assistant', tool_calls: [call] },
          { role: 'user', content: 'r' },
        ],
        'without results',
      ],
    ]
    for (const [messages, words] of REFUSED) {
      const { status, text } = await post(server.address, { model: 'm', messages })
      assert.equal(status, 400)
      assert.ok(text.includes(words), text)
    }
    const blank = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }
    assert.equal((await post(server.address, blank, '/v1/messages')).status, 400)
    assert.equal((await post(server.address, asking('x'), '/v1/messages')).status, 400)
    assert.equal((await post(server.address, 'not an object')).status, 400)
    assert.equal((await post(server.address, {}, '/elsewhere')).status, 404)
  })

  test('answers to loopback names only, so that no page in a browser reads what was asked', async (t) => {
    const server = await serve(t, {})
    const asked = request({
      port: server.port,
      host: '127.0.0.1',
      path: '/requests',
      headers: { host: 'evil.example' },
    })
    asked.end()
    const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }]
    response.resume()
    assert.equal(response.statusCode, 403)
  })

  test('the command prints its address, keeps what was asked, and ends when it is told to', async (t) => {
    const directory = scratch(t)
    const file = join(directory, 'script.json')
    writeFileSync(file, JSON.stringify([{ text: 'first' }]))
    const enter = resolve(import.meta.dirname, '..', 'src/interfaces/cli/enter.mjs')
    const child = spawn(process.execPath, [enter, 'mock-model', file, '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, WARMSTART_HOME: directory },
    })
    t.after(() => child.kill('SIGKILL'))
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const started: unknown = JSON.parse(String(line))
    assert.deepEqual(v.parse(MockModelStarted, started), started)
    const { address, pid } = v.parse(MockModelStarted, started)
    assert.equal(pid, child.pid)
    assert.ok((await post(address, asking('hi'))).text.includes('first'))
    const kept = (await (await fetch(`${address}/requests`)).json()) as { count: number; requests: { by: string }[] }
    assert.equal(kept.count, 1)
    assert.equal(kept.requests[0]?.by, 'replies[0]')
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    assert.equal(code, 0)
  })
})

test('every script of the page is one', () => {
  const page = readFileSync(resolve(import.meta.dirname, '..', 'docs/mock-model.md'), 'utf8')
  const scripts = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
  assert.ok(scripts.length >= 4)
  for (const script of scripts) readScript(script, 'docs/mock-model.md')
})
