import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { createRandom } from '../../sample/random.ts'
import { placeboText, shuffledText } from './control-texts.ts'
import { oneCallTask, wholeTask } from './model-task.ts'
import { readNotes } from './notes.ts'
import { HIDDEN_RULES } from './rules.ts'
import { type AgentSettings, attempt } from './scripted-agent.ts'
import { COLD, readContext, tryTask } from './scripted-trial.ts'
import { generateTask, isDone } from './task.ts'
import { TOOL_DEFINITIONS } from './tool-definitions.ts'
import { createWorld } from './world.ts'

/** Everything that the rules ask for, in the form in which a seed and lessons say it. */
const KNOWING = {
  depot: [
    'Example 1 from an earlier session: an order',
    'call: find_customer {"name":"<name>"}',
    'call: create_order {"amount":4225,"customer":4559}',
    'call: add_item {"count":9,"item":"<item>","mode":"single","order":9001}',
    'call: set_address {"code":61895,"order":9001}',
    'call: print_label {"format":"plain","order":9001}',
    'call: book_pickup {"date":20260124,"order":9001,"time":900}',
    'call: list_drivers {"date":20260919}',
    'call: assign_driver {"driver":769,"order":9001}',
  ].join('\n'),
  repository:
    '- `config/app.toml` does not exist: it is `settings/app.toml`.\n- Tests: `just test` (`npm test` fails here).',
}

const AGENT: AgentSettings = { skill: 0.8, luck: 0.5, uptake: 0, misled: 0 }
const TASKS = Array.from({ length: 150 }, (_, index) => generateTask(11, index))

const passed = (context: typeof KNOWING, settings: AgentSettings): number =>
  TASKS.filter((task, luck) => tryTask({ task, context: readContext(context), settings, luck }).isPassed).length

test('there are ten tools, and at least eight hidden rules of six kinds or more', () => {
  assert.equal(TOOL_DEFINITIONS.length, 10)
  assert.ok(HIDDEN_RULES.length >= 8)
  assert.ok(new Set(HIDDEN_RULES.map(({ kind }) => kind)).size >= 6)
  const described = JSON.stringify(TOOL_DEFINITIONS)
  for (const { says } of HIDDEN_RULES) assert.ok(!described.includes(says), says)
})

test('every hidden rule is broken by agents that do not know it', () => {
  const broken = new Set<string | null>()
  for (const [luck, task] of TASKS.entries())
    for (const { answer } of tryTask({ task, context: readContext(COLD), settings: { ...AGENT, luck: 0.2 }, luck })
      .made)
      broken.add(answer.broke)
  assert.deepEqual(
    HIDDEN_RULES.map(({ id }) => id).filter((id) => !broken.has(id)),
    [],
  )
})

test('an agent that follows what it is told passes nearly every task, one that ignores it passes as many as a cold one', () => {
  assert.ok(passed(KNOWING, { ...AGENT, uptake: 1 }) >= 0.97 * TASKS.length)
  assert.equal(passed(KNOWING, AGENT), passed(COLD, AGENT))
  assert.ok(passed(COLD, AGENT) < 0.7 * TASKS.length)
})

test('an agent that copies what it is shown does worse than one that was shown nothing', () => {
  assert.ok(passed(KNOWING, { ...AGENT, misled: 0.5 }) < passed(COLD, AGENT) - 20)
})

test('the same seed gives the same tasks and the same calls, whatever ran before', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(), (seed, number, luck) => {
      const task = generateTask(seed, number)
      assert.deepEqual(task, generateTask(seed, number))
      const once = (): unknown =>
        tryTask({ task, context: readContext(KNOWING), settings: { ...AGENT, uptake: 0.5 }, luck })
      assert.deepEqual(once(), once())
    }),
  )
})

test('tasks of the history are not those that are compared later', () => {
  const prompts = new Set(TASKS.map(({ prompt, goal }) => (goal.kind === 'order' ? prompt : '')))
  const shared = Array.from({ length: 150 }, (_, index) => generateTask(11, index, 'history')).filter(
    ({ prompt, goal }) => goal.kind === 'order' && prompts.has(prompt),
  )
  assert.deepEqual(shared, [])
})

test('whatever is called, the world answers and never throws', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
  const tools = fc.constantFrom('nothing', ...TOOL_DEFINITIONS.map(({ function: { name } }) => name))
  const keys = fc.constantFrom('order', 'date', 'customer', 'amount', 'command', 'name', 'mode', 'code', 'format')
  fc.assert(
    fc.property(fc.array(fc.tuple(tools, fc.dictionary(keys, value)), { maxLength: 20 }), (calls) => {
      const world = createWorld()
      for (const [tool, args] of calls) assert.equal(typeof world.call({ tool, args }).text, 'string')
    }),
  )
})

test('an agent stops when its calls are used up', () => {
  const first = TASKS.find(({ goal }) => goal.kind === 'order')
  assert.ok(first !== undefined)
  const task = { ...first, mostCalls: 3 }
  const world = createWorld()
  const made = attempt({ task, notes: readNotes(''), settings: AGENT, random: createRandom(1), call: world.call })
  assert.ok(made.length <= 3 && !isDone(task, world.state))
})

test('notes are read from seeds, recoveries, digests and lessons, and not from quoted results', () => {
  const notes = readNotes(
    [
      'call: print_label {"format":"plain"}',
      '  worked: list_drivers {"date":20260919}',
      '- set_address {"code":61895} (worked 3 times)',
      '> call: add_item {"mode":"batch"}',
      '- These do not exist: `app.toml` (it is `settings/app.toml`).',
    ].join('\n'),
  )
  assert.deepEqual([...notes.tools], ['print_label', 'list_drivers', 'set_address'])
  assert.deepEqual(notes.seen.get('set_address.code'), [61_895])
  assert.deepEqual([...notes.advice], ['settings/app.toml'])
})

test('a placebo is as long as the seed and shares no call with it, a shuffled seed keeps its words and moves its values', () => {
  const placebo = placeboText(KNOWING.depot)
  const [wanted, found] = [estimateTokens(KNOWING.depot), estimateTokens(placebo)]
  assert.ok(Math.abs(found - wanted) <= 25, `${found} against ${wanted}`)
  assert.ok(!/call:|\{/.test(placebo))
  const shuffled = shuffledText(KNOWING.depot, 3)
  assert.equal(shuffled.length, KNOWING.depot.length)
  assert.notEqual(shuffled, KNOWING.depot)
  const letters = (text: string): string => [...text].toSorted().join('')
  assert.equal(letters(shuffled), letters(KNOWING.depot))
  assert.equal(shuffledText('nothing to move', 3), 'nothing to move')
})

test('tasks for models are done by the right call and by no other', () => {
  const right: Record<string, (prompt: string) => object> = {
    label: (prompt) => ({ order: numbersIn(prompt)[0], format: 'plain' }),
    item: (prompt) => ({
      order: numbersIn(prompt)[1],
      count: numbersIn(prompt)[0],
      item: /item (\w+)/.exec(prompt)?.[1],
      mode: 'single',
    }),
    drivers: (prompt) => ({ date: Number(numbersIn(prompt.replaceAll('-', ''))[0]) }),
    address: (prompt) => ({ order: numbersIn(prompt)[0], code: numbersIn(prompt)[1] }),
  }
  for (let number = 0; number < 40; number++) {
    const task = oneCallTask(5, number)
    const args = { ...right[task.kind]?.(task.prompt) }
    const wrong = createWorld(task.start())
    wrong.call({ tool: task.tool ?? '', args: { ...args, format: 'json', mode: 'default', date: '2026', code: '1' } })
    assert.equal(task.isDone(wrong.state), false, task.id)
    const world = createWorld(task.start())
    world.call({ tool: task.tool ?? '', args })
    assert.equal(task.isDone(world.state), true, task.id)
  }
  assert.equal(wholeTask(5, 1).tool, undefined)
})

const numbersIn = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))
