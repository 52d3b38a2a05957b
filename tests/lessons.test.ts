import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sync } from '../src/verbs/sync/operation.ts'
import { openStore } from '../src/store/open.ts'
import { listLessons } from '../src/verbs/lessons/operation.ts'
import {
  FIRST_DAY,
  HOUR_MS,
  type MadeProject,
  rootOf,
  scoreText,
  writeProject,
  writeQuietProject,
} from './support/lesson-history.ts'
import { CPP } from './support/ecosystems/cpp.ts'
import { DART } from './support/ecosystems/dart.ts'
import { GO_CLI } from './support/ecosystems/go-cli.ts'
import { JAVA } from './support/ecosystems/java.ts'
import { PYTHON } from './support/ecosystems/python.ts'
import { RUBY } from './support/ecosystems/ruby.ts'
import { RUST } from './support/ecosystems/rust.ts'
import { GO_PROJECT, PYTHON_PROJECT, WEB_PROJECT } from './support/lesson-projects.ts'
import { scratch, testApp } from './support/store.ts'

type TestContext = Parameters<typeof scratch>[0]

const SESSIONS = 60
const HALF = FIRST_DAY + (SESSIONS / 2) * 12 * HOUR_MS
const END = FIRST_DAY + SESSIONS * 12 * HOUR_MS

const readHistory = async (t: TestContext, folder: string) => {
  const app = testApp(scratch(t))
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  await sync(app, store, { targets: [{ source: 'claude-code', path: folder }], rebuild: false })
  return (more: Partial<Parameters<typeof listLessons>[2]> = {}) =>
    listLessons(app, store, { projects: ['*'], until: END, maxTokens: 300, ...more })
}

for (const [what, project, seed] of [
  ['Go', GO_PROJECT, 1],
  ['TypeScript', WEB_PROJECT, 2],
  ['Python', PYTHON_PROJECT, 3],
] satisfies [string, MadeProject, number][])
  test(`${what}: 300 tokens about the first half of ${SESSIONS} sessions answer the mistakes made again in the second`, async (t) => {
    const folder = join(scratch(t), 'sessions')
    const made = writeProject(folder, project, { sessions: SESSIONS, seed }).filter(({ word }) => word !== '')
    const list = await readHistory(t, folder)
    const { text } = await list({ until: HALF })
    const { known, answered, missed } = scoreText(text, made, HALF)
    assert.ok(known > 40, `${known} mistakes were made again`)
    assert.ok(answered >= 0.8 * known, `${answered} of ${known}, not ${missed.join(', ')}\n${text}`)
    const path = join(import.meta.dirname, 'golden', `lessons-${what.toLowerCase()}.txt`)
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text)
    assert.equal(text, readFileSync(path, 'utf8'))
  })

/** Never subjects of a lesson: outputs, temporary files, and what a session has written by then. */
const PASSING = /report\.json|out\.txt|\bdist\b/

for (const [what, project, created] of [
  ['a command line in Go', GO_CLI, ['labs.go']],
  ['Rust', RUST, ['src/retry.rs']],
  ['Python with uv', PYTHON, []],
  ['Java', JAVA, []],
  ['Dart', DART, ['lib/ui/settings.dart']],
  ['Ruby', RUBY, ['app/services/report.rb']],
  ['C++', CPP, ['src/feed.cpp']],
] satisfies [string, MadeProject, string[]][])
  test(`${what}: a month of 130 sessions in worktrees, with sub-agents and mistakes of their own, is answered truly`, async (t) => {
    const folder = join(scratch(t), 'sessions')
    const history = { sessions: 130, seed: 1, hours: 5 }
    const made = writeProject(folder, project, history).filter(({ word }) => word !== '')
    const list = await readHistory(t, folder)
    const half = FIRST_DAY + 65 * history.hours * HOUR_MS
    const { text } = await list({ until: half })
    const { known, answered, missed } = scoreText(text, made, half)
    assert.ok(known > 20, `${known} mistakes were made again`)
    assert.ok(answered >= 0.8 * known, `${answered} of ${known}, not ${missed.join(', ')}\n${text}`)
    assert.doesNotMatch(text, PASSING)
    for (const path of created) assert.ok(!text.includes(path), `${path} is there by now\n${text}`)
  })

test('a history of three ecosystems teaches lessons of every kind', async (t) => {
  const folder = join(scratch(t), 'sessions')
  for (const [index, project] of [GO_PROJECT, WEB_PROJECT, PYTHON_PROJECT].entries())
    writeProject(join(folder, String(index)), project, { sessions: SESSIONS, seed: 7 + index })
  const list = await readHistory(t, folder)
  const kinds = new Set((await list()).lessons.map(({ kind }) => kind))
  assert.deepEqual([...kinds].toSorted(), [
    'check',
    'command',
    'environment',
    'masked',
    'missing',
    'place',
    'rule',
    'too-large',
  ])
})

test('ten projects in which no mistake is made twice are told nothing', async (t) => {
  const folder = join(scratch(t), 'sessions')
  for (let index = 0; index < 10; index++)
    writeQuietProject(join(folder, `p${index}`), { name: `p${index}`, sessions: 8, seed: 11 + index })
  const list = await readHistory(t, folder)
  for (let index = 0; index < 10; index++) {
    const { text, sessions } = await list({ projects: [rootOf(`p${index}`)] })
    assert.equal(sessions, 8)
    assert.equal(text, '')
  }
})
