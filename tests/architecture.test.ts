import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { OWN } from '../src/sources/own-source.ts'
import { SOURCES } from '../src/sources/registry.ts'
import { functionLengths } from './support/function-lengths.ts'
import { files, importCircles, importsOf, placeOf, sources, SRC } from './support/import-graph.ts'
import { scratch } from './support/store.ts'

/** The direction of data, and of permitted imports: a folder may import from those above it. */
const ORDER = [
  'lib',
  'schema',
  'store',
  'app.ts',
  'config-file.ts',
  'config-variables.ts',
  'config.ts',
  'shell',
  'complaint',
  'outcome',
  'wire',
  'sources',
  'sample',
  'profile',
  'trust',
  'mine',
  'lesson',
  'template',
  'provision',
  'processes',
  'experiment',
  'scripted-model',
  'agent',
  'gateway',
  'operations',
  'interfaces',
  'index.ts',
  'testing',
  'testing.ts',
]

const LONGEST_FILE = 300
const MOST_FILES = 40
const LONGEST_FUNCTION = 70

/** The folder of the order that a file belongs to. */
const folderOf = (path: string): string => placeOf(path).split('/')[0] ?? ''

test('folders import only from those above them', () => {
  const wrong: string[] = []
  for (const path of sources) {
    for (const target of importsOf(path)) {
      if (relative(SRC, target).startsWith('..')) continue
      const [from, to] = [ORDER.indexOf(folderOf(path)), ORDER.indexOf(folderOf(target))]
      assert.ok(from >= 0, `${relative(SRC, path)} is in no known folder`)
      if (to > from) wrong.push(`${relative(SRC, path)} imports ${relative(SRC, target)}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('no file, folder, or folder and its sub-folders import each other in circles', () => {
  // Types and files that are loaded later count too: a reader follows them all alike.
  assert.deepEqual(importCircles(sources), [])
})

test('imports name files that exist, with their ending', () => {
  for (const path of files)
    for (const target of importsOf(path))
      assert.ok(existsSync(target) || target.endsWith('main.js'), `${path}: ${target}`)
})

test('no file is longer than a person reads in one go', () => {
  const long = sources.filter((path) => readFileSync(path, 'utf8').split('\n').length > LONGEST_FILE)
  assert.deepEqual(
    long.map((path) => relative(SRC, path)),
    [],
  )
})

test('no function is longer than a person keeps in mind', () => {
  // A file that is not longer itself holds none.
  const long = sources.filter((path) => readFileSync(path, 'utf8').split('\n').length > LONGEST_FUNCTION)
  const counted = long.flatMap((path) => functionLengths(path).map((each) => ({ ...each, place: relative(SRC, path) })))
  assert.ok(counted.length > 5_000, 'functions are found')
  assert.deepEqual(
    counted
      .filter(({ lines }) => lines > LONGEST_FUNCTION)
      .map(({ place, line, name, lines }) => `${place}:${line} ${name}: ${lines} lines`),
    [],
  )
})

test('the length of a function is counted from its first to its last line, also where types stand between them', (t) => {
  const path = join(scratch(t), 'sample.ts')
  writeFileSync(
    path,
    [
      'interface Named {',
      '  name: string',
      '}',
      'export const greet = <T extends Named>(',
      '  one: T,',
      '): string => {',
      '  function inner(): void {}',
      '  inner()',
      '  return `${one.name}`',
      '}',
      'export const verbs = { run: async () => 1 satisfies number }',
    ].join('\n'),
  )
  assert.deepEqual(functionLengths(path), [
    { name: 'greet', line: 4, lines: 7 },
    { name: 'inner', line: 7, lines: 1 },
    { name: 'run', line: 11, lines: 1 },
  ])
})

test('no folder holds more files than a person looks through', () => {
  const counts = new Map<string, number>()
  // Migrations are only ever added; a list of years is read by its numbers.
  for (const path of sources.filter((each) => !each.includes('/migrations/')))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES)
  assert.deepEqual(
    crowded.map(([folder, count]) => `${relative(SRC, folder)}: ${count}`),
    [],
  )
})

test('files are named after what they hold', () => {
  // What `import 'warmstart'` gives.
  const bad = files.filter((path) => {
    if (relative(SRC, path) === 'index.ts') return false
    const name = basename(path).replace(/(\.test)?\.(ts|mjs|d\.mts)$/, '')
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?$/.test(name) || /^(utils?|helpers?|common|misc|manager|service|index)$/.test(name)
    )
  })
  assert.deepEqual(
    bad.map((path) => relative(SRC, path)),
    [],
  )
})

test('the name of a source stands only in its own folder and in registries', () => {
  const registries = [
    'sources/registry.ts',
    'sample/formats.ts',
    'provision/formats.ts',
    'gateway/foreign/registry.ts',
    'experiment/runs/registry.ts',
  ]
  const wrong: string[] = []
  for (const path of sources) {
    const place = relative(SRC, path)
    if (registries.includes(place)) continue
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    // Our own name is also that of the program.
    for (const { name } of SOURCES.filter((source) => source !== OWN)) {
      const isOwn = place.split('/').some((part) => part.replace(/\.ts$/, '') === name)
      if (isOwn || !new RegExp(`['"\`/]${name}['"\`/]`).test(code)) continue
      wrong.push(`${place} names ${name}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('only the shell of a stage touches the store', () => {
  const shells = [
    'sources/import.ts',
    'sources/rejudge.ts',
    'sources/write/batch.ts',
    'sources/write/writer.ts',
    'sources/import-messages.ts',
    'sources/import-live.ts',
    'sources/plan/live-cursor.ts',
    'sources/plan/plan-reading.ts',
  ]
  const pure = sources.filter((path) =>
    ['lib', 'schema', 'outcome', 'wire', 'sources', 'sample'].includes(folderOf(path)),
  )
  const wrong = pure.filter(
    (path) => !shells.includes(relative(SRC, path)) && importsOf(path).some((target) => folderOf(target) === 'store'),
  )
  assert.deepEqual(
    wrong.map((path) => relative(SRC, path)),
    [],
  )
})

test('SQL stands only in the store, and in sources that read databases of others', () => {
  const readers = SOURCES.filter((source) => source.shapes.includes('database')).map(
    (source) => `sources/formats/${source.name}/`,
  )
  const wrong = sources.filter((path) => {
    const place = relative(SRC, path)
    if (
      place.startsWith('store/') ||
      place === 'sources/find/recognise.ts' ||
      place === 'sources/find/unread-agents.ts' ||
      readers.some((reader) => place.startsWith(reader))
    )
      return false
    return /\b(select .+ from|insert into|update \w+ set|delete from)\b/i.test(
      readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    )
  })
  assert.deepEqual(
    wrong.map((path) => relative(SRC, path)),
    [],
  )
})

/** Files and packages that are loaded with a file: what it imports at once and what it may import later, types left out. */
const reachableFrom = (entries: readonly string[], isOther: (path: string) => boolean = () => false): Set<string> => {
  const reached = new Set(entries)
  for (const path of reached) {
    if (!path.startsWith(SRC)) continue
    const code = readFileSync(path, 'utf8').replaceAll(/^(?:import|export) type [^;]*? from '[^']+'$/gm, '')
    for (const [, from, later] of code.matchAll(
      /^(?:import|export|\}) [^'"\n]*?from '([^']+)'|\bimport\('([^']+)'\)/gm,
    )) {
      const name = from ?? later ?? ''
      const target = name.startsWith('.') ? resolve(dirname(path), name) : name
      if (!isOther(target)) reached.add(target)
    }
  }
  return reached
}

test('hooks at the start of a session and at a message load neither the grammar of shells nor the miner', () => {
  const agents = readdirSync(join(SRC, 'interfaces', 'hooks'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `interfaces/hooks/${name}/agent.ts`)
    .filter((path) => existsSync(join(SRC, path)))
  assert.ok(agents.length >= 2, 'agents have folders')
  const entries = ['app.ts', 'interfaces/hooks/run-hook.ts', ...agents].map((path) => join(SRC, path))
  const grammar = join(SRC, 'shell', 'grammar.ts')
  /** A failed call is looked up by its words; at the end of a session another process is started. */
  const atOtherMoments = ['verbs/hook/deliver-hint-operation.ts', 'interfaces/hooks/start-sync.ts'].map((path) =>
    join(SRC, path),
  )
  const reached = reachableFrom(entries, (path) => atOtherMoments.includes(path))
  for (const path of [
    'verbs/hook/deliver-lessons-operation.ts',
    'verbs/hook/deliver-seed-operation.ts',
    'store/open-existing.ts',
  ])
    assert.ok(reached.has(join(SRC, path)), `${path} is on the way`)
  assert.deepEqual(
    [...reached].filter(
      (path) => [grammar, 'web-tree-sitter', 'valibot'].includes(path) || path === join(SRC, 'lesson', 'gather.ts'),
    ),
    [],
  )
  const withFailures = reachableFrom(entries)
  assert.ok(withFailures.has(grammar) && withFailures.has('web-tree-sitter'), 'the walk finds what is there')
})

test('a hook agent costs one folder: nothing outside of it names it, and nothing in it is named outside', () => {
  const hooks = join(SRC, 'interfaces', 'hooks')
  const folders = readdirSync(hooks, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.ok(folders.length >= 3)
  const wrong: string[] = []
  for (const { name } of folders) {
    const inside = join(hooks, name)
    for (const part of ['settings.ts', 'README.md']) if (!existsSync(join(inside, part))) wrong.push(`${name}/${part}`)
    for (const path of sources.filter((each) => !each.startsWith(`${inside}/`)))
      for (const target of importsOf(path))
        if (target.startsWith(`${inside}/`)) wrong.push(`${relative(SRC, path)} imports ${relative(SRC, target)}`)
    for (const path of sources.filter((each) => each.startsWith(`${hooks}/`) && !each.startsWith(`${inside}/`)))
      if (new RegExp(`['"\`]${name}['"\`]`).test(readFileSync(path, 'utf8')))
        wrong.push(`${relative(SRC, path)} names ${name}`)
  }
  assert.deepEqual(wrong, [])
})
