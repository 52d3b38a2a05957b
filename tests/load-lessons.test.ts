import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { testTemplate } from '../src/verbs/test/operation.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { acceptedLessons, lessonOn, SHOP } from './support/lesson-fixture.ts'
import { scratch, testApp } from './support/store.ts'
import { patternDraft, templateDraft } from './support/template-fixture.ts'

const LINE = '- `src/cart.ts` does not exist.'

const shop = async (t: Parameters<typeof scratch>[0], project: string | null = SHOP) => {
  const directory = scratch(t)
  const app = testApp(directory)
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  await acceptedLessons(store, [lessonOn('src/cart.ts')])
  const scope = { owner: 'sam', project, source: null, platform: null, model: null }
  const draft = templateDraft({ scope, patterns: [patternDraft('go test')], recoveries: [], workflows: [] })
  await saveTemplate(store, { owner: 'sam', name: 'shop', state: 'active', draft, now: app.now() })
  const draws = async () =>
    (await store.all<{ session_key: string; given: number }>('select session_key, given from lesson_draw')).map(
      ({ session_key: key, given }) => `${key.split(' ')[0]} ${given}`,
    )
  return { app, store, draws }
}

test('every text form begins with the active lessons of the project, and the ledger has them', async (t) => {
  const { app, store, draws } = await shop(t)
  for (const { name: format, output } of FORMATS) {
    const { text, unrecorded } = await loadSeed(app, store, { name: 'shop', format, form: 'text' })
    assert.equal(unrecorded, null)
    const words = output === 'json' ? JSON.stringify(LINE).slice(1, -1) : LINE
    assert.ok(text.includes(words) && text.indexOf(words) < text.indexOf('go test'), `${format}: ${text}`)
  }
  assert.deepEqual(new Set(await draws()), new Set(['unnamed 1']))
  assert.equal((await draws()).length, FORMATS.length)
})

test('what is withheld from a session is not in its seed, and a preview draws nothing', async (t) => {
  const { app, store, draws } = await shop(t)
  const { parts } = await testTemplate(app, store, { name: 'shop', format: 'text' })
  assert.equal(parts[0]?.part, 'lessons')
  assert.ok(parts[0]?.text.includes(LINE))
  assert.deepEqual(await draws(), [])
  await store.run('update lesson_project set holdout = 1')
  const { text } = await loadSeed(app, store, { name: 'shop', format: 'skill', sessionKey: 'one' })
  assert.ok(!text.includes(LINE) && text.includes('go test'))
  assert.deepEqual(await draws(), ['one 0'])
})

test('a small budget leaves lessons out before the last example, and a template of no project has none', async (t) => {
  const { app, store, draws } = await shop(t)
  const whole = await loadSeed(app, store, { name: 'shop', format: 'text', budget: 400 })
  assert.ok(whole.text.includes(LINE) && whole.tokens <= 400)
  const before = (await draws()).length
  let least = 0
  await assert.rejects(loadSeed(app, store, { name: 'shop', format: 'text', budget: 1 }), ({ message }: Error) => {
    least = Number(/takes (\d+)/.exec(message)?.[1])
    return least > 0
  })
  const small = await loadSeed(app, store, { name: 'shop', format: 'text', budget: least })
  assert.ok(!small.text.includes(LINE) && small.text.includes('go test'))
  assert.equal((await draws()).length, before)
  for (const project of [null, 'shop']) {
    const other = await shop(t, project)
    assert.ok(!(await loadSeed(other.app, other.store, { name: 'shop', format: 'text' })).text.includes(LINE))
  }
})
