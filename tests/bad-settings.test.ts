import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { App } from '../src/app.ts'
import { install } from '../src/interfaces/hooks/install.ts'
import { undo } from '../src/interfaces/hooks/install-undo.ts'
import { putYaml, readYaml } from '../src/interfaces/hooks/settings-yaml.ts'
import { show } from '../src/verbs/list/templates-operation.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { runCommand } from './support/run-command.ts'
import { scratch, testApp } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

const AGENT = 'claude-code'
const SETTINGS = '{"a": 1}\n'

/** A home in which the agent was used. Our own directory is not there yet. */
const usedHome = (t: TestContext): App => {
  const app = testApp(scratch(t))
  mkdirSync(join(app.place.home, '.claude'), { recursive: true })
  writeFileSync(join(app.place.home, '.claude/settings.json'), SETTINGS)
  return { ...app, home: join(app.place.home, '.warmstart') }
}

const settingsOf = ({ place }: App): string => join(place.home, '.claude/settings.json')
const doInstall = (app: App) => install(app, { agent: AGENT, isDryRun: false, store: async () => undefined })
const doUndo = (app: App) => undo(app, { agent: AGENT, isDryRun: false })

/** What the agent has is to the byte what it was, and nothing of ours lies beside it. */
const assertUntouched = (app: App): void => {
  assert.equal(readFileSync(settingsOf(app), 'utf8'), SETTINGS)
  assert.deepEqual(readdirSync(dirname(settingsOf(app))), ['settings.json'])
}

suite('where we may not write our own record', () => {
  const PLACES: [title: string, make: (app: App) => void][] = [
    ['a file in the place of our directory', (app) => writeFileSync(app.home, 'mine')],
    ['a link that leads nowhere in its place', (app) => symlinkSync('/proc/nothing', app.home)],
    [
      'a directory in the place of the record',
      (app) => mkdirSync(join(app.home, 'install', `${AGENT}.json`), { recursive: true }),
    ],
  ]
  for (const [title, make] of PLACES)
    test(`${title}: refused in words, and no backup is left behind`, async (t) => {
      const app = usedHome(t)
      make(app)
      await assert.rejects(doInstall(app), { code: 'not-written' })
      assertUntouched(app)
      await doUndo(app)
      assertUntouched(app)
    })

  test('a home of somebody else: refused in words, and no backup is left behind', (t) => {
    if (process.getuid?.() !== 0) return t.skip('only the superuser can become somebody else')
    const app = usedHome(t)
    for (const path of [dirname(app.place.home), app.place.home]) chmodSync(path, 0o755)
    chmodSync(dirname(settingsOf(app)), 0o777)
    chmodSync(settingsOf(app), 0o666)
    const entry = new URL('../src/interfaces/cli/enter.mjs', import.meta.url).pathname
    const { status, stderr } = spawnSync(process.execPath, [entry, 'install', AGENT, '--json'], {
      encoding: 'utf8',
      uid: 65_534,
      gid: 65_534,
      env: { HOME: app.place.home, PATH: process.env['PATH'] },
    })
    if (!stderr.startsWith('{')) return t.skip('nobody may read the program here')
    assert.deepEqual([status, JSON.parse(stderr).error.code], [1, 'settings-permission'])
    assertUntouched(app)
  })
})

test('a record that cannot be removed does not stop undo, and is told', async (t) => {
  const app = usedHome(t)
  await doInstall(app)
  // Where our directory should be there is a file by now, which is as good as one that we may not enter.
  writeFileSync(join(app.place.home, 'file'), '')
  const report = await doUndo({ ...app, home: join(app.place.home, 'file', 'warmstart') })
  assertUntouched(app)
  assert.match(report.next.join('\n'), /could not be removed .*does no harm/)
})

test('a file in the place of the agent is no agent, and a directory in the place of a backup stays', async (t) => {
  const app = testApp(scratch(t))
  mkdirSync(app.place.home)
  writeFileSync(join(app.place.home, '.claude'), 'mine')
  await assert.rejects(doInstall(app), { code: 'no-such-agent' })
  await assert.rejects(doUndo(app), { code: 'not-written' })
  const other = usedHome(t)
  const backup = `${settingsOf(other)}.warmstart-backup`
  mkdirSync(backup)
  await assert.rejects(doInstall(other), { code: 'not-written' })
  await doUndo(other)
  assert.ok(existsSync(backup))
})

test('a place that is named from where one stands is found by undo from elsewhere', async (t) => {
  const app = usedHome(t)
  const named = relative(process.cwd(), dirname(settingsOf(app)))
  const report = await doInstall({ ...app, place: { ...app.place, env: { CLAUDE_CONFIG_DIR: named } } })
  assert.equal(report.files[0]?.path, settingsOf(app))
})

test('a template that an agent has no use for is refused, and nothing is written', async (t) => {
  const app = usedHome(t)
  const wish = { agent: AGENT, template: 'shop', isDryRun: false, store: async () => undefined }
  await assert.rejects(install(app, wish), { code: 'usage' })
  assertUntouched(app)
})

suite('install with --promote', () => {
  const setUp = async (t: TestContext): Promise<{ app: App; store: Connection; run: (words: string[]) => unknown }> => {
    const app = { ...usedHome(t), storeAddress: 'sqlite::memory:' }
    const store = await openStore(`sqlite:${join(app.place.home, 'store.db')}`)
    t.after(() => store.close())
    const { owner } = app
    for (const name of ['one', 'two'])
      await saveTemplate(store, { owner, name, state: 'candidate', draft: templateDraft({ addendum: name }), now: 1 })
    const at = { ...app, storeAddress: `sqlite:${join(app.place.home, 'store.db')}` }
    const run = (words: string[]) =>
      runCommand(['install', ...words], { app: at, store: async () => store, columns: 80 })
    return { app: at, store, run }
  }

  const REFUSED: [words: string[], code: string, make?: (app: App) => void][] = [
    [['nobody', '--promote', 'one'], 'usage'],
    [[AGENT, '--promote', 'one,three'], 'no-such-template'],
    [[AGENT, '--promote', ' , '], 'usage'],
    [[AGENT, '--promote', 'one'], 'settings-unreadable', (app) => writeFileSync(settingsOf(app), '{')],
  ]
  for (const [words, code, make] of REFUSED)
    test(`${words.join(' ')}${make === undefined ? '' : ', with settings that are broken'}: nothing is promoted`, async (t) => {
      const { app, store, run } = await setUp(t)
      make?.(app)
      await assert.rejects(async () => run(words), { code })
      for (const name of ['one', 'two'])
        assert.equal((await show(store, { owner: app.owner, name })).state, 'candidate')
      assert.ok(!existsSync(`${settingsOf(app)}.warmstart-backup`))
    })

  test('both, where nothing is wrong', async (t) => {
    const { app, store, run } = await setUp(t)
    await run([AGENT, '--promote', 'one, two'])
    for (const name of ['one', 'two']) assert.equal((await show(store, { owner: app.owner, name })).state, 'active')
    assert.match(readFileSync(settingsOf(app), 'utf8'), /hook claude-code/)
  })
})

suite('settings in YAML', () => {
  const place = { keys: ['mcp_servers', 'warmstart'], path: 'config.yaml' } as const
  const REFUSED: [title: string, text: string, words: RegExp][] = [
    ['a second document', 'a: 1\n---\nb: 2\n', /config\.yaml:2: a second document begins here/],
    ['a key twice, deep inside', 'a:\n  b: 1\n  c: 2\n  b: 3\n', /config\.yaml:4: `b` is there twice/],
    ['a key twice, once in quotes', 'a: 1\n"a": 2\n', /config\.yaml:2: `a` is there twice/],
    ['a key twice in braces', 'x: {a: 1, a: 2}\n', /config\.yaml:1: `a` is there twice/],
    ['thousands of lists in each other', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`, /nested too deeply/],
  ]
  for (const [title, text, words] of REFUSED)
    test(`refused with its line: ${title}`, () => {
      assert.throws(() => putYaml(text, { ...place, keys: [...place.keys] }, { command: 'x' }), {
        code: 'settings-unreadable',
        message: words,
      })
    })

  test('one key in several maps, and several merges, are no contradiction', () => {
    const text = 'a: &a {k: 1}\nb: &b {k: 2}\nc:\n  <<: [*a, *b]\n  d: {k: 3}\n'
    const after = putYaml(text, { ...place, keys: [...place.keys] }, { command: 'x' })
    assert.deepEqual(readYaml(after, { ...place, keys: [...place.keys] }), { command: 'x' })
  })
})
