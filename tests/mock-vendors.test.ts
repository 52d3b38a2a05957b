import { type Content, GoogleGenAI, type Part } from '@google/genai'
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import OpenAI from 'openai'
import type { Script } from '../src/scripted-model/script.ts'
import { serveMockModel } from '../src/scripted-model/serve.ts'

const serve = async (t: TestContext, script: Script) => {
  const server = await serveMockModel(script)
  t.after(() => server.close())
  return server
}

/** Calls two tools at once, one of them with plain words, then says what came back. */
const TWO_CALLS: Script = {
  rules: [
    { when: { last: 'tool' }, reply: { text: 'It is: {{toolResult}}' } },
    {
      when: { user: 'weather in *', offers: 'weather' },
      reply: {
        text: 'Looking. 🌍',
        reasoning: 'Two are needed.',
        calls: [
          { tool: 'weather', args: { city: '{{1}}' } },
          { tool: 'script', input: 'text("{{1}}")' },
        ],
        chunkChars: 3,
        usage: { inputTokens: 11, outputTokens: 7, cacheReadTokens: 5 },
      },
    },
  ],
  otherwise: { text: 'you said: {{user}}' },
}

suite("OpenAI's own client of the Responses API", () => {
  const clientOf = (address: string, apiKey = 'test') => new OpenAI({ baseURL: `${address}/v1`, apiKey, maxRetries: 0 })
  const tools: OpenAI.Responses.Tool[] = [
    { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} }, strict: false },
    { type: 'custom', name: 'script' },
  ]

  test('reads an answer, calls of both kinds both ways, and usage', async (t) => {
    const server = await serve(t, TWO_CALLS)
    const client = clientOf(server.address)
    const first = await client.responses.create({ model: 'm', input: 'weather in Rome', tools })
    assert.equal(first.output_text, 'Looking. 🌍')
    assert.equal(first.status, 'completed')
    assert.deepEqual(
      first.output.map(({ type }) => type),
      ['reasoning', 'message', 'function_call', 'custom_tool_call'],
    )
    assert.deepEqual([first.usage?.input_tokens, first.usage?.input_tokens_details.cached_tokens], [16, 5])
    const results = first.output.flatMap((item): OpenAI.Responses.ResponseInputItem[] => {
      if (item.type === 'function_call')
        return [{ type: 'function_call_output', call_id: item.call_id, output: `sun for ${item.arguments}` }]
      if (item.type === 'custom_tool_call')
        return [{ type: 'custom_tool_call_output', call_id: item.call_id, output: `ran ${item.input}` }]
      return []
    })
    const input = [{ role: 'user' as const, content: 'weather in Rome' }, ...first.output, ...results]
    const second = await client.responses.create({ model: 'm', input: input as OpenAI.Responses.ResponseInput, tools })
    assert.equal(second.output_text, 'It is: sun for {"city":"Rome"}\nran text("Rome")')
  })

  test('reads a stream to the same answer', async (t) => {
    const server = await serve(t, TWO_CALLS)
    const client = clientOf(server.address)
    const stream = client.responses.stream({ model: 'm', input: 'weather in Rome', tools })
    const seen: string[] = []
    let custom = ''
    for await (const event of stream) {
      seen.push(event.type)
      if (event.type === 'response.custom_tool_call_input.delta') custom += event.delta
    }
    const final = await stream.finalResponse()
    assert.equal(final.output_text, 'Looking. 🌍')
    assert.equal(custom, 'text("Rome")')
    assert.deepEqual([seen[0], seen.at(-1)], ['response.created', 'response.completed'])
    const call = final.output.find((item) => item.type === 'function_call')
    assert.equal(call?.arguments, '{"city":"Rome"}')
    assert.equal(final.usage?.output_tokens, 7)
  })

  test('knows the errors, an answer that was cut short, and an error in the middle of a stream', async (t) => {
    const server = await serve(t, {
      key: 'right',
      replies: [
        { fault: { kind: 'context-length' } },
        { text: 'half', finishReason: 'length' },
        { text: 'broken off', fault: { kind: 'overloaded', afterChunks: 3 } },
      ],
    })
    const right = clientOf(server.address, 'right')
    const ask = (client: OpenAI) => client.responses.create({ model: 'm', input: 'x' })
    await assert.rejects(ask(clientOf(server.address)), OpenAI.AuthenticationError)
    await assert.rejects(ask(right), { code: 'context_length_exceeded', status: 400 })
    const cut = await ask(right)
    assert.deepEqual([cut.status, cut.incomplete_details?.reason], ['incomplete', 'max_output_tokens'])
    const events: string[] = []
    for await (const event of await right.responses.create({ model: 'm', input: 'x', stream: true }))
      events.push(event.type)
    assert.equal(events.at(-1), 'response.failed')
  })

  test('is refused where a call has no result, or a result no call', async (t) => {
    const server = await serve(t, { otherwise: { text: 'hello' } })
    const client = clientOf(server.address)
    const ask = (...input: OpenAI.Responses.ResponseInput) => client.responses.create({ model: 'm', input })
    const call = { type: 'function_call' as const, call_id: 'a', name: 't', arguments: '{}' }
    const result = { type: 'function_call_output' as const, call_id: 'a', output: 'x' }
    const said = { role: 'user' as const, content: 'x' }
    await assert.rejects(ask(said, call), /No tool output found/)
    await assert.rejects(ask(said, result), /No tool call found/)
    await assert.rejects(ask(), /at least one message/)
    // Words between a call and its result are fine here.
    assert.equal((await ask(said, call, said, result)).output_text, 'hello')
  })

  test('tools in a namespace are offered, and a call can name its namespace', async (t) => {
    const server = await serve(t, {
      rules: [{ when: { offers: 'find' }, reply: { calls: [{ tool: 'find', namespace: 'mcp__shop', args: {} }] } }],
    })
    const response = await fetch(`${server.address}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'm',
        input: 'x',
        tools: [{ type: 'namespace', name: 'mcp__shop', tools: [{ type: 'function', name: 'find' }] }],
      }),
    })
    const { output } = (await response.json()) as { output: Record<string, unknown>[] }
    assert.deepEqual([output[0]?.['name'], output[0]?.['namespace']], ['find', 'mcp__shop'])
  })
})

suite("Google's own client", () => {
  const clientOf = (baseUrl: string, apiKey = 'test') => new GoogleGenAI({ apiKey, httpOptions: { baseUrl } })
  const config = { tools: [{ functionDeclarations: [{ name: 'weather' }, { name: 'script' }] }] }
  const asked = { role: 'user', parts: [{ text: 'weather in Rome' }] }

  test('reads an answer, calls both ways with and without ids, and usage', async (t) => {
    const server = await serve(t, TWO_CALLS)
    const { models } = clientOf(server.address)
    const first = await models.generateContent({ model: 'm-1', contents: [asked], config })
    assert.equal(first.text, 'Looking. 🌍')
    assert.equal(first.modelVersion, 'm-1')
    assert.deepEqual(
      first.functionCalls?.map(({ name, args }) => [name, args]),
      [
        ['weather', { city: 'Rome' }],
        ['script', { input: 'text("Rome")' }],
      ],
    )
    assert.deepEqual([first.usageMetadata?.promptTokenCount, first.usageMetadata?.cachedContentTokenCount], [16, 5])
    const content = first.candidates?.[0]?.content
    assert.ok(content !== undefined)
    for (const hasIds of [true, false]) {
      const results = (first.functionCalls ?? []).map(({ id = '', name = '' }) => ({
        functionResponse: { ...(hasIds ? { id } : {}), name, response: { output: `${name} ran` } },
      }))
      const called = hasIds ? content : { ...content, parts: content.parts?.map(withoutId) ?? [] }
      const contents: Content[] = [asked, called, { role: 'user', parts: results }]
      const second = await models.generateContent({ model: 'm-1', contents, config })
      assert.equal(second.text, 'It is: weather ran\nscript ran')
    }
  })

  test('reads a stream to the same answer, and knows the errors', async (t) => {
    const server = await serve(t, { ...TWO_CALLS, key: 'right', models: ['m-1'] })
    const { models } = clientOf(server.address, 'right')
    let [text, output] = ['', 0]
    const calls: unknown[] = []
    for await (const chunk of await models.generateContentStream({ model: 'm-1', contents: [asked], config })) {
      text += chunk.text ?? ''
      calls.push(...(chunk.functionCalls ?? []).map(({ name }) => name))
      output = chunk.usageMetadata?.candidatesTokenCount ?? output
    }
    assert.deepEqual([text, calls, output], ['Looking. 🌍', ['weather', 'script'], 7])
    const ask = (key: string, model: string) =>
      clientOf(server.address, key).models.generateContent({ model, contents: 'x' })
    await assert.rejects(ask('wrong', 'm-1'), { status: 401 })
    await assert.rejects(ask('right', 'm-2'), { status: 404 })
  })
})

const withoutId = ({ functionCall, ...part }: Part): Part => {
  if (functionCall === undefined) return part
  const { id: _, ...call } = functionCall
  return { functionCall: call }
}
