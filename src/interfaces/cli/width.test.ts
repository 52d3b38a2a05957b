import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { runCommand } from '../../../tests/support/run-command.ts'
import { KEY, madePack, packedTemplate } from '../../../tests/support/pack-fixture.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { templateDraft } from '../../../tests/support/template-fixture.ts'
import { saveTemplate } from '../../template/run.ts'
import { COMMANDS } from '../../verbs/registry.ts'
import { commandHelp, overview } from './help.ts'
import { widthOf } from './table.ts'

const WIDTHS = [60, 80]

/** What may be wider than the window, because somebody copies it and a break would spoil it. */
const EXCEPTIONS: Record<string, RegExp> = {
  'an address of a store or a path': /(?:^|\s)(?:sqlite:|file:\/\/)?\/\S+(?: \(the file is gone\))?$/,
  'a place of an agent, with blanks in it': /^ {2}(?:found| {2}- {2}) {2}\/.+$/,
  'a call that explain takes, and where it stands': /^ {2}[0-9a-f]{22} {2}.* {2}\/\S+:\d+$/,
  'a call that rests under a review, and where it stands': /^ {2}[0-9a-f]{22} {2}ok {2}\/\S+:\d+$/,
  'a command under Next, and what it is for': /^ {2}bin\/warmstart |^ {6}\S/,
}

/** These are shown as they stand in the transcript. */
const VERBATIM = /^(?:arguments|result) \([\d,]+ characters?\)$/

/** As the first generation kept a template: one example that can be used, and one that was made up. */
const OLD_FILE = JSON.stringify({
  name: 'code_0a1b2c3d_1700000000',
  task_type: 'code',
  examples: [
    { tool_name: 'terminal', arguments: { command: 'make lint' }, result: 'no findings in 12 files', success: true },
    { tool_name: 'terminal', arguments: {}, result: 'Success: Operation completed successfully.', success: true },
  ],
})

/** Lines of a help page that are commands to copy. */
const EXAMPLE = /^ {2}(?:warmstart|echo) /

suite('no command shows a line that is wider than the window', () => {
  const home = scratch({ after })
  const app: App = testApp(home)
  let store: Connection
  let session = ''
  let other = ''
  let call = ''
  let deleted = 0
  let exported = 0

  const linesOf = (words: readonly string[], columns: number): Promise<string[]> =>
    runCommand(words, { app, store: async () => store, columns })

  before(async () => {
    mkdirSync(join(app.place.home, '.codex'), { recursive: true })
    const [line = ''] = await linesOf(['start', '--json'], WIDTHS[0] ?? 60)
    const { store: address } = JSON.parse(line) as { store: string }
    store = await openStore(address)
    const rows = (await linesOf(['sessions', '--json'], 60)).slice(0, 2)
    ;[session = '', other = ''] = rows.map((row) => (JSON.parse(row) as { session: string }).session)
    const [failed = ''] = await linesOf(['calls', '--json', '--outcome', 'error'], 60)
    call = (JSON.parse(failed) as { id: string }).id
    for (const [name, addendum] of [
      ['shop-go', ''],
      ['shop-go', 'Use tabs.'],
      ...WIDTHS.map((_, index) => [`gone-${index + 1}`, ''] as const),
    ] as const)
      await saveTemplate(store, {
        owner: app.owner,
        name,
        state: 'active',
        draft: templateDraft({ addendum }),
        now: app.now(),
      })
  })
  after(() => store.close())

  const written = (name: string, text: string): string => {
    writeFileSync(join(home, name), text)
    return join(home, name)
  }

  const CASES: [title: string, words: () => string[]][] = [
    ['start', () => ['start']],
    ['sync', () => ['sync', '--path', join(home, 'sample', 'history')]],
    ['sync of nothing', () => ['sync']],
    ['sources', () => ['sources']],
    ['sources, all of them', () => ['sources', '--all']],
    ['experiment', () => ['experiment']],
    ['experiment plan', () => ['experiment', 'plan', 'live', '--design', 'live', '--template', 'shop-go', '--dry-run']],
    ['bench', () => ['bench', '--tasks', '20', '--replications', '5', '--history', '40']],
    ['dataset', () => ['dataset', 'export', join(home, `facts-${++exported}`)]],
    ['sessions', () => ['sessions']],
    ['sessions that do not exist', () => ['sessions', '--owner', 'nobody']],
    ['session', () => ['session', session]],
    ['search', () => ['search', 'test']],
    ['search for what is nowhere', () => ['search', 'zzqqzz']],
    ['calls', () => ['calls']],
    ['calls that failed', () => ['calls', '--outcome', 'error', '--limit', '500']],
    ['calls that do not exist', () => ['calls', '--tool', 'nothing']],
    ['explain', () => ['explain', call]],
    ['profile', () => ['profile', '--all']],
    ['profile of what does not exist', () => ['profile', '--project', 'nothing']],
    ['profile of a session', () => ['profile', session, '--all', '--timeline']],
    ['compress-check', () => ['compress-check']],
    ['compress-check of what does not exist', () => ['compress-check', '--project', 'nothing']],
    ['compare', () => ['compare', '--a', 'since=2026-01-01', '--b', 'until=2025-12-31']],
    ['compare of two sessions', () => ['compare', session, other]],
    ['report', () => ['report', '--html', join(home, 'report.html')]],
    ['build', () => ['build', 'built']],
    ['extract', () => ['extract', session, '--name', 'extracted']],
    ['lessons', () => ['lessons', '--project', '*', '--all']],
    ['lessons of nothing', () => ['lessons', '--project', 'nothing']],
    ['propose', () => ['propose']],
    ['review', () => ['review']],
    ['review of a candidate', () => ['review', 'courier-candidate']],
    ['review of what does not wait', () => ['review', '--owner', 'nobody']],
    ['select', () => ['select', 'the basket forgets the coupon', '--project', 'shop']],
    ['select for a session', () => ['select', '--project', 'shop', '--session-key', 'a-session']],
    ['select of nothing', () => ['select', 'a poem about the sea']],
    ['ledger', () => ['ledger']],
    ['ledger of nobody', () => ['ledger', '--owner', 'nobody']],
    ['report-outcome', () => ['report-outcome', 'a-session', 'success']],
    ['explain a template', () => ['explain', 'built']],
    ['list', () => ['list']],
    ['list of nothing', () => ['list', '--owner', 'nobody']],
    ['show', () => ['show', 'shop-go']],
    ['history', () => ['history', 'shop-go']],
    ['diff', () => ['diff', 'shop-go@1', 'shop-go']],
    ['edit', () => ['edit', 'shop-go', '--description', 'x '.repeat(60)]],
    ['rollback', () => ['rollback', 'shop-go', '1']],
    ['retire', () => ['retire', 'shop-go']],
    ['promote', () => ['promote', 'shop-go']],
    ['delete', () => ['delete', `gone-${++deleted}`]],
    ['export', () => ['export', 'shop-go', '--out', join(home, 'shop.pack.json'), '--force']],
    ['import', () => ['import', written('pack.json', madePack([packedTemplate({}, 'theirs')])), '--allow-unknown-key']],
    ['import of old files', () => ['import', written('old.json', OLD_FILE)]],
    ['keys', () => ['keys']],
    ['keys trust', () => ['keys', 'trust', KEY.publicKey, '--label', 'somebody with a long name, from far away']],
    ['test', () => ['test', 'shop-go', 'fix the build']],
    ['lint', () => ['lint', '--format', 'openai-chat', written('chat.json', '[{"role":"tool","content":1}]')]],
    ['outcome', () => ['outcome', call, 'error', '--cause', 'environment']],
    ['install', () => ['install', 'codex', '--dry-run']],
    ['install that was done', () => ['install', 'codex']],
    ['install taken back', () => ['install', 'codex', '--undo']],
    ['gateway sessions', () => ['gateway', 'sessions']],
    ['gateway status', () => ['gateway', 'status']],
    ['gateway pair', () => ['gateway', 'pair']],
    ['cron', () => ['cron', 'add', '0 9 * * 1', 'What changed in the project in the last week, in three lines?']],
    ['cron list', () => ['cron', 'list']],
    ['doctor', () => ['doctor']],
    ['owner', () => ['owner']],
    ['owner claim', () => ['owner', 'claim', session, '--as', 'telegram:somebody with a long name, from far away']],
    ['project', () => ['project']],
    ['gate', () => ['gate', 'npm test']],
    ['gate of what is asked about', () => ['gate', `cat /srv/${'other/'.repeat(5)}notes.txt`]],
  ]

  test("every command is among them, but those that print JSON or somebody's text only", () => {
    const tried = new Set(CASES.map(([title]) => title.split(' ')[0] ?? ''))
    assert.deepEqual(
      Object.keys(COMMANDS).filter((name) => !tried.has(name)),
      ['completion', 'load', 'mcp', 'hook', 'run', 'chat', 'process', 'config', 'mock-model', 'classify', 'redact'],
    )
  })

  for (const [title, words] of CASES) {
    for (const width of WIDTHS) {
      test(`${title} at ${width} columns`, async () => {
        const lines = await linesOf(words(), width)
        assert.ok(lines.some((line) => line !== ''))
        const verbatim = title === 'explain' ? lines.findIndex((line) => VERBATIM.test(line)) : -1
        const own = verbatim < 0 ? lines : lines.slice(0, verbatim)
        assert.deepEqual(
          own.filter((line) => widthOf(line) > width && !Object.values(EXCEPTIONS).some((each) => each.test(line))),
          [],
        )
      })
    }
  }

  test('an id that fits several sessions is answered with all of them, a line each', async () => {
    const prefixes = (await linesOf(['sessions', '--json'], 60)).flatMap((row) =>
      row === '' ? [] : [(JSON.parse(row) as { session: string }).session.slice(0, 1)],
    )
    const shared = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index) ?? ''
    const count = Math.min(10, prefixes.filter((prefix) => prefix === shared).length)
    await assert.rejects(linesOf(['session', shared], 60), (error) => {
      assert.ok(error instanceof AppError && error.code === 'ambiguous')
      const [first, ...lines] = error.message.split('\n')
      assert.equal(first, `several sessions begin with ${shared}:`)
      assert.equal(lines.filter((line) => /^ {2}[\da-f-]{36} {2}[a-z-]+ {2}\d{4}-\d\d-\d\d/.test(line)).length, count)
      return true
    })
  })

  test('a session is not compared with itself', async () => {
    const words = ['compare', session, session.slice(0, 20)]
    await assert.rejects(linesOf(words, 60), { code: 'usage', message: /both are the same session/ })
  })

  for (const width of WIDTHS) {
    test(`help at ${width} columns`, async () => {
      const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
      const help = await Promise.all(commands.map((command) => commandHelp(command, width)))
      const lines = [...(await overview(width)), ...help.flat()]
      assert.deepEqual(
        lines.filter((line) => widthOf(line) > width && !EXAMPLE.test(line)),
        [],
      )
    })
  }
})
