import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import * as v from 'valibot'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { reportModel, runWithModel } from './model-operation.ts'
import { BenchModel } from './shape.ts'

interface Asked {
  messages: { content: string }[]
  tools: { function: { name: string; parameters: { properties: Record<string, unknown> } } }[]
}

/** A model that follows what it is shown, and otherwise takes the first word that it may. */
const copier = async (t: TestContext): Promise<string> => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { messages, tools } = JSON.parse(body) as Asked
      const [tool] = tools
      const prompt = messages[1]?.content ?? ''
      const isTold = messages[0]?.content.includes('"format":"plain"') === true
      const order = Number(/order (\d+)/.exec(prompt)?.[1])
      const args = { order, format: isTold ? 'plain' : 'json', code: Number(/code (\d+)/.exec(prompt)?.[1]) }
      const call = { id: 'c', function: { name: tool?.function.name, arguments: JSON.stringify(args) } }
      response.end(JSON.stringify({ choices: [{ message: { tool_calls: [call] } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const INPUT = { tasks: 16, history: 120, seed: 1, dose: 15, temperature: 0, isOneCall: true }

test('a model that follows examples does better warm, and neither with a placebo nor with shuffled values', async (t) => {
  const log = join(scratch(t), 'trials.ndjson')
  const endpoint = { address: await copier(t), model: 'copier' }
  const run = await runWithModel(testApp(scratch(t)), { ...INPUT, endpoint, log })
  const report = reportModel(run)
  assert.deepEqual(v.parse(BenchModel, report), report)
  const labels = new Map(report.kinds.filter(({ kind }) => kind === 'label').map(({ arm, passed }) => [arm, passed]))
  assert.deepEqual(Object.fromEntries(labels), { cold: 0, warm: 4, placebo: 0, shuffled: 0 })
  assert.equal(readFileSync(log, 'utf8').trimEnd().split('\n').length, INPUT.tasks * 4)
  const tokens = new Map(report.arms.map((arm) => [arm.arm, arm.tokens]))
  assert.equal(tokens.get('shuffled'), tokens.get('warm'))
})

test('a model that does not answer ends the run with a sentence', async (t) => {
  const endpoint = { address: 'http://127.0.0.1:9/v1', model: 'nobody' }
  await assert.rejects(runWithModel(testApp(scratch(t)), { ...INPUT, endpoint }), /4 trials in a row had no answer/)
})
