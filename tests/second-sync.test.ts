import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { generateSample } from '../src/sample/generate.ts'
import { scratch } from './support/store.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = join(ROOT, 'src', 'interfaces', 'cli', 'enter.mjs')

/** Prints the address of every module that is loaded, after the program's own output. */
const LISTS_MODULES = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  process.on('exit', () => process.stderr.write(JSON.stringify(loaded)))`

test('a sync that finds all files as they were loads no parser, no rules and no other source', (t) => {
  const home = scratch(t)
  const history = join(home, 'history')
  generateSample(history, { seed: 3, sessions: 12 })
  const hook = join(home, 'lists-modules.mjs')
  writeFileSync(hook, LISTS_MODULES)
  const sync = (): { report: { totals: { files: number; newCalls: number } }; modules: string[] } => {
    const words = ['sync', '--path', history, '--json', '--store', `sqlite:${join(home, 'store.db')}`]
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', hook, ENTRY, ...words],
      { encoding: 'utf8', env: { ...process.env, HOME: home } },
    )
    const urls = JSON.parse(stderr) as string[]
    const files = urls.filter((url) => url.startsWith('file:')).map((url) => relative(ROOT, new URL(url).pathname))
    return { report: JSON.parse(stdout) as ReturnType<typeof sync>['report'], modules: files }
  }
  const first = sync()
  assert.ok(first.report.totals.newCalls > 0)
  // What the second run is held against does appear where something is read.
  const isHeavy = (path: string): boolean =>
    /^src\/(?:lib\/redact|outcome\/rules|shell|complaint)\/|\/(?:parse|recognise|registry)\.ts$/.test(path) &&
    path !== 'src/verbs/registry.ts'
  assert.ok(first.modules.filter(isHeavy).length > 20)
  const second = sync()
  assert.deepEqual([second.report.totals.files, second.report.totals.newCalls], [first.report.totals.files, 0])
  // A source brings the file that recognises it; only those of the sources in use are here.
  const used = new Set(['claude-code', 'codex', 'openclaw', 'warmstart'])
  const sourceIn = (path: string): string | undefined => /^src\/sources\/formats\/([^/]+)\/./.exec(path)?.[1]
  assert.deepEqual(
    second.modules.filter((path) => sourceIn(path) === undefined && isHeavy(path)),
    [],
  )
  assert.deepEqual(
    second.modules.filter((path) => sourceIn(path) !== undefined && !used.has(sourceIn(path) ?? '')),
    [],
  )
  assert.ok(second.modules.every((path) => !path.endsWith('/parse.ts')))
})
