import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { undocumentedShapes } from '../scripts/shapes.ts'
import { EXIT } from '../src/interfaces/cli/command.ts'
import { ALIASES, COMMANDS } from '../src/verbs/registry.ts'
import { CallListing } from '../src/schema/listing/call-listing.ts'
import { Classified } from '../src/verbs/classify/shape.ts'
import { ClassifyInput } from '../src/verbs/classify/input-shape.ts'
import { Comparison } from '../src/schema/listing/comparison.ts'
import { CompressionReport } from '../src/schema/listing/compression-report.ts'
import { ConfigReport } from '../src/schema/listing/config-report.ts'
import { DoctorReport } from '../src/verbs/doctor/shape.ts'
import { ErrorReport } from '../src/schema/listing/error-report.ts'
import { Explanation } from '../src/verbs/explain/shape.ts'
import { HistoryProfile } from '../src/schema/listing/history-profile.ts'
import { SessionDetail, SessionListing } from '../src/verbs/sessions/shape.ts'
import { SessionProfile } from '../src/schema/listing/session-profile.ts'
import { KeyList } from '../src/verbs/keys/shape.ts'
import { Ledger } from '../src/schema/listing/ledger.ts'
import { LintReport } from '../src/schema/listing/lint-report.ts'
import { OutcomeReported } from '../src/verbs/report-outcome/shape.ts'
import { Review, ReviewList } from '../src/verbs/review/shape.ts'
import { Selection } from '../src/schema/listing/selection.ts'
import { PackExported } from '../src/verbs/export/shape.ts'
import { PackImported } from '../src/verbs/import/shape.ts'
import { Proposals } from '../src/verbs/propose/shape.ts'
import { RedactionReport } from '../src/verbs/redact/shape.ts'
import { SeedPreview } from '../src/verbs/test/shape.ts'
import { Template, TemplateList, TemplateSummary } from '../src/schema/listing/template.ts'
import { TemplateDeleted } from '../src/verbs/delete/shape.ts'
import { TemplateDiff } from '../src/schema/listing/template-diff.ts'
import { TemplateExplanation } from '../src/schema/listing/template-explanation.ts'
import { TemplateHistory } from '../src/verbs/history/shape.ts'
import { SourceList } from '../src/verbs/sources/shape.ts'
import { StartReport } from '../src/verbs/start/shape.ts'
import { SyncReport } from '../src/schema/listing/sync-report.ts'
import { Pack } from '../src/schema/pack.ts'
import { TOOL_ROWS } from '../src/outcome/tool-names.ts'
import { SOURCES } from '../src/sources/registry.ts'
import { expectedOf, layOut } from './support/fixtures.ts'
import { scratch } from './support/store.ts'

const ROOT = resolve(import.meta.dirname, '..')
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Files of the repository that end so, without those of others and of fixtures. */
const filesEnding = (ending: string, below = '.'): string[] =>
  readdirSync(join(ROOT, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|\.git|dist|\.cache|fixtures)\//.test(path))

test('generated pages and schemas are not stale', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'write-docs.ts'), '--check'], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})

test('every shape that a command exports has a row in SHAPES of scripts/shapes.ts', async () => {
  assert.deepEqual(await undocumentedShapes(), [])
})

suite('what commands print is what is documented', () => {
  const home = scratch({ after })
  const warmstart = (words: string[], input = '') => {
    const { HOME: _home, WARMSTART_STORE: _store, ...rest } = process.env
    const env = { ...rest, HOME: join(home, 'user'), WARMSTART_HOME: join(home, 'ours'), WARMSTART_OWNER: 'sam' }
    const options = { encoding: 'utf8', env, input } as const
    const result = spawnSync(process.execPath, [join(ROOT, 'src/interfaces/cli/enter.mjs'), ...words], options)
    const lines = (text: string): unknown[] =>
      text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    return { status: result.status, lines: () => lines(result.stdout), errors: () => lines(result.stderr) }
  }

  /** Parsing drops fields it does not know: what comes out equal has no undocumented one. */
  const conforms = (shape: v.GenericSchema, values: readonly unknown[]): void => {
    assert.ok(values.length > 0, 'nothing was printed')
    for (const value of values) assert.deepEqual(v.parse(shape, value), value)
  }

  const calls = (): CallListing[] => warmstart(['calls', '--json']).lines() as CallListing[]

  before(async () => {
    const targets: string[] = []
    for (const source of SOURCES) {
      const directory = join(home, source.name)
      await layOut(source, directory)
      targets.push('--source', source.name, '--path', directory)
    }
    conforms(SyncReport, warmstart(['sync', '--json', ...targets]).lines())
  })

  const PLAIN: [words: string[], shape: v.GenericSchema][] = [
    [['sources', '--json'], SourceList],
    [['sessions', '--json'], SessionListing],
    [['calls', '--json', '--seeded'], CallListing],
    [['doctor', '--json'], DoctorReport],
    [['config', '--json'], ConfigReport],
    [['profile', '--json'], HistoryProfile],
    [['profile', '--json', '--project', 'nothing-of-this-name'], HistoryProfile],
    [['compress-check', '--json'], CompressionReport],
    [['compress-check', '--json', '--project', 'nothing-of-this-name'], CompressionReport],
    [['compare', '--json', '--a', 'since=2026-03-01', '--b', 'until=2026-02-28'], Comparison],
    [['start', '--json'], StartReport],
  ]
  for (const [words, shape] of PLAIN) {
    test(words.join(' '), () => conforms(shape, warmstart(words).lines()))
  }

  test('sessions and calls of every source are among them', () => {
    assert.deepEqual([...new Set(calls().map((call) => call.source))].sort(), SOURCES.map(({ name }) => name).sort())
  })

  test('session, explain and outcome, of a call with copies and of one with a cause', () => {
    const copied = calls().find((call) => call.copies > 0)
    const failed = calls().find((call) => call.cause !== null)
    assert.ok(copied !== undefined && failed !== undefined)
    conforms(SessionDetail, warmstart(['session', copied.session, '--json']).lines())
    conforms(Explanation, warmstart(['explain', copied.id, '--json']).lines())
    conforms(CallListing, warmstart(['outcome', failed.id, 'ok', '--note', 'as planned', '--json']).lines())
    conforms(Explanation, warmstart(['explain', failed.id, '--json']).lines())
  })

  test('profile, compress-check and compare of single sessions', () => {
    const longest = Map.groupBy(calls(), (call) => call.session)
    const [first = '', second = ''] = [...longest].toSorted(([, a], [, b]) => b.length - a.length).map(([id]) => id)
    conforms(SessionProfile, warmstart(['profile', first, '--json']).lines())
    conforms(SessionProfile, warmstart(['warm', 'analyze', second, '--json']).lines())
    conforms(CompressionReport, warmstart(['compress-check', first, '--json']).lines())
    conforms(Comparison, warmstart(['compare', first, second, '--json']).lines())
  })

  test('build, extract, propose and whatever shows or changes a template', () => {
    const longest = Map.groupBy(calls(), (call) => call.session)
    const [first = ''] = [...longest].toSorted(([, a], [, b]) => b.length - a.length).map(([id]) => id)
    conforms(Template, warmstart(['build', 'made', '--min-messages', '1', '--min-support', '1', '--json']).lines())
    conforms(Template, warmstart(['create-template', first, '--name', 'one', '--json']).lines())
    conforms(Proposals, warmstart(['propose', '--min-support', '1', '--json']).lines())
    conforms(TemplateList, warmstart(['list-templates', '--json']).lines())
    conforms(Template, warmstart(['edit', 'made', '--tags', 'a,b', '--json']).lines())
    conforms(TemplateDiff, warmstart(['diff', 'made@1', 'one', '--json']).lines())
    conforms(TemplateHistory, warmstart(['history', 'made', '--json']).lines())
    conforms(Template, warmstart(['rollback', 'made', '1', '--json']).lines())
    conforms(TemplateSummary, warmstart(['retire', 'made', '--json']).lines())
    conforms(TemplateSummary, warmstart(['promote', 'made', '--json']).lines())
    conforms(Template, warmstart(['show', 'made', '--json']).lines())
    conforms(TemplateExplanation, warmstart(['explain', 'made', '--json']).lines())
    conforms(SeedPreview, warmstart(['test', 'made', 'fix it', '--json']).lines())
    const seed = join(home, 'seed.json')
    writeFileSync(
      seed,
      JSON.stringify(warmstart(['load', 'made', '--format', 'anthropic', '--message', 'go']).lines()[0]),
    )
    conforms(LintReport, warmstart(['lint', '--format', 'anthropic', seed, '--json']).lines())
    conforms(RedactionReport, warmstart(['redact', '--json'], 'nothing to hide').lines())
    conforms(TemplateDeleted, warmstart(['delete', 'one', '--json']).lines())
    conforms(ReviewList, warmstart(['review', '--json']).lines())
    conforms(Review, warmstart(['review', 'made', '--json']).lines())
    const task = ['select', 'fix it', '--project', 'shop', '--json']
    conforms(Selection, warmstart(task).lines())
    conforms(Selection, warmstart(['select', '--json', '--session-key', 's-1', ...task.slice(1)]).lines())
    warmstart(['load', 'made', '--format', 'text', '--session-key', 's-1'])
    conforms(Ledger, warmstart(['ledger', '--json']).lines())
    conforms(OutcomeReported, warmstart(['report-outcome', 's-1', 'success', '--json']).lines())
  })

  test('export, import and keys, and the pack itself', () => {
    const pack = join(home, 'made.pack.json')
    conforms(PackExported, warmstart(['export', 'made', '--out', pack, '--json']).lines())
    conforms(Pack, [JSON.parse(readFileSync(pack, 'utf8'))])
    conforms(PackImported, warmstart(['import', pack, '--name', 'came', '--json']).lines())
    const old = join(home, 'old.json')
    writeFileSync(old, JSON.stringify({ name: 'old', patterns: [], system_prompt_addendum: 'Use tabs.' }))
    conforms(PackImported, warmstart(['import', old, '--json']).lines())
    conforms(KeyList, warmstart(['keys', '--json']).lines())
    conforms(KeyList, warmstart(['keys', 'trust', pack, '--label', 'me', '--json']).lines())
  })

  test('classify reads and writes a documented object a line', () => {
    const given = [
      { tool: 'Bash', arguments: { command: 'ls x' }, result: 'ls: x: No such file or directory' },
      { tool: 'Bash', exitCode: 0, result: '' },
      { tool: 'Read', isError: false },
    ]
    conforms(ClassifyInput, given)
    const input = [...given.map((each) => JSON.stringify(each)), 'no json'].join('\n')
    const { status, lines } = warmstart(['classify'], input)
    conforms(Classified, lines())
    assert.equal(lines().length, 4)
    assert.equal(status, EXIT.usage)
  })

  test('errors, with the documented exit code', () => {
    const unknown = warmstart(['explain', 'ffffffffffffffffffff', '--json'])
    conforms(ErrorReport, unknown.errors())
    assert.equal(unknown.status, EXIT.notFound)
    assert.equal(warmstart(['sync', '--source', 'nobody']).status, EXIT.usage)
    assert.equal(warmstart(['sessions', '--store', `sqlite:${join(ROOT, 'package.json')}`]).status, EXIT.store)
  })
})

suite('pages', () => {
  const pages = filesEnding('.md')

  test('links lead to files that exist', () => {
    const broken: string[] = []
    for (const page of pages) {
      const text = readText(page).replaceAll(/^```[\s\S]*?^```/gm, '')
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const [path = ''] = target.split('#')
        if (/^[a-z]+:/.test(target) || path === '') continue
        if (!existsSync(join(ROOT, dirname(page), path))) broken.push(`${page}: ${target}`)
      }
    }
    assert.deepEqual(broken, [])
  })

  test('scripts and commands they name exist', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
    const unknown: string[] = []
    for (const page of pages) {
      // Lessons are about what does not exist; `lintt` and `verify` are those of the pages' made-up projects.
      const text = readText(page).replaceAll(/`npm run (?:lintt|verify)`/g, '')
      for (const [, name = ''] of text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[a-z:]+)/g))
        if (!(name in scripts)) unknown.push(`${page}: npm run ${name}`)
      for (const [, name = ''] of text.matchAll(/(?:`|^|[$#/] ?|bin\/)warmstart ([a-z]+(?:-[a-z]+)*)\b/gm))
        if (!(name in COMMANDS) && !(name in ALIASES) && name !== 'help' && name !== 'warm')
          unknown.push(`${page}: warmstart ${name}`)
    }
    assert.deepEqual(unknown, [])
    assert.match(readText('README.md'), /npm ci --omit=dev && npm start[\s\S]*npm ci && npm test/)
  })

  test('the first screen in the README is what `start` shows of the sample', () => {
    assert.ok(readText('README.md').includes(readText('tests/golden/sample/start.txt')))
  })

  test('every issue code has a word on what to do', () => {
    const page = readText('docs/when-something-cannot-be-read.md')
    const used = SOURCES.flatMap((source) => expectedOf(source).issues.map((issue) => issue.code))
    const code = /(?:\bcode: |ssue\([\w.]+, |complain\()'([a-z0-9-]+)'/g
    const places = [...filesEnding('.ts', 'src/sources'), ...filesEnding('.ts', 'src/wire'), 'src/lib/lines.ts']
    for (const path of places.filter((each) => !each.endsWith('.test.ts')))
      used.push(...[...readText(path).matchAll(code)].map((match) => match[1] ?? ''))
    assert.deepEqual(
      [...new Set(used)].filter((each) => !page.includes(`\`${each}\``)),
      [],
    )
  })

  test('every trivial tool is on the page that speaks of them, and no other', () => {
    const [, table = ''] = readText('docs/how-reliable.md').split(/^## Trivial tools$/m)
    const named = [...(table.split('\n## ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name.toLowerCase())
    const trivial = [...TOOL_ROWS].flatMap(([name, row]) => (row.trivial ? [name] : []))
    assert.deepEqual(named.toSorted(), trivial.toSorted())
  })

  test('every exit code is documented', () => {
    const page = readText('docs/exit-codes.md')
    for (const code of Object.values(EXIT)) assert.match(page, new RegExp(`^\\| ${code} \\|`, 'm'))
  })

  test('rules that a page names are rules of the ladder', () => {
    const code = filesEnding('.ts', 'src/outcome').map(readText).join('\n')
    const table = readText('docs/what-counts-as-an-error.md').split('## Rules')[1] ?? ''
    const named = [...table.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map((match) => match[1] ?? '')
    assert.ok(named.length > 20)
    const isRule = (name: string): boolean => code.includes(`'${name}'`) || /^exit-(code|header)(-zero)?$/.test(name)
    assert.deepEqual(
      named.filter((name) => !isRule(name)),
      [],
    )
  })
})

test('no command loads zod: shapes are types for them', () => {
  const entries = ['src/interfaces/cli/main.ts', 'src/sources/read/reader-thread.ts'].map((path) => join(ROOT, path))
  const seen = new Set(entries)
  const loading: string[] = []
  for (const path of seen) {
    const code = readFileSync(path, 'utf8')
    for (const match of code.matchAll(/(?:^(?:import|export)\s+(?!type\b)[^'";]*?|\bimport\()['"]([^'"]+)['"]/gm)) {
      const target = match[1] ?? ''
      if (target === 'zod' || target.startsWith('zod/')) loading.push(relative(ROOT, path))
      if (/^\.{1,2}\/.*\.ts$/.test(target)) seen.add(resolve(dirname(path), target))
    }
  }
  assert.ok(seen.size > 50, 'the walk has lost its way')
  assert.deepEqual(loading, [])
})
