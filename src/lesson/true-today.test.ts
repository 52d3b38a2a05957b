import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import {
  absent,
  broke,
  DAY_MS,
  FIRST_DAY,
  inSessions,
  lessonsOf,
  type MadeCall,
  noFile,
  ran,
  ROOT,
  used,
} from '../../tests/support/lesson-facts.ts'
import { scratch } from '../../tests/support/store.ts'
import type { Lesson } from '../schema/lesson.ts'
import { readInstructions, findTold } from './told.ts'
import { type Disk, openTree, type Tree } from './tree.ts'
import { checkToday } from './true-today.ts'

type TestContext = Parameters<typeof scratch>[0]

const NOW = FIRST_DAY + 10 * DAY_MS

const made = (t: TestContext, files: Record<string, string>): Tree => {
  const root = scratch(t)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return openTree(root, { limitMs: 60_000 })
}

const only = (calls: readonly MadeCall[]): Lesson => {
  const [lesson] = lessonsOf(inSessions(2, calls))
  assert.ok(lesson !== undefined)
  return lesson
}

const holds = async (lesson: Lesson, tree: Tree, programs: string[] = []) => {
  const { checked, state } = await checkToday(lesson, { now: NOW, tree, programs })
  return [checked.holds, state]
}

const MISSING = only([noFile(`${ROOT}/src/cart.ts`)])
const SCRIPT = only([
  broke('npm run lintt', { program: 'npm', code: 'missing-task', subject: 'lintt' }),
  ran('npm run lint'),
])
const RECIPE = only([broke('just lnt', { program: 'just', code: 'missing-task', subject: 'lnt' })])
const PROGRAM = only([broke('jq .', { program: 'sh', code: 'missing-program', subject: 'jq' })])
const LARGE = only([
  used('Read', `${ROOT}/big.go`, { outcome: 'error', complaints: [{ code: 'too-large', subject: `${ROOT}/big.go` }] }),
])
const MOVED = only([noFile(`${ROOT}/src/cart.ts`), used('Read', `${ROOT}/src/lib/cart.ts`)])

const SERVER = only([
  broke('cargo test', { program: 'cargo', code: 'missing-path', subject: 'Cargo.toml' }),
  ran('cd server && cargo test'),
])
const BRANCH = only([broke('git checkout main', { program: 'git', code: 'branch-in-use', subject: 'main' })])

test('a program finds its project at the root by now', async (t) => {
  assert.deepEqual(await holds(SERVER, made(t, { 'server/Cargo.toml': '' })), [true, 'candidate'])
  assert.deepEqual(await holds(SERVER, made(t, { 'server/Cargo.toml': '', 'Cargo.toml': '' })), [false, 'stale'])
  assert.deepEqual(await holds(SERVER, made(t, {})), [true, 'stale'], 'and the folder is gone')
})

test('a path is still missing, or exists by now', async (t) => {
  assert.deepEqual(await holds(MISSING, made(t, {})), [true, 'candidate'])
  assert.deepEqual(await holds(MISSING, made(t, { 'src/cart.ts': '' })), [false, 'stale'])
})

test('scripts and recipes are looked up where they are written down', async (t) => {
  const scripts = (...names: string[]) =>
    made(t, { 'package.json': JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, 'x'])) }) })
  assert.deepEqual(await holds(SCRIPT, scripts('lint')), [true, 'candidate'])
  assert.deepEqual(await holds(SCRIPT, scripts('lint', 'lintt')), [false, 'stale'])
  assert.deepEqual(await holds(SCRIPT, made(t, { 'package.json': '{' })), [null, 'candidate'])
  assert.deepEqual(await holds(RECIPE, made(t, { justfile: 'test: build\n  cargo test\nlnt target:\n  x\n' })), [
    false,
    'stale',
  ])
  assert.deepEqual(await holds(RECIPE, made(t, { justfile: 'test: build\n  cargo test\n' })), [true, 'candidate'])
  assert.deepEqual(await holds(RECIPE, made(t, { justfile: "import 'more.just'\n" })), [null, 'candidate'])
})

test('a program is looked for on the PATH, and a large file by its size', async (t) => {
  const bin = scratch(t)
  assert.deepEqual(await holds(PROGRAM, made(t, {}), [bin]), [true, 'candidate'])
  writeFileSync(join(bin, 'jq'), '')
  assert.deepEqual(await holds(PROGRAM, made(t, {}), [bin]), [false, 'stale'])
  assert.deepEqual(await holds(LARGE, made(t, { 'big.go': 'x'.repeat(90_000) })), [true, 'candidate'])
  assert.deepEqual(await holds(LARGE, made(t, { 'big.go': 'x' })), [false, 'stale'])
  assert.deepEqual(await holds(LARGE, made(t, {})), [false, 'stale'])
})

test('a remedy that is gone is not told any more', async (t) => {
  const there = await checkToday(MOVED, { now: NOW, tree: made(t, { 'src/lib/cart.ts': '' }), programs: [] })
  assert.equal(there.text, '`src/cart.ts` does not exist: it is `src/lib/cart.ts`.')
  const gone = await checkToday(MOVED, { now: NOW, tree: made(t, {}), programs: [] })
  assert.deepEqual([gone.text, gone.remedy], ['`src/cart.ts` does not exist.', null])
})

test('what cannot be checked is told for 30 days after it was last seen', async () => {
  const at = (now: number) => checkToday(MISSING, { now, tree: undefined, programs: [] })
  assert.equal((await at(FIRST_DAY + 30 * DAY_MS)).state, 'candidate')
  assert.equal((await at(FIRST_DAY + 32 * DAY_MS)).state, 'stale')
})

test('a disk that does not answer is waited for once, and then nothing can be checked', async () => {
  let asked = 0
  const never = (): Promise<never> => {
    asked += 1
    return new Promise(() => undefined)
  }
  const disk: Disk = { stat: never, read: never, readdir: never }
  const tree = openTree('/mnt/gone', { limitMs: 5, disk })
  assert.deepEqual(await holds(MISSING, tree), [null, 'candidate'])
  assert.deepEqual(await holds(LARGE, tree), [null, 'candidate'])
  assert.deepEqual(await readInstructions(tree), [])
  assert.deepEqual([asked, tree.isHung()], [1, true])
})

const told = async (lesson: Lesson, tree: Tree) => {
  const found = findTold(lesson, await readInstructions(tree), [])
  return found === null ? null : `${found.file}:${found.line}`
}

test('a lesson is told where trigger and remedy stand within three lines, as whole words', async (t) => {
  const lines = (...text: string[]) => made(t, { 'CLAUDE.md': text.join('\n') })
  assert.equal(await told(MOVED, lines('Mind:', '`src/cart.ts` moved to', '`src/lib/cart.ts`')), 'CLAUDE.md:2')
  assert.equal(await told(MOVED, lines('src/cart.ts', '', '', '', '', 'src/lib/cart.ts')), null)
  assert.equal(await told(MOVED, lines('src/cart.tsx is not src/lib/cart.ts')), null)
  assert.equal(await told(SERVER, lines('Run `cargo` in `server/`.')), 'CLAUDE.md:1')
  assert.equal(await told(BRANCH, lines('Pull requests go to `main`.')), null)
  const folder = only([broke('ls tests', absent('ls', 'tests'))])
  assert.equal(await told(folder, lines('Run the tests before you commit.')), null)
  assert.equal(await told(folder, lines('There is no `tests/` here.')), 'CLAUDE.md:1')
})

test('instruction files of all agents are read, imports one level deep, loops, megabytes and bytes without harm', async (t) => {
  const at = async (path: string, text: string) => told(MISSING, made(t, { [path]: text }))
  for (const path of [
    'AGENTS.md',
    'GEMINI.md',
    '.github/copilot-instructions.md',
    '.cursor/rules/shop.mdc',
    'CONTRIBUTING.md',
  ])
    assert.equal(await at(path, 'no src/cart.ts'), `${path}:1`)
  assert.equal(await at('README.md', 'no src/cart.ts'), null)
  assert.equal(await at('CLAUDE.md', `${'x\n'.repeat(3_000_000)}src/cart.ts`), null)
  assert.equal(await at('CLAUDE.md', 'src/cart.ts \0'), null)
  const tree = made(t, {
    'CLAUDE.md': 'See @docs/a.md and @CLAUDE.md and @../../etc/passwd.md',
    'docs/a.md': '@b.md\n@../CLAUDE.md\nno src/cart.ts',
    'docs/b.md': 'no src/order.ts',
  })
  assert.equal(await told(MISSING, tree), 'docs/a.md:3')
  assert.equal(await told(only([noFile(`${ROOT}/src/order.ts`)]), tree), null)
})

test('sessions that made the mistake although it was told are counted', async (t) => {
  const files = await readInstructions(made(t, { 'CLAUDE.md': 'no src/cart.ts' }))
  const before = files.map((file) => ({ ...file, changedAt: 0 }))
  const times = [FIRST_DAY, FIRST_DAY + DAY_MS, FIRST_DAY + 2 * DAY_MS]
  const counts = (given: typeof files, sessions: number[]) => {
    const found = findTold(MISSING, given, sessions)
    return [found?.since, found?.of]
  }
  assert.deepEqual(counts(files, times), [0, 0])
  assert.deepEqual(counts(before, times), [2, 3])
  const midway = files.map((file) => ({ ...file, changedAt: FIRST_DAY + 1_000 }))
  assert.deepEqual(counts(midway, times), [1, 2])
  assert.deepEqual(counts(before, []), [2, 2], 'never more mistakes than sessions')
})
