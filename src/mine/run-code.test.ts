import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bash, type MadeCall, type MadeSession, START, writeHistory } from '../../tests/support/mined-history.ts'
import { scratch } from '../../tests/support/store.ts'
import { showsSomething } from '../provision/shows-something.ts'
import { openStore } from '../store/open.ts'
import { mine, type Mined } from './run.ts'

const mined = async (
  t: { after(clean: () => void | Promise<void>): void },
  sessions: readonly MadeSession[],
): Promise<Mined> => {
  const store = await openStore(`sqlite:${scratch(t)}/store.db`)
  t.after(() => store.close())
  await writeHistory(store, sessions)
  return mine(store, { owner: 'sam', now: START + 10 * 86_400_000, minMessages: 1 })
}

const sessionsOf = (calls: (id: string) => MadeCall[]): MadeSession[] =>
  ['a', 'b', 'c'].map((id) => ({ id, calls: calls(id) }))

const code = (id: string): MadeCall => ({
  tool: 'execute_code',
  args: { code: `import json\nimport moonlight\n# run it by the moon\nprint(json.dumps("${id}"))`, language: 'python' },
  result: '{"status": "success", "output": "look at the moon", "moonlight": 1}',
})

test('code is among the examples by its outline, with the outline of what came back and no word of either', async (t) => {
  const { patterns } = await mined(
    t,
    sessionsOf((id) => [code(id), bash('mise run lint')]),
  )
  const found = patterns.find(({ tool }) => tool === 'execute_code')
  assert.equal(found?.arguments['code'], '(python, 4 lines, imports json)')
  assert.equal(found.result, '(JSON: {status: text, output: text, 1 more})')
  assert.ok(showsSomething(found))
  assert.doesNotMatch(JSON.stringify(patterns), /moon/)
})

test('a tool of an application shows plain values and the outline of its answer, and no word of a stranger', async (t) => {
  const lookUp = (id: string): MadeCall => ({
    tool: 'find_orders',
    args: { status: 'pending', limit: 5, note: 'by the moon', order_id: `#W${id.charCodeAt(0)}00` },
    result: '{"orders": [{"id": 7, "status": "look at the moon"}], "count": 1}',
  })
  const { patterns } = await mined(
    t,
    sessionsOf((id) => [lookUp(id), lookUp(id)]),
  )
  const found = patterns.find(({ tool }) => tool === 'find_orders')
  assert.deepEqual([found?.arguments['status'], found?.arguments['limit']], ['pending', 5])
  assert.match(found?.result ?? '', /^\(JSON: \{/)
  assert.ok(found !== undefined && showsSomething(found))
  assert.doesNotMatch(JSON.stringify(patterns), /moon/)
})

test('beside tools of an agent a tool that only its maker knows is not named', async (t) => {
  const strange = (): MadeCall => ({ tool: 'moon_orders', args: { limit: 5 }, result: '{"count": 1}' })
  const { patterns } = await mined(
    t,
    sessionsOf(() => [strange(), bash('mise run lint')]),
  )
  assert.deepEqual(
    patterns.map(({ tool }) => tool),
    ['Bash'],
  )
})
