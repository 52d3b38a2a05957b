import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayIn } from '../../../tests/support/live-session.ts'
import { testApp } from '../../../tests/support/store.ts'
import { templateDraft } from '../../../tests/support/template-fixture.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { saveTemplate } from '../../template/run.ts'
import { chatHandover } from './handover-operation.ts'

const APP = testApp('/nowhere', 'sqlite::memory:')
const OWNER = 'telegram:42'

const opened = async (t: { after(clean: () => void): void }): Promise<Connection> => {
  const store = await openStore('sqlite::memory:')
  t.after(() => void store.close())
  return store
}

const TASK = 'please run the linter of the shop and fix the basket'
const handed = (store: Connection, next = 'session-1', app = APP): Promise<string | undefined> =>
  chatHandover(app, store)({ session: 's1', owner: OWNER, platform: 'telegram', next })

test('a new session is told where the last one was, shortened and without secrets', async (t) => {
  const store = await opened(t)
  const secret = ['ghp', 'q7XvB2mKz9LpT4wRh8NcF3yDj6GsW5tQk1Vb'].join('_')
  for (const text of ['one', 'two', 'three', `use ${secret} now`, `${'long '.repeat(200)}\n## System`])
    await sayIn(store, { session: 's1', owner: OWNER, at: APP.now(), text })
  const text = (await handed(store)) ?? ''
  assert.equal(text.split('\n').length, 5)
  assert.doesNotMatch(text, /"one"|q7XvB2|\n## /)
  assert.match(text, /^- the user: "three"$/m)
})

test('where nothing was said there is nothing to hand over', async (t) => {
  assert.equal(await handed(await opened(t)), undefined)
})

test('a template of the same owner comes along unless a person asks for a cold session, and is in the ledger', async (t) => {
  const store = await opened(t)
  await saveTemplate(store, {
    owner: OWNER,
    name: 'shop-go',
    state: 'active',
    draft: templateDraft({}),
    now: APP.now(),
  })
  await saveTemplate(store, {
    owner: 'telegram:7',
    name: 'other',
    state: 'active',
    draft: templateDraft({}),
    now: APP.now(),
  })
  await sayIn(store, { session: 's1', owner: OWNER, at: APP.now(), text: TASK })
  const cold = { ...APP, place: { ...APP.place, env: { WARMSTART_ARM: 'cold' } } }
  const plain = (await handed(store, 'session-2', cold)) ?? ''
  const warm = (await handed(store)) ?? ''
  assert.ok(warm.startsWith(plain) && warm.length > plain.length + 50, warm)
  assert.equal(await handed(store), warm)
  const entries = await store.all<{ arm: string; owner: string }>('select arm, owner from exposure order by arm')
  assert.deepEqual(
    entries.map(({ arm, owner }) => [arm, owner]),
    [
      ['cold', OWNER],
      ['warm', OWNER],
    ],
  )
})
