import assert from 'node:assert/strict'
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { parse } from 'yaml'
import type { App } from '../src/app.ts'
import { install } from '../src/interfaces/hooks/install.ts'
import { undo } from '../src/interfaces/hooks/install-undo.ts'
import { formatNamed } from '../src/provision/formats.ts'
import { lint } from '../src/provision/lint/lint.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { scratch, testApp } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

const PREFILL = 'warmstart-prefill.json'

interface Home {
  app: App
  config: string
  /** Installs with the templates of that store. */
  run(options?: { template?: string; store?: Connection; isDryRun?: boolean }): ReturnType<typeof install>
  undo(): ReturnType<typeof undo>
}

const hermesHome = (t: TestContext, text: string | undefined): Home => {
  const app = testApp(scratch(t))
  const folder = join(app.place.home, '.hermes')
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'config.yaml')
  if (text !== undefined) writeFileSync(config, text, { mode: 0o600 })
  return {
    app,
    config,
    run: ({ template, store, isDryRun = false } = {}) =>
      install(app, { agent: 'hermes', template, isDryRun, store: async () => store }),
    undo: () => undo(app, { agent: 'hermes', isDryRun: false }),
  }
}

const read = (path: string): string => readFileSync(path, 'utf8')
const prefillOf = ({ app }: Home): string => join(app.place.home, '.hermes', PREFILL)
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const storeWith = async (t: TestContext, app: App, names: string[]): Promise<Connection> => {
  const store = await openStore('sqlite::memory:')
  t.after(() => store.close())
  for (const name of names)
    await saveTemplate(store, {
      owner: app.owner,
      name,
      state: 'active',
      draft: templateDraft({ addendum: `Say ${name}.` }),
      now: app.now(),
    })
  return store
}

const exposures = async (store: Connection): Promise<number> =>
  (await store.all<{ n: number }>('select count(*) as n from exposure'))[0]?.n ?? -1

suite('the MCP server of Hermes', () => {
  const SHAPES: [title: string, text: string | undefined][] = [
    ['no settings', undefined],
    ['empty settings', ''],
    ['comments alone', '# mine\n\n'],
    ['no servers', '# mine\nmodel: x # why\nagent:\n  max_turns: 60\n'],
    ['an empty map of servers', 'mcp_servers: {}\nmodel: x'],
    ['nothing under servers', 'mcp_servers:\nmodel: x\n'],
    ['other servers', 'mcp_servers:\n    time:\n        command: uvx # it\n\n# below\nmodel: x\r\n'],
  ]
  for (const [title, text] of SHAPES) {
    test(`${title}: added, a second time unchanged, taken back to the byte`, async (t) => {
      const home = hermesHome(t, text)
      const before = parse(text ?? '') ?? {}
      const report = await home.run()
      assert.deepEqual(
        report.files.map(({ action }) => action),
        [text === undefined ? 'created' : 'changed'],
      )
      const { mcp_servers: servers, ...rest } = parse(read(home.config))
      const { warmstart, ...others } = servers
      assert.deepEqual(warmstart.args, ['mcp'])
      assert.match(warmstart.command, /\/bin\/warmstart$/)
      assert.deepEqual({ ...rest, mcp_servers: others }, { ...before, mcp_servers: before.mcp_servers ?? {} })
      assert.deepEqual(
        (await home.run()).files.map(({ action }) => action),
        ['unchanged'],
      )
      await home.undo()
      assert.equal(exists(home.config) ? read(home.config) : undefined, text)
    })
  }

  test('a path of another day is replaced, what its owner has added stays; undo takes out ours alone', async (t) => {
    const old =
      'mcp_servers:\n  warmstart:\n    command: /gone/bin/warmstart # us\n    args: [mcp]\n    enabled: false\nz: 1\n'
    const home = hermesHome(t, old)
    await home.run()
    const { command, ...rest } = parse(read(home.config)).mcp_servers.warmstart
    assert.deepEqual(rest, { args: ['mcp'], enabled: false })
    assert.notEqual(command, '/gone/bin/warmstart')
    assert.match(read(home.config), / # us\n/)
    await home.undo()
    assert.equal(read(home.config), 'z: 1\n')
  })

  test('a server of our name that is not ours is left alone, and said', async (t) => {
    const text = 'mcp_servers:\n  warmstart:\n    command: something\n    args: [else]\n'
    const home = hermesHome(t, text)
    const report = await home.run()
    assert.equal(read(home.config), text)
    assert.match(report.next.join('\n'), /starts something else/)
    await home.undo()
    assert.equal(read(home.config), text)
  })

  test('our own directory is passed on where it is not the usual one; an address with a password is not', async (t) => {
    const home = hermesHome(t, '')
    const env = { WARMSTART_HOME: '/srv/w', WARMSTART_STORE: 'postgres://sam:pw@db/w' }
    const app = { ...home.app, place: { ...home.app.place, env } }
    const report = await install(app, { agent: 'hermes', isDryRun: false, store: async () => undefined })
    assert.deepEqual(parse(read(home.config)).mcp_servers.warmstart.env, { WARMSTART_HOME: '/srv/w' })
    assert.match(report.next.join('\n'), /WARMSTART_STORE is not passed on/)
  })

  test('what is no YAML is refused with its line, and nothing is written', async (t) => {
    for (const text of ['a: 1\nb: [\n', 'a: 1\na: 2\n', '- a\n', 'mcp_servers: 3\n']) {
      const home = hermesHome(t, text)
      await assert.rejects(home.run(), { code: 'settings-unreadable', message: /config\.yaml:\d+: / })
      assert.equal(read(home.config), text)
      assert.ok(!exists(join(home.app.home, 'install')))
    }
  })
})

suite('the prefill file of Hermes', () => {
  test('the only active template, for its owner alone, known to the ledger once; undo removes it', async (t) => {
    const text = "model: x\nprefill_messages_file: ''\n"
    const home = hermesHome(t, text)
    const store = await storeWith(t, home.app, ['shop'])
    await home.run({ store, isDryRun: true })
    assert.ok(!exists(prefillOf(home)))
    assert.equal(await exposures(store), 0)
    const report = await home.run({ store })
    assert.deepEqual(
      report.files.map(({ action }) => action),
      ['changed', 'created'],
    )
    assert.equal(parse(read(home.config)).prefill_messages_file, PREFILL)
    assert.equal(lstatSync(prefillOf(home)).mode & 0o777, 0o600)
    const messages: unknown = JSON.parse(read(prefillOf(home)))
    assert.deepEqual(
      lint(messages, formatNamed('hermes-prefill'), {}).problems.filter(({ severity }) => severity === 'error'),
      [],
    )
    assert.match(read(prefillOf(home)), /Say shop\./)
    assert.deepEqual(
      (await home.run({ store })).files.map(({ action }) => action),
      ['unchanged', 'unchanged'],
    )
    assert.equal(await exposures(store), 1)
    await home.undo()
    assert.equal(read(home.config), text)
    assert.ok(!exists(prefillOf(home)))
  })

  test('of several the one that is named; another one takes its place; without a name it stays', async (t) => {
    const home = hermesHome(t, 'model: x\n')
    const store = await storeWith(t, home.app, ['shop', 'blog'])
    const unnamed = await home.run({ store })
    assert.match(unnamed.next.join('\n'), /Several templates are active \((?:shop, blog|blog, shop)\)/)
    assert.ok(!exists(prefillOf(home)))
    await home.run({ store, template: 'shop' })
    assert.match(read(prefillOf(home)), /Say shop\./)
    await home.run({ store, template: 'blog' })
    assert.match(read(prefillOf(home)), /Say blog\./)
    const kept = read(prefillOf(home))
    await home.run({ store })
    assert.equal(read(prefillOf(home)), kept)
    await assert.rejects(home.run({ store, template: 'nothing' }), { code: 'no-such-template' })
    await assert.rejects(home.run({ template: 'shop' }), { code: 'no-such-template' })
    await home.undo()
    assert.equal(read(home.config), 'model: x\n')
    assert.ok(!exists(prefillOf(home)))
  })

  test('a file that somebody has chosen, under either key, is left alone', async (t) => {
    for (const text of ['prefill_messages_file: mine.json\n', 'agent:\n  prefill_messages_file: mine.json\n']) {
      const home = hermesHome(t, text)
      const store = await storeWith(t, home.app, ['shop'])
      const report = await home.run({ store })
      assert.match(report.next.join('\n'), /names mine\.json already/)
      assert.ok(read(home.config).startsWith(text))
      assert.ok(!exists(prefillOf(home)))
      assert.equal(await exposures(store), 0)
    }
  })

  test('settings and prefill that were changed since: ours goes, the rest stays and is named', async (t) => {
    const home = hermesHome(t, 'model: x\n')
    const store = await storeWith(t, home.app, ['shop'])
    await home.run({ store })
    writeFileSync(home.config, `${read(home.config)}# my note\nother: 1\n`)
    writeFileSync(prefillOf(home), '[{"role":"user","content":"mine"}]')
    const report = await home.undo()
    assert.equal(read(home.config), 'model: x\n# my note\nother: 1\n')
    assert.equal(read(prefillOf(home)), '[{"role":"user","content":"mine"}]')
    assert.match(report.next.join('\n'), /warmstart-prefill\.json was changed since/)
  })

  test('a template that is not active is not given out', async (t) => {
    const home = hermesHome(t, '')
    const store = await storeWith(t, home.app, [])
    await saveTemplate(store, {
      owner: home.app.owner,
      name: 'idea',
      state: 'candidate',
      draft: templateDraft(),
      now: home.app.now(),
    })
    await assert.rejects(home.run({ store, template: 'idea' }), { code: 'template-not-active' })
    assert.equal(read(home.config), '')
  })
})
