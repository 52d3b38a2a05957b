import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../store/open.ts'
import { saveTemplate } from '../../template/run.ts'
import { templateDraft } from '../../../tests/support/template-fixture.ts'
import { activeTemplates } from './active-templates.ts'

test('pages hold every active template once, by name, also when one goes between two of them', async () => {
  const store = await openStore('sqlite::memory:')
  const names = Array.from({ length: 205 }, (_, at) => `t-${String(at).padStart(3, '0')}`)
  await store.transaction(async (transaction) => {
    for (const name of [...names, 'retired'])
      await saveTemplate(transaction, { owner: 'sam', name, state: 'active', now: 1, draft: templateDraft() })
  })
  await store.run("update template set state = 'retired' where name = 'retired'")
  const app = { owner: 'sam' }
  const first = await activeTemplates(app, store, undefined)
  assert.equal(first.items.length, 100)
  await store.run("delete from template where name = 't-099'")
  const second = await activeTemplates(app, store, first.nextCursor)
  const third = await activeTemplates(app, store, second.nextCursor)
  assert.deepEqual(
    [first, second, third].flatMap(({ items }) => items.map(({ name }) => name)),
    names,
  )
  assert.equal(third.nextCursor, undefined)
  assert.deepEqual(await activeTemplates({ owner: 'kim' }, store, undefined), { items: [] })
  await store.close()
})
