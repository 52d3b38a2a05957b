import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { analyse } from '../src/experiment/analyse.ts'
import type { Script } from '../src/scripted-model/script.ts'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import { readExperiment } from '../src/store/experiments/experiment.ts'
import { saveTemplate } from '../src/template/run.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { experimentPlace } from './support/planned-experiment.ts'
import { templateDraft } from './support/template-fixture.ts'

const LESSON = 'Write results with write_file; printing them is not enough.'

/** A model that does the task only where its context holds the lesson. */
const SCRIPT: Script = {
  rules: [
    {
      when: { user: '*Write the number * into out.txt.', contextContains: LESSON, last: 'user' },
      reply: { calls: [{ tool: 'write_file', args: { path: 'out.txt', content: '{{2}}\n' } }] },
    },
    { when: { last: 'tool' }, reply: { text: 'It is written.' } },
  ],
  otherwise: { text: 'The number is as you say.' },
}

suite('our own agent with a scripted model', () => {
  let server: MockModel
  before(async () => {
    server = await serveMockModel(SCRIPT)
  })
  after(() => server.close())

  const warmPlace = async (t: Parameters<typeof experimentPlace>[0], tasks: number) => {
    const place = await experimentPlace(t)
    writeTasks(join(place.root, 'tasks'), tasks)
    const empty = { patterns: [], workflows: [], recoveries: [], conventions: [], contextMarkers: [] }
    const draft = templateDraft({ ...empty, userPatterns: null, addendum: LESSON })
    await saveTemplate(place.store, { owner: 'sam', name: 'shop-notes', state: 'active', draft, now: Date.now() })
    const flags = { provider: 'openai-compatible', baseUrl: `${server.address}/v1`, model: 'scripted' }
    return { ...place, flags }
  }

  test('a whole experiment finds that warm helps, because it does', async (t) => {
    const { plan, run, store, flags } = await warmPlace(t, 8)
    const { id } = await plan({ arms: 'cold,warm,placebo', template: 'shop-notes', runner: 'own', repeats: 2 })
    const { end, status } = await run({ flags, workers: 2 })
    assert.equal(end, 'done')
    assert.deepEqual(
      status.arms.map(({ name, passed, failed, invalid }) => [name, passed, failed, invalid]),
      [
        ['cold', 0, 16, 0],
        ['warm', 16, 0, 0],
        ['placebo', 0, 16, 0],
      ],
    )
    const read = await readExperiment(store, id, 'sam')
    assert.ok(read !== undefined)
    const report = analyse(read.declaration, read.trials)
    assert.equal(report.primary.estimate, 1)
    assert.equal(report.comparisons.find(({ arm }) => arm === 'placebo')?.effect.estimate, 0)
    const warm = read.trials.find(({ arm }) => arm === 'warm')
    assert.equal(warm?.metrics.steps, 1)
    assert.ok((warm?.metrics.tokens ?? 0) > 0 && warm?.session?.endsWith('warmstart.db'))
  })

  test('the requests of two arms differ in the seed and in nothing else', async (t) => {
    const { plan, run, flags, app } = await warmPlace(t, 1)
    const at = Date.now()
    app.now = () => at
    await plan({ arms: 'cold,warm', template: 'shop-notes', runner: 'own', name: 'alike' })
    const before = server.count()
    await run({ flags, name: 'alike' })
    const bodies = server
      .requests()
      .filter(({ number }) => number > before)
      .map(({ body }) => body as { messages: { role: string; content: unknown }[] })
    const first = bodies.filter(({ messages }) => messages.every(({ role }) => role === 'system' || role === 'user'))
    assert.equal(first.length, 2)
    const isSeed = ({ content }: { content: unknown }): boolean => JSON.stringify(content).includes(LESSON)
    const [one, other] = first.toSorted((a, b) => a.messages.length - b.messages.length)
    assert.ok(one !== undefined && other !== undefined)
    assert.equal(one.messages.some(isSeed), false)
    assert.equal(other.messages.filter(isSeed).length, 1)
    assert.deepEqual({ ...other, messages: other.messages.filter((message) => !isSeed(message)) }, one)
  })

  test('a model that does not answer makes a trial invalid, not failed', async (t) => {
    const { plan, run, flags } = await warmPlace(t, 1)
    await plan({ runner: 'own', name: 'gone' })
    const { status } = await run({ name: 'gone', flags: { ...flags, baseUrl: 'http://127.0.0.1:9/v1' } })
    assert.deepEqual(
      status.arms.map(({ passed, failed }) => passed + failed),
      [0, 0],
    )
    assert.equal(status.verdict, 'not-enough-data')
    assert.ok(status.invalidReasons.length > 0)
  })
})
