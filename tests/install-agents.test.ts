import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import * as v from 'valibot'
import type { App } from '../src/app.ts'
import { install } from '../src/interfaces/hooks/install.ts'
import { installAll } from '../src/interfaces/hooks/install-all.ts'
import { INSTALLABLE, installerNamed } from '../src/interfaces/hooks/install-registry.ts'
import { undo } from '../src/interfaces/hooks/install-undo.ts'
import { agentsWith } from '../src/interfaces/hooks/registry.ts'
import { InstallAllReport } from '../src/verbs/install/shape.ts'
import { scratch, testApp } from './support/store.ts'

const homeApp = (t: TestContext): App => {
  const app = testApp(scratch(t))
  mkdirSync(app.place.home)
  return { ...app, home: join(app.place.home, '.warmstart') }
}

/** Everything below a directory: paths, modes, bytes. */
const snapshot = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((path) => {
        const stat = lstatSync(join(root, path))
        return [path, `${stat.mode.toString(8)} ${stat.isFile() ? readFileSync(join(root, path), 'hex') : ''}`]
      }),
  )

const use = async (app: App, agent: string): Promise<string> => {
  const folder = (await installerNamed(agent)).directory(app.place)
  mkdirSync(folder, { recursive: true })
  return folder
}

const put = (app: App, agent: string) => install(app, { agent, isDryRun: false, store: async () => undefined })

for (const agent of agentsWith('agent')) {
  suite(`install ${agent}`, () => {
    test('where the agent was used and has no settings: all of it goes again, directories too', async (t) => {
      const app = homeApp(t)
      await use(app, agent)
      const before = snapshot(app.place.home)
      await install(app, { agent, isDryRun: true, store: async () => undefined })
      assert.deepEqual(snapshot(app.place.home), before, 'a dry run writes nothing')
      const report = await put(app, agent)
      assert.ok(report.files.length > 0 && report.files.every(({ action }) => action === 'created'))
      const between = snapshot(app.place.home)
      assert.ok((await put(app, agent)).files.every(({ action }) => action === 'unchanged'))
      assert.deepEqual(snapshot(app.place.home), between, 'a second time changes nothing')
      await undo(app, { agent, isDryRun: false })
      assert.deepEqual(snapshot(app.place.home), before)
    })

    test('beside what its owner has written, which comes back to the byte', async (t) => {
      const app = homeApp(t)
      await use(app, agent)
      const { files } = await put(app, agent)
      const shared = files
        .map(({ path }) => path)
        .filter((path) => path.endsWith('.json') && !path.includes('extensions'))
      await undo(app, { agent, isDryRun: false })
      for (const path of shared) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, '{ "mine":1,\n    "other": {"deep": [1, 2]} }\n')
        chmodSync(path, 0o640)
      }
      const before = snapshot(app.place.home)
      await put(app, agent)
      for (const path of shared) {
        const after = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
        assert.deepEqual([after['mine'], after['other']], [1, { deep: [1, 2] }])
      }
      await undo(app, { agent, isDryRun: false })
      assert.deepEqual(snapshot(app.place.home), before)
      await put(app, agent)
      rmSync(app.home, { recursive: true })
      await undo(app, { agent, isDryRun: false })
      for (const path of shared)
        assert.equal(readFileSync(path, 'utf8'), '{ "mine":1,\n    "other": {"deep": [1, 2]} }\n')
    })

    test('what a person has changed since stays, and is told where it is a file of ours', async (t) => {
      const app = homeApp(t)
      await use(app, agent)
      const { files } = await put(app, agent)
      const edited = files.map(({ path }) => path).find((path) => /^#!|^\/\//.test(readFileSync(path, 'utf8')))
      if (edited === undefined) return
      writeFileSync(edited, `${readFileSync(edited, 'utf8')}// mine\n`)
      await assert.rejects(put(app, agent), { code: 'settings-unreadable' })
      const report = await undo(app, { agent, isDryRun: false })
      assert.match(readFileSync(edited, 'utf8'), /mine/)
      assert.match(report.next.join('\n'), /was changed since and is yours now/)
    })

    test('never used here: refused, with what to do, and no directory is made', async (t) => {
      const app = homeApp(t)
      await assert.rejects(put(app, agent), { code: 'no-such-agent' })
      assert.deepEqual(snapshot(app.place.home), {})
    })
  })
}

test('a program that hooks are is one that can be started', async (t) => {
  const app = homeApp(t)
  for (const agent of agentsWith('agent')) {
    await use(app, agent)
    for (const { path } of (await put(app, agent)).files)
      if (readFileSync(path, 'utf8').startsWith('#!')) assert.equal(statSync(path).mode & 0o111, 0o111, path)
  }
})

test('an agent that is installed but was never used is told from one that is not there', async (t) => {
  const app = homeApp(t)
  const bin = join(app.place.home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'gemini'), '#!/bin/sh\n')
  chmodSync(join(bin, 'gemini'), 0o755)
  const there: App = { ...app, place: { ...app.place, env: { PATH: bin } } }
  await assert.rejects(put(there, 'gemini-cli'), { message: /Gemini CLI is installed but has not been used here/ })
  await assert.rejects(put(app, 'gemini-cli'), { message: /^Gemini CLI has not been used here/ })
})

test('an agent without hooks is told what there is instead', async (t) => {
  await assert.rejects(put(homeApp(t), 'zed'), (error: { hint?: string }) => {
    assert.match(error.hint ?? '', /lessons write AGENTS\.md.*load NAME --format skill/)
    return true
  })
})

test("Droid's own file of hooks goes before its settings, and undo finds ours in either", async (t) => {
  const app = homeApp(t)
  const folder = await use(app, 'droid')
  await put(app, 'droid')
  assert.match(readFileSync(join(folder, 'settings.json'), 'utf8'), /warmstart hook droid/)
  writeFileSync(join(folder, 'hooks.json'), '{\n  "Stop": []\n}\n')
  await put(app, 'droid')
  const { SessionStart } = JSON.parse(readFileSync(join(folder, 'hooks.json'), 'utf8')) as { SessionStart: unknown[] }
  assert.equal(SessionStart.length, 1)
  await undo(app, { agent: 'droid', isDryRun: false })
  assert.equal(readFileSync(join(folder, 'hooks.json'), 'utf8'), '{\n  "Stop": []\n}\n')
  assert.ok(!existsSync(join(folder, 'settings.json')))
})

suite('install --all', () => {
  const all = (app: App, wish: { isDryRun?: boolean; isUndo?: boolean } = {}) =>
    installAll(app, { isDryRun: false, isUndo: false, store: async () => undefined, ...wish })

  test('writes into every agent that was used here, names the others, and takes all of it back', async (t) => {
    const app = homeApp(t)
    for (const agent of ['claude-code', 'opencode', 'copilot-cli']) await use(app, agent)
    const before = snapshot(app.place.home)
    await all(app, { isDryRun: true })
    assert.deepEqual(snapshot(app.place.home), before)
    const report = await all(app)
    assert.deepEqual(
      report.reports.map(({ agent }) => agent),
      ['claude-code', 'copilot-cli', 'opencode'],
    )
    assert.equal(report.notUsed.length, INSTALLABLE.length - 3)
    assert.deepEqual(v.parse(InstallAllReport, report), report)
    await all(app, { isUndo: true })
    assert.deepEqual(snapshot(app.place.home), before)
  })

  test('settings that cannot be read are told and stop nobody else', async (t) => {
    const app = homeApp(t)
    const [broken, whole] = [await use(app, 'claude-code'), await use(app, 'qwen-code')]
    writeFileSync(join(broken, 'settings.json'), '{ broken')
    const { reports, refused } = await all(app)
    assert.deepEqual(
      [reports.map(({ agent }) => agent), refused.map(({ agent, code }) => [agent, code])],
      [['qwen-code'], [['claude-code', 'settings-unreadable']]],
    )
    assert.equal(readFileSync(join(broken, 'settings.json'), 'utf8'), '{ broken')
    assert.match(readFileSync(join(whole, 'settings.json'), 'utf8'), /warmstart hook qwen-code/)
  })

  test('taking it back passes over broken settings that nothing was put into', async (t) => {
    const app = homeApp(t)
    const [broken] = [await use(app, 'claude-code'), await use(app, 'qwen-code')]
    await put(app, 'qwen-code')
    writeFileSync(join(broken, 'settings.json'), '{ broken')
    assert.deepEqual((await all(app, { isUndo: true })).refused, [])
  })

  test('where nobody was used it says so', async (t) => {
    await assert.rejects(all(homeApp(t)), { code: 'no-such-agent' })
  })
})
