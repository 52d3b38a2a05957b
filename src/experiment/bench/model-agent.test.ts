import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { attemptWithModel } from './model-agent.ts'
import { oneCallTask } from './model-task.ts'
import { createWorld } from './world.ts'

interface Asked {
  messages: { role: string; content: string | null }[]
  tools: { function: { name: string } }[]
  tool_choice: unknown
}

/** An endpoint that answers with these arguments, one after the other, and remembers what it was asked. */
const endpointWith = async (t: TestContext, answers: (string | undefined)[]) => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const question = JSON.parse(body) as Asked
      asked.push(question)
      const text = answers[asked.length - 1]
      if (text === undefined) return response.writeHead(500).end('{}')
      const call = { id: 'c1', type: 'function', function: { name: question.tools[0]?.function.name, arguments: text } }
      const message = { role: 'assistant', content: null, tool_calls: [call] }
      response.end(JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 7, completion_tokens: 3 } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { asked, endpoint: { address: `http://127.0.0.1:${port}/v1`, model: 'm' } }
}

const label = () => {
  const task = oneCallTask(1, 0)
  const world = createWorld(task.start())
  const order = Number(/\d+/.exec(task.prompt)?.[0])
  const attempt = {
    prompt: task.prompt,
    context: '',
    tool: task.tool,
    mostCalls: 2,
    temperature: 0,
    seed: 1,
    call: world.call,
    isDone: () => task.isDone(world.state),
  }
  return { attempt, order, isDone: () => task.isDone(world.state) }
}

test('a model sees the answer of a tool, and its work ends when the task is done', async (t) => {
  const { attempt, order, isDone } = label()
  const answers = [
    { order, format: 'json' },
    { order, format: 'plain' },
  ].map((args) => JSON.stringify(args))
  const { asked, endpoint } = await endpointWith(t, answers)
  const { made, tokens } = await attemptWithModel(endpoint, attempt)
  assert.deepEqual(
    made.map(({ answer }) => answer.ok),
    [false, true],
  )
  assert.ok(isDone())
  assert.equal(tokens, 20)
  assert.match(asked[1]?.messages.at(-1)?.content ?? '', /unsupported format/)
})

test('two arms differ in the context and in nothing else', async (t) => {
  const bodies: string[] = []
  for (const context of ['', 'an example']) {
    const { asked, endpoint } = await endpointWith(t, ['{}'])
    await attemptWithModel(endpoint, { ...label().attempt, context, mostCalls: 1 })
    bodies.push(JSON.stringify(asked))
  }
  assert.equal(bodies[1]?.replace(String.raw`\n\nan example`, ''), bodies[0])
})

test('arguments that are no JSON are a failed call, and an endpoint that fails is an error', async (t) => {
  const { attempt } = label()
  const { endpoint } = await endpointWith(t, ['not json'])
  const { made } = await attemptWithModel(endpoint, { ...attempt, mostCalls: 1 })
  assert.equal(made[0]?.answer.ok, false)
  await assert.rejects(attemptWithModel(endpoint, attempt), { code: 'model-failed' })
})
