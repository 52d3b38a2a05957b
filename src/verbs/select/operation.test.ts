import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { recoveryDraft, templateDraft } from '../../../tests/support/template-fixture.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { assign } from '../../provision/assign.ts'
import { createRandom } from '../../sample/random.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { setTemplateState } from '../../store/templates/template.ts'
import { saveTemplate } from '../../template/run.ts'
import { deliver } from '../hook/deliver-operation.ts'
import { ledger, reportOutcome } from '../ledger/operation.ts'
import { type SelectFor, selectFor } from './operation.ts'

const APP = testApp('/nowhere', 'sqlite::memory:')
const NOW = APP.now()
const SHOP = '/home/sam/shop'
const TRIAL = 'trial'

const keyIn = (arm: 'warm' | 'cold'): string => {
  for (let count = 0; ; count++) if (assign(TRIAL, `session-${count}`).arm === arm) return `session-${count}`
}
const WARM = keyIn('warm')
const COLD = keyIn('cold')

const save = (store: Connection, name: string, given: Parameters<typeof templateDraft>[0] = {}, owner = APP.owner) =>
  saveTemplate(store, { owner, name, state: 'active', draft: templateDraft(given), now: NOW })

const shop = async (t: { after(clean: () => void): void }) => {
  const path = join(scratch(t), 'store.db')
  const store = await openStore(`sqlite:${path}`)
  t.after(() => void store.close())
  const { id } = await save(store, 'shop-go')
  const ask = (given: Partial<SelectFor> = {}) =>
    selectFor(APP, store, { project: SHOP, how: 'mcp', experiment: TRIAL, ...given })
  const entries = () => store.all('select id, template_id, arm, how from exposure order by at, id')
  return { store, id, ask, entries, path }
}

suite('a selection', () => {
  test('without a session key is drawn for nobody, and nothing is written', async (t) => {
    const { ask, entries } = await shop(t)
    const one = await ask({ how: 'select' })
    assert.deepEqual([one.template, one.arm, one.propensity, one.exposure], ['shop-go', 'warm', 1, null])
    assert.deepEqual(await ask({ how: 'select' }), one)
    assert.deepEqual(await entries(), [])
  })

  test('that reaches a session without a name is in the ledger, in neither arm', async (t) => {
    const { store, ask, entries } = await shop(t)
    const { exposure } = await ask()
    assert.equal((await ask({ arm: 'cold' })).exposure, null)
    assert.deepEqual(
      (await entries()).map(({ id, arm, how }) => [id, arm, how]),
      [[exposure, null, 'mcp']],
    )
    const { entries: listed, templates } = await ledger(APP, store, {})
    assert.deepEqual([listed[0]?.exposure, templates[0]?.unknown], ['given', 1])
    assert.deepEqual(await reportOutcome(APP, store, { exposure: exposure ?? '', outcome: 'ok', by: 'mcp' }), {
      entries: 1,
      trials: 0,
    })
  })

  test('that reaches a session without a name does not wait for a store that somebody holds', async (t) => {
    const { store, ask, path } = await shop(t)
    await ask({ how: 'select' })
    const holder = new DatabaseSync(path)
    t.after(() => holder.close())
    holder.exec('begin immediate')
    const { template, exposure } = await ask()
    assert.deepEqual([template, exposure], ['shop-go', null])
    holder.exec('rollback')
    // What was given is written down all the same, once it can be.
    await store.all('select 1 as one')
    assert.equal((await ledger(APP, store, {})).total, 1)
  })

  test('for a session is written down once, and stands', async (t) => {
    const { ask, entries } = await shop(t)
    const first = await ask({ sessionKey: WARM })
    assert.deepEqual([first.template, first.propensity], ['shop-go', 0.9])
    const [again, ...others] = await Promise.all([1, 2, 3].map(() => ask({ sessionKey: WARM })))
    for (const each of [again, ...others])
      assert.deepEqual([each?.template, each?.exposure], ['shop-go', first.exposure])
    assert.equal((await entries()).length, 1)
  })

  test('that several ask for at the same moment is one', async (t) => {
    const { ask, entries } = await shop(t)
    const asked = await Promise.all([1, 2, 3, 4].map(() => ask({ sessionKey: WARM })))
    assert.equal(new Set(asked.map(({ exposure }) => exposure)).size, 1)
    assert.equal((await entries()).length, 1)
  })

  test('that is held out names what is withheld, and stays so', async (t) => {
    const { ask } = await shop(t)
    for (let time = 0; time < 2; time++) {
      const { template, withheld, arm } = await ask({ sessionKey: COLD })
      assert.deepEqual([template, withheld, arm], [null, 'shop-go', 'cold'])
    }
  })

  test('outside an experiment is withheld from no session', async (t) => {
    const { ask } = await shop(t)
    for (let count = 0; count < 60; count++) {
      const { template, arm, propensity } = await ask({ sessionKey: `talk-${count}`, experiment: undefined })
      assert.deepEqual([template, arm, propensity], ['shop-go', 'warm', 1])
    }
  })

  test('of a template that was taken out of use leaves room for another, which is written down too', async (t) => {
    const { store, id, ask, entries } = await shop(t)
    const first = await ask({ sessionKey: WARM })
    await setTemplateState(store, APP.owner, { id, state: 'retired', at: NOW })
    assert.equal((await ask({ sessionKey: WARM })).template, null)
    const other = await save(store, 'shop-new', { addendum: 'Use tabs.' })
    const second = await ask({ sessionKey: WARM })
    assert.deepEqual([second.template, second.id], ['shop-new', other.id])
    assert.notEqual(second.exposure, first.exposure)
    assert.deepEqual(new Set((await entries()).map((entry) => entry['template_id'])), new Set([id, other.id]))
  })

  test('that a hook made for the session is not made again by who asks later', async (t) => {
    const { store, ask, entries } = await shop(t)
    await ask({ how: 'select' })
    const moment = { kind: 'start', cwd: SHOP } as const
    const circumstances = {
      source: 'some-agent',
      now: NOW,
      experiment: TRIAL,
      env: {},
      mostBytes: 10_000,
      machine: 'desk',
      isNear: () => false,
    }
    for (const [sessionKey, template] of [
      [WARM, 'shop-go'],
      [COLD, null],
    ] as const) {
      await deliver(store, { ...moment, sessionKey }, { ...circumstances, owner: APP.owner })
      const selection = await ask({ sessionKey })
      assert.deepEqual([selection.template, selection.reason], [template, 'drawn before for this session'])
    }
    assert.deepEqual(
      (await entries()).map(({ how }) => how),
      ['hook', 'hook'],
    )
  })

  test('of a template that has nothing to show any more is none, in either arm', async (t) => {
    const { store, ask, entries } = await shop(t)
    const expiresAt = new Date(NOW + 1_000).toISOString()
    const recoveries = [recoveryDraft('package cart is not in std', { expiresAt })]
    await save(store, 'shop-go', {
      patterns: [],
      workflows: [],
      conventions: [],
      contextMarkers: [],
      addendum: '',
      recoveries,
    })
    assert.equal((await ask({ how: 'select' })).template, 'shop-go')
    const later = { ...APP, now: () => NOW + 2_000 }
    for (const sessionKey of [WARM, COLD]) {
      const { template, id, arm, exposure } = await selectFor(later, store, {
        project: SHOP,
        how: 'mcp',
        sessionKey,
        experiment: TRIAL,
      })
      assert.deepEqual([template, id, arm, exposure], [null, null, null, null])
    }
    assert.deepEqual(await entries(), [])
  })

  test('of a template that holds what is a secret by now is none, whoever asks', async (t) => {
    const { store, entries } = await shop(t)
    const random = createRandom(7)
    const secret = Array.from({ length: 24 }, () => random.between(0, 35).toString(36)).join('')
    await save(store, 'shop-go', { addendum: `Log in with ${secret} first.` })
    const app = { ...APP, place: { ...APP.place, env: { SHOP_API_TOKEN: secret } } }
    for (const sessionKey of [undefined, WARM, COLD]) {
      const selection = await selectFor(app, store, { project: SHOP, how: 'mcp', sessionKey, experiment: TRIAL })
      assert.deepEqual([selection.template, selection.id, selection.arm], [null, null, null])
      assert.ok(!JSON.stringify(selection).includes(secret))
    }
    assert.deepEqual(await entries(), [])
    assert.equal((await selectFor(APP, store, { project: SHOP, how: 'mcp', sessionKey: WARM })).template, 'shop-go')
    assert.equal((await selectFor(app, store, { project: SHOP, how: 'mcp', sessionKey: WARM })).template, null)
  })

  test('is of the own templates alone, and asks nothing of the draws of others', async (t) => {
    const { store, ask } = await shop(t)
    await ask({ sessionKey: WARM })
    assert.equal((await ask({ owner: 'telegram:eve', sessionKey: WARM })).template, null)
    const theirs = await save(store, 'shop-go', {}, 'telegram:eve')
    assert.equal((await ask({ owner: 'telegram:eve', sessionKey: WARM })).id, theirs.id)
  })

  test('keeps nothing of the words it was asked with', async (t) => {
    const { store, ask } = await shop(t)
    await ask({ sessionKey: WARM, text: 'the zebrafinch counter must run under go test' })
    for (const { name } of await store.all<{ name: string }>("select name from sqlite_master where type = 'table'"))
      assert.ok(!JSON.stringify(await store.all(`select * from ${name}`)).includes('zebrafinch'), name)
  })
})
