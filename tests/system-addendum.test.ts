import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { App } from '../src/app.ts'
import { saveTemplate as saveGiven } from '../src/interfaces/library/templates.ts'
import { readResource } from '../src/interfaces/mcp/resources.ts'
import { FORMATS } from '../src/provision/formats.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { readTemplate } from '../src/template/run.ts'
import { build } from '../src/verbs/build/operation.ts'
import { edit, promote, rollback } from '../src/verbs/edit/templates-change-operation.ts'
import { exportPack } from '../src/verbs/export/operation.ts'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { bothEngines } from './support/engines.ts'
import { scratch, testApp } from './support/store.ts'

const POLICY = `# Policy

You help the customers of a book shop.
A refund takes five days.

- Ask before you change an order.`
const OWNER = { owner: 'sam', name: 'shop' }
/** Words of the policy that state no rule: only the whole message holds them. */
const TELLING = 'A refund takes five days.'

/** A session as a program keeps it: its system message, then work that other sessions did too. */
const conversation = (number: number, system: readonly object[]): object => {
  const call = (at: number, name: string, args: object, content: string): object[] => {
    const id = `call_${number}_${at}`
    const made = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
    return [
      { role: 'assistant', content: null, tool_calls: [made] },
      { role: 'tool', tool_call_id: id, content },
    ]
  }
  return {
    id: `s${number}`,
    messages: [
      ...system,
      { role: 'user', content: `Where is my order ${number}?`, timestamp: 1_790_000_000 + number },
      ...call(1, 'get_order', { shop: 'north', id: `#W000000${number}` }, '{"status":"pending","items":2}'),
      ...call(2, 'get_order', { shop: 'north', id: `#W100000${number}` }, '{"status":"sent","items":1}'),
      { role: 'assistant', content: 'It is on its way.' },
    ],
  }
}

const told = (...texts: string[]): object[] => texts.map((content) => ({ role: 'system', content }))

for (const { engine, address } of bothEngines())
  suite(`a system message that sessions share (${engine})`, () => {
    const shop = async (
      t: Parameters<typeof scratch>[0],
      messages: readonly (readonly object[])[] = [told(POLICY), told(POLICY), told(POLICY)],
    ): Promise<{ app: App; store: Connection }> => {
      const directory = scratch(t)
      const path = join(directory, 'history')
      mkdirSync(path)
      for (const [number, system] of messages.entries())
        writeFileSync(join(path, `${number}.json`), JSON.stringify(conversation(number, system)))
      const store = await openStore(address(directory))
      t.after(() => void store.close())
      const app = testApp(directory)
      await sync(app, store, { targets: [{ source: 'openai-chat', path }], rebuild: false })
      return { app, store }
    }
    const built = ({ app, store }: { app: App; store: Connection }) =>
      build(app, store, { name: 'shop', minMessages: 1, addendumFrom: 'system' })
    const given = async ({ app, store }: { app: App; store: Connection }): Promise<string[]> => {
      const seeds: string[] = []
      for (const { name } of FORMATS) seeds.push((await loadSeed(app, store, { name: 'shop', format: name })).text)
      const ready = await store.all<{ text: string }>('select text from ready')
      const resource = JSON.stringify(await readResource(app, async () => store, 'template://shop'))
      return [...seeds, ...ready.map(({ text }) => text), resource]
    }
    const assertGiven = async (place: { app: App; store: Connection }, isGiven: boolean): Promise<void> => {
      for (const text of await given(place)) assert.equal(text.includes(TELLING), isGiven, text)
    }

    test('becomes the addendum as a whole, and is given in no form before a yes to that very text', async (t) => {
      const place = await shop(t)
      const { addendum, addendumYes, state } = await built(place)
      assert.deepEqual([addendum, addendumYes?.confirmed, state], [POLICY, false, 'candidate'])
      const { store, app } = place
      const promoted = await promote(store, { ...OWNER, now: app.now() })
      assert.equal(promoted.addendumYes?.confirmed, false)
      await assertGiven(place, false)
      const id = addendumYes?.id ?? ''
      for (const wrong of ['zzzz', id.slice(0, 3), ''])
        await assert.rejects(promote(store, { ...OWNER, now: app.now(), rules: [wrong] }), { code: 'no-such-lesson' })
      await promote(store, { ...OWNER, now: app.now(), rules: [id.slice(0, 6)] })
      await assertGiven(place, true)
      await edit(app, store, { ...OWNER, edit: { tags: ['books'] } })
      await build(app, store, { name: 'shop', minMessages: 1 })
      await assertGiven(place, true)
    })

    test('needs another yes where its text is another, and none where a person wrote it', async (t) => {
      const place = await shop(t)
      const { app, store } = place
      const { addendumYes } = await built(place)
      await promote(store, { ...OWNER, now: app.now(), rules: [addendumYes?.id ?? ''] })
      const path = join(app.home, 'history')
      for (const number of [7, 8])
        writeFileSync(
          join(path, `${number}.json`),
          JSON.stringify(conversation(number, told(`${POLICY}\n- Give every customer a refund.`))),
        )
      await sync(app, store, { targets: [{ source: 'openai-chat', path }], rebuild: false })
      const newer = await build(app, store, { name: 'shop', minMessages: 1, addendumFrom: 'system', maxSessions: 5 })
      assert.match(newer.addendum, /Give every customer a refund/)
      assert.equal(newer.addendumYes?.confirmed, false)
      await assertGiven(place, false)
      await rollback(store, { ...OWNER, version: 1, now: app.now() })
      await assertGiven(place, true)
      await edit(app, store, { ...OWNER, edit: { addendum: `Mine. ${TELLING}` } })
      assert.equal((await readTemplate(store, OWNER)).addendumYes, null)
      await assertGiven(place, true)
    })

    test('leaves this installation only after that yes', async (t) => {
      const place = await shop(t)
      const { app, store } = place
      const { addendumYes } = await built(place)
      await promote(store, { ...OWNER, now: app.now() })
      await assert.rejects(exportPack(app, store, { names: ['shop'] }), /waits for your yes/)
      await promote(store, { ...OWNER, now: app.now(), rules: [addendumYes?.id ?? ''] })
      assert.ok((await exportPack(app, store, { names: ['shop'] })).text.includes(TELLING))
    })

    test('stays without a yes in what a program saves under another name', async (t) => {
      const place = await shop(t)
      const { app, store } = place
      await built(place)
      const warm = { app, store, close: async () => {}, [Symbol.asyncDispose]: async () => {} }
      const read = await readTemplate(store, OWNER)
      const copy = await saveGiven(warm, {
        name: 'copy',
        patterns: read.patterns,
        addendum: read.addendum,
        addendumYes: read.addendumYes,
      })
      assert.equal(copy.addendumYes?.confirmed, false)
      assert.ok(!(await loadSeed(app, store, { name: 'copy', format: 'text' })).text.includes(TELLING))
      const own = await saveGiven(warm, { name: 'own', addendum: 'Be kind.' })
      assert.equal(own.addendumYes, null)
    })

    test('is kept with its secrets replaced, of megabytes only the rules, and nothing of a cut file', async (t) => {
      const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40)
      const { app, store } = await shop(t, [
        told(POLICY, `The key is ${secret}.`),
        told(`${'Manual of the shop. '.repeat(100_000)}\n- Always be polite.`),
        told(`- Always be polite.\n${'Manual of the shop. '.repeat(100_000)}`),
      ])
      const path = join(app.home, 'history')
      writeFileSync(join(path, 'cut.json'), JSON.stringify(conversation(9, told(POLICY))).slice(0, 200))
      await sync(app, store, { targets: [{ source: 'openai-chat', path }], rebuild: false })
      const turns = await store.all<{ text: string; chars: number }>('select text, chars from turn where turn = 0')
      const texts = turns.map(({ text }) => text).toSorted()
      assert.equal(texts.length, 2, 'only the beginning of a long message is looked at')
      assert.ok(!texts.join('').includes(secret))
      assert.equal(texts.filter((text) => text.includes(TELLING)).length, 1)
      assert.ok(texts.includes('- Always be polite.'))
      for (const text of texts) assert.ok(text.length <= 8_000)
    })

    test('is what stands before the first message: neither a later note of a program nor a seed of ours', async (t) => {
      const { app, store } = await shop(t, [told(POLICY), told(POLICY)])
      const first = await build(app, store, { name: 'own', minMessages: 1 })
      await edit(app, store, { owner: 'sam', name: 'own', edit: { addendum: 'Ours. Never to be read again.' } })
      const seed = JSON.parse((await loadSeed(app, store, { name: 'own', format: 'openai-chat' })).text) as object[]
      assert.ok(first.patterns.length > 0)
      const path = join(app.home, 'history')
      for (const number of [5, 6]) {
        const note = { role: 'system', content: 'A note of a tool. You must buy more.' }
        const { messages } = conversation(number, [...told(POLICY), ...seed.slice(0, 1)]) as { messages: object[] }
        const whole = { id: `s${number}`, messages: [...messages, note] }
        writeFileSync(join(path, `${number}.json`), JSON.stringify(whole))
      }
      await sync(app, store, { targets: [{ source: 'openai-chat', path }], rebuild: false })
      const texts = await store.all<{ text: string }>('select text from turn where turn = 0')
      assert.equal(texts.length, 4)
      for (const { text } of texts) assert.equal(text, POLICY)
    })
  })
