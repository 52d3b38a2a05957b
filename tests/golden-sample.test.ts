import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { runCommand } from './support/run-command.ts'
import { scratch, testApp } from './support/store.ts'

const PLACE = join(import.meta.dirname, 'golden', 'sample')

/** From the files of the sample to the screen: what any change of parsing, judging, counting or showing would move. */
suite('what commands show of the bundled sample is what was agreed on (UPDATE_GOLDEN=1 agrees to the new)', () => {
  const home = scratch({ after })
  const app = testApp(home)
  let store: Connection
  let session = ''
  let other = ''
  let call = ''
  let started: string[] = []

  const run = (...words: string[]): Promise<string[]> =>
    runCommand(words, { app, store: async () => store, columns: 80 })

  before(async () => {
    started = await run('start')
    store = await openStore(`sqlite:${join(home, 'sample', 'sample.db')}`)
    const rows = (await run('sessions', '--json')).slice(0, 2)
    ;[session = '', other = ''] = rows.map((row) => (JSON.parse(row) as { session: string }).session)
    const [failed = ''] = await run('calls', '--json', '--outcome', 'error')
    call = (JSON.parse(failed) as { id: string }).id
  })
  after(() => store.close())

  const PAGES: Record<string, () => Promise<string[]> | string[]> = {
    start: () => started,
    sync: () => run('sync', '--path', join(home, 'sample', 'history')),
    sessions: () => run('sessions'),
    session: () => run('session', session),
    calls: () => run('calls', '--outcome', 'error'),
    explain: () => run('explain', call),
    'calls-masked': () => run('calls', '--masked'),
    'calls-grep': () => run('calls', '--grep', 'npm lint', '--limit', '5'),
    search: () => run('search', 'npm test', 'lint', '--limit', '4'),
    'profile-screen': () => run('profile'),
    profile: () => run('profile', '--all'),
    'profile-session': () => run('profile', session, '--all'),
    'compress-check': () => run('compress-check'),
    'compare-groups': () => run('compare', '--a', 'source=codex', '--b', 'source=claude-code'),
    'compare-sessions': () => run('compare', session, other),
    report: () => run('report', '--html', join(home, 'page.html')),
    build: () => run('build', 'shop', '--project', 'shop', '--description', 'how the shop is worked on'),
    'build-again': () => run('build', 'shop', '--project', 'shop'),
    extract: () => run('extract', session, '--name', 'one'),
    propose: () => run('propose'),
    list: () => run('list'),
    show: () => run('show', 'shop'),
    diff: () => run('diff', 'shop', 'one'),
    edit: () => run('edit', 'shop', '--tags', 'tests,lint'),
    history: () => run('history', 'shop'),
    'explain-template': () => run('explain', 'shop'),
    test: () => run('test', 'shop', 'fix the checkout'),
    'load-text': () => run('load', 'shop', '--format', 'text'),
    'load-openai-chat': () => run('load', 'shop', '--format', 'openai-chat', '--message', 'fix the checkout'),
    'load-skill': () => run('load', 'shop', '--format', 'skill'),
    outcome: () => run('outcome', call, 'ok', '--note', 'it was fine'),
  }

  for (const [name, show] of Object.entries(PAGES)) {
    test(name, async () => {
      const text = steady((await show()).join('\n'), home)
      const path = join(PLACE, `${name}.txt`)
      if (process.env['UPDATE_GOLDEN'] === '1') {
        mkdirSync(PLACE, { recursive: true })
        writeFileSync(path, text)
      }
      assert.equal(text, readFileSync(path, 'utf8'))
    })
  }
})

/** Where it ran and how long it took differ from run to run. */
const steady = (text: string, home: string): string =>
  text.replaceAll(home, '~').replace(/(?<= files? in )[\d.,]+ m?s/g, 'no time')
