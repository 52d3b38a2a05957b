import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { propose } from '../src/verbs/propose/operation.ts'
import { review, waiting } from '../src/verbs/review/operation.ts'
import { promote } from '../src/verbs/edit/templates-change-operation.ts'
import { Review, ReviewList } from '../src/verbs/review/shape.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { bash, type MadeSession, writeHistory } from './support/mined-history.ts'
import { scratch, testApp } from './support/store.ts'
import { patternDraft, templateDraft } from './support/template-fixture.ts'

const APP = testApp('/nowhere', 'sqlite::memory:')
const owner = APP.owner
const NOW = APP.now()

const opened = async (t: Parameters<typeof scratch>[0]) => {
  const store = await openStore('sqlite::memory:')
  t.after(() => void store.close())
  return store
}

const worked = (id: string, project: string, more: string[] = []): MadeSession => ({
  id,
  project,
  cwd: project,
  calls: [
    bash('npm run lint', { asked: 'please check the style of it' }),
    bash('cargo nextest run --workspace', { asked: 'and run all tests' }),
    ...more.map((command) => bash(command)),
  ],
})

test('a candidate is shown with what it would change, what it rests on, and what to do; nothing is changed', async (t) => {
  const store = await opened(t)
  await writeHistory(store, [worked('s-1', '/home/sam/shop'), worked('s-2', '/home/sam/shop')])
  await propose(APP, store, {})
  assert.deepEqual(
    v.parse(ReviewList, await waiting(store, APP)).waiting.map(({ name }) => name),
    ['shop-candidate'],
  )
  const found = v.parse(Review, await review(store, { owner, name: 'shop-candidate' }))
  assert.equal(found.against, null)
  assert.deepEqual(found.diff.patterns.added.length, found.template.patterns.length)
  assert.ok(found.evidence.some(({ evidence }) => evidence.some(({ call }) => call?.startsWith('s-'))))
  assert.ok(found.next.some(({ command }) => command === 'warmstart promote shop-candidate'))
  assert.equal(found.provenance.how, 'propose')
  assert.equal((await review(store, { owner, name: 'shop-candidate' })).template.state, 'candidate')
})

test('a candidate is held against what is in use for the same project', async (t) => {
  const store = await opened(t)
  const scope = { owner, project: 'shop', source: null, platform: null, model: null }
  const save = (name: string, state: 'active' | 'candidate', patterns: string[], project = scope.project) =>
    saveTemplate(store, {
      owner,
      name,
      state,
      now: NOW,
      draft: templateDraft({
        scope: { ...scope, project },
        patterns: patterns.map((each) => patternDraft(each)),
        how: state === 'active' ? 'build' : 'propose',
      }),
    })
  await save('other', 'active', ['zig'], '/home/sam/bookshop')
  await save('mine', 'active', ['go', 'make'])
  await save('idea', 'candidate', ['go', 'just'], '/home/sam/shop')
  const { against, diff, next } = await review(store, { owner, name: 'idea' })
  assert.equal(against, 'mine@1')
  assert.deepEqual([diff.patterns.added.length, diff.patterns.removed.length], [1, 1])
  assert.ok(next.some(({ command }) => command === 'warmstart retire mine'))
})

test('what is in use already is not proposed again, and what is new beside it gets a name of its own', async (t) => {
  const store = await opened(t)
  await writeHistory(store, [worked('s-1', '/home/sam/shop'), worked('s-2', '/home/sam/shop')])
  await propose(APP, store, {})
  await promote(store, { owner, name: 'shop-candidate', now: NOW })
  const same = await propose(APP, store, {})
  assert.deepEqual(same.proposed, [])
  assert.match(same.passedOver[0]?.reason ?? '', /shop-candidate, which is in use/)
  await writeHistory(store, [
    worked('s-3', '/home/sam/shop', ['terraform plan -out next']),
    worked('s-4', '/home/sam/shop', ['terraform plan -out next']),
  ])
  const more = await propose(APP, store, {})
  assert.deepEqual(
    more.proposed.map(({ template }) => template.name),
    ['shop-candidate-2'],
  )
  assert.equal((await review(store, { owner, name: 'shop-candidate-2' })).against, 'shop-candidate@1')
})

test('two projects whose folders have the same name have a candidate each', async (t) => {
  const store = await opened(t)
  await writeHistory(
    store,
    ['/home/sam/a/shop', '/home/sam/b/shop'].flatMap((project, at) => [
      worked(`s-${at}-1`, project),
      worked(`s-${at}-2`, project),
    ]),
  )
  const names = async () => (await propose(APP, store, {})).proposed.map(({ template }) => template.name)
  assert.deepEqual(await names(), ['a-shop-candidate', 'b-shop-candidate'])
  assert.deepEqual(await names(), ['a-shop-candidate', 'b-shop-candidate'])
})

test('without a candidate nothing waits', async (t) => {
  assert.deepEqual(await waiting(await opened(t), APP), { waiting: [], hurting: [], hurtingLessons: [] })
})
