import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../src/store/open.ts'
import { build } from '../src/verbs/build/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { scratch, testApp } from './support/store.ts'

/** One run of a task as tau-bench records it. */
const run = (task: number, trial: number): object => {
  const call = { name: 'get_order', arguments: JSON.stringify({ shop: 'north', id: `#W000000${task}` }) }
  return {
    task_id: task,
    trial,
    reward: 1,
    info: {},
    traj: [
      { role: 'system', content: 'Be polite.\n\nThe shop closes at six.' },
      { role: 'user', content: `Where is my order ${task}?` },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] },
      { role: 'tool', tool_call_id: 'call_1', content: '{"status":"pending"}' },
      { role: 'assistant', content: 'It is on its way.' },
    ],
  }
}

test('trials of one task count once: together they make neither a pattern nor an addendum, runs of two tasks make both', async (t) => {
  const directory = scratch(t)
  const store = await openStore(`sqlite:${join(directory, 'store.db')}`)
  t.after(() => void store.close())
  const app = testApp(directory)
  const path = join(directory, 'runs.json')
  const built = async (runs: readonly object[], addendumFrom?: 'system') => {
    writeFileSync(path, JSON.stringify(runs))
    await sync(app, store, { targets: [{ source: 'openai-chat', path }], rebuild: false })
    return build(app, store, { name: `shop${runs.length}`, minMessages: 1, addendumFrom })
  }
  const trials = [run(1, 0), run(1, 1), run(1, 2)]
  await assert.rejects(built(trials), { code: 'nothing-found' })
  await assert.rejects(built(trials, 'system'), /no line of a system message is in two independent sessions/)
  const { patterns, addendum } = await built([...trials, run(2, 0)], 'system')
  assert.deepEqual(
    patterns.map(({ shape, support }) => [shape, support]),
    [['get_order', 2]],
  )
  assert.equal(addendum, 'Be polite.\n\nThe shop closes at six.')
})
