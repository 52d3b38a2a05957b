import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeTurn } from '../src/agent/loop.ts'
import type { StepRequest } from '../src/agent/models/model.ts'
import { warmStart } from '../src/verbs/run/warm-operation.ts'
import { build } from '../src/verbs/build/operation.ts'
import { compareSessions } from '../src/verbs/compare/operation.ts'
import { profileSession } from '../src/verbs/profile/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { request, testAgent, tool } from './support/agent.ts'
import { call, type ScriptedStep, scriptedModel } from './support/scripted-model.ts'

const RIGHT = 'npm run check:all'
const WRONG = 'npm test'

/** Knows the right command where an example shows it or an error has taught it. */
const nextStep = ({ messages }: StepRequest): ScriptedStep => {
  const asked = messages.findLastIndex((message) => message.role === 'user' && !message.isSynthetic)
  const isKnown = JSON.stringify(messages.slice(0, asked)).includes(RIGHT)
  const done = messages.slice(asked).filter(({ role }) => role === 'tool').length
  const command = (isKnown ? [RIGHT] : [WRONG, RIGHT])[done]
  if (command === undefined) return { text: 'All checks pass.' }
  return { text: 'I run the checks of the project.', calls: [call('c', 'terminal', { command })] }
}

test('what our own sessions learnt is mined, given to the next one, and spares it the error', async (t) => {
  const terminal = tool('terminal', ({ command }) => ({
    text: JSON.stringify(
      command === RIGHT
        ? { output: '214 checks passed\n', exit_code: 0, error: null }
        : { output: 'npm error Missing script: "test"\n', exit_code: 1, error: null },
    ),
  }))
  const model = scriptedModel(nextStep)
  const agent = await testAgent(t, { model, tools: [terminal] })
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    for (let turn = 0; turn < 9; turn++)
      await takeTurn(agent, request('run all checks of the shop', { session: `cold-${name}` }))

  await sync(agent.app, agent.store, { targets: [], rebuild: false })
  const cold = await profileSession(agent.store, 'cold-one')
  assert.equal(cold.session, 'cold-one')
  const { patterns } = await build(agent.app, agent.store, { name: 'shop', source: 'warmstart', minMessages: 2 })
  assert.ok(JSON.stringify(patterns).includes(RIGHT))

  const warm = { ...agent, warm: warmStart(agent.app, 'shop', agent.tools) }
  await takeTurn(warm, request('run all checks of the shop', { session: 'warm-one' }))
  await sync(agent.app, agent.store, { targets: [], rebuild: false })
  const [coldCalls, warmCalls] = await Promise.all(
    ['cold-one', 'warm-one'].map((id) =>
      agent.store.all<{ ok_calls: number; error_calls: number }>(
        'select ok_calls, error_calls from session where native_id = ?',
        [id],
      ),
    ),
  )
  assert.deepEqual([warmCalls?.[0]?.ok_calls, warmCalls?.[0]?.error_calls], [1, 0])
  assert.equal(coldCalls?.[0]?.error_calls, 1)
  await compareSessions(agent.store, 'warm-one', 'cold-one')
})
