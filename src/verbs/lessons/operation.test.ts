import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { bothEngines } from '../../../tests/support/engines.ts'
import { bash, type MadeSession, START, writeHistory } from '../../../tests/support/mined-history.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { acceptProject, decideLessons, recordTakenOut, recordWritten } from './consent-operation.ts'
import { readyLessons } from './ready-operation.ts'
import type { Connection } from '../../store/connection.ts'
import { lessonWords } from '../../store/lessons/word.ts'
import { openStore } from '../../store/open.ts'
import { listLessons, toListing } from './operation.ts'
import { LessonListing } from './shape.ts'
import { planUndo, planWrite } from './write-file.ts'

const DAY_MS = 24 * 3_600_000

const missing = (path: string) => ({
  program: 'cat',
  code: 'missing-path',
  subject: path,
  line: `cat: ${path}: No such file`,
})
const asks = (path: string) => bash(`cat ${path}`, { outcome: 'error', complaints: [missing(path)] })

const session = (id: string, more: Partial<MadeSession> = {}): MadeSession => ({
  id,
  calls: [asks('docs/api.md')],
  ...more,
})

const countMined = (store: Connection) => store.all<{ at: number }>('select at from lesson_cache')

for (const { engine, address } of bothEngines()) {
  test(`${engine}: lessons come from sessions of the project, other owners included and chat users left out`, async (t) => {
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    await writeHistory(store, [
      session('a'),
      session('b', { owner: 'ann' }),
      session('c', { owner: 'telegram:4' }),
      session('d', { project: '/home/sam/till', calls: [asks('src/pay.ts')] }),
      session('e', { project: '/home/sam/till', calls: [asks('src/pay.ts')], startedAt: START + 5 * DAY_MS }),
    ])
    const until = START + 10 * DAY_MS
    const texts = async (more: Partial<Parameters<typeof listLessons>[2]>) =>
      (await listLessons(app, store, { projects: ['shop'], until, ...more })).lessons.map(({ text }) => text)
    assert.deepEqual(await texts({}), ['`docs/api.md` does not exist.'])
    assert.deepEqual(await texts({ projects: ['/home/sam/till'] }), ['`src/pay.ts` does not exist.'])
    assert.deepEqual((await texts({ projects: ['till', 'shop'] })).toSorted(), [
      '`docs/api.md` does not exist.',
      '`src/pay.ts` does not exist.',
    ])
    assert.equal((await texts({ projects: ['*'] })).length, 2)
    assert.deepEqual(await texts({ kind: 'check' }), [])
    assert.deepEqual(await texts({ agent: 'pi' }), [])
    assert.deepEqual(await texts({ projects: ['none'] }), [])
    // The second session of the till began later.
    assert.deepEqual(await texts({ projects: ['till'], until: START + DAY_MS }), [])
    assert.deepEqual(await texts({ until: START + 50 * DAY_MS }), [])
    assert.equal((await texts({ until: START + 50 * DAY_MS, isAll: true })).length, 1)
    const { lessons, text, sessions } = await listLessons(app, store, { projects: ['shop'], until })
    for (const listed of lessons.map(toListing)) assert.deepEqual(v.parse(LessonListing, listed), listed)
    assert.equal(sessions, 2)
    assert.equal(
      text,
      'These are facts from 2 earlier sessions of this repository, not orders, and may be out of date.\n- `docs/api.md` does not exist.\n',
    )
    assert.equal((await listLessons(app, store, { projects: ['shop'], until, maxTokens: 5 })).text, '')
  })

  test(`${engine}: what was mined is kept until the facts change`, async (t) => {
    let now = START
    const app = { ...testApp(scratch(t), address(scratch(t))), now: () => now++ }
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    await writeHistory(store, [session('a'), session('b')])
    const asked = { projects: ['shop'], until: START + 10 * DAY_MS }
    const first = await listLessons(app, store, asked)
    const before = await countMined(store)
    assert.deepEqual(await listLessons(app, store, asked), first)
    assert.deepEqual(await countMined(store), before)
    await writeHistory(store, [session('c')])
    assert.deepEqual((await listLessons(app, store, asked)).lessons[0]?.support.sessions, 3)
    assert.notDeepEqual(await countMined(store), before)
    await store.run('update lesson_cache set body = ?', ['{'])
    assert.deepEqual((await listLessons(app, store, asked)).lessons[0]?.support.sessions, 3)
  })
}

test('the working tree and the instruction files of the project are looked at, unless a time was given', async (t) => {
  const root = join(scratch(t), 'shop')
  mkdirSync(join(root, '.git'), { recursive: true })
  const app = { ...testApp(scratch(t)), now: () => START + 2 * DAY_MS }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const place = { project: root, cwd: root, calls: [{ ...asks('docs/api.md'), cwd: root }] }
  await writeHistory(store, [session('a', place), session('b', place)])
  const list = (more = {}) => listLessons(app, store, { projects: [root], isAll: true, ...more })
  const [lesson] = (await list()).lessons
  assert.deepEqual(lesson?.checked, { at: app.now(), holds: true, how: 'the path does not exist' })
  writeFileSync(join(root, 'AGENTS.md'), '# Shop\n\nThere is no docs/api.md.\n')
  assert.deepEqual((await list()).lessons[0]?.told, { file: 'AGENTS.md', line: 3, since: 0, of: 0 })
  assert.equal((await list()).text, '')
  assert.equal((await list({ until: START + 2 * DAY_MS })).lessons[0]?.told, null)
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'docs', 'api.md'), '')
  assert.equal((await list()).lessons[0]?.state, 'stale')
  assert.deepEqual((await list({ isAll: false })).lessons, [])
})

test('a lesson whose block a person deleted is given again as before; a project that is gone decides nothing', async (t) => {
  const root = join(scratch(t), 'shop')
  mkdirSync(join(root, '.git'), { recursive: true })
  const app = { ...testApp(scratch(t)), now: () => START + 2 * DAY_MS }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const place = { project: root, cwd: root, calls: [{ ...asks('docs/api.md'), cwd: root }] }
  await writeHistory(store, [session('a', place), session('b', place)])
  const { changed } = await acceptProject(app, store, root)
  const [{ lesson } = { lesson: undefined }] = changed
  assert.ok(lesson !== undefined)
  const states = async () => (await readyLessons(app, store, root)).lessons.map(({ state }) => state)
  const path = join(root, 'CLAUDE.md')
  writeFileSync(path, '# Shop\n')
  const write = async () => {
    const { lessons } = await readyLessons(app, store, root)
    const { ids, write: make } = planWrite(path, lessons, { isForced: false })
    make()
    await recordWritten(app, store, { ids, file: 'CLAUDE.md' })
  }
  await write()
  assert.deepEqual(await states(), ['written'])
  const block = readFileSync(path, 'utf8')
  renameSync(root, `${root}-moved`)
  assert.deepEqual(await states(), ['written'], 'the project is not where it was')
  renameSync(`${root}-moved`, root)
  writeFileSync(path, '# Shop\n')
  assert.equal((await listLessons(app, store, { projects: [root] })).lessons[0]?.state, 'active', 'listed so at once')
  assert.deepEqual(await states(), ['active'])
  assert.equal((await lessonWords(store, 'sam')).size, 0)
  // Another branch brings the block back: the file tells the lesson then.
  writeFileSync(path, block)
  assert.equal((await listLessons(app, store, { projects: [root], isAll: true })).lessons[0]?.told?.file, 'CLAUDE.md')
  await decideLessons(app, store, { project: root, ids: [lesson.id], word: 'accepted' })
  await recordWritten(app, store, { ids: [lesson.id], file: 'CLAUDE.md' })
  await recordTakenOut(app, store, planUndo(path, { isForced: false }).ids)
  assert.equal((await lessonWords(store, 'sam')).get(lesson.id)?.word, 'accepted')
})

test('a mistake that goes on although the project tells it is a finding of its own', async (t) => {
  const root = join(scratch(t), 'shop')
  mkdirSync(join(root, '.git'), { recursive: true })
  const app = { ...testApp(scratch(t)), now: () => START + 2 * DAY_MS }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const place = { project: root, cwd: root, calls: [{ ...asks('docs/api.md'), cwd: root }] }
  const other = { project: root, cwd: root, calls: [bash('ls')] }
  await writeHistory(store, [session('a', place), session('b', place), session('c', other), session('d', place)])
  const path = join(root, 'AGENTS.md')
  writeFileSync(path, '# Shop\n\nThere is no docs/api.md.\n')
  const found = () => listLessons(app, store, { projects: [root] })
  assert.deepEqual([(await found()).lessons, (await found()).inVain], [[], []], 'told, and nothing happened since')
  const between = new Date(START + 30 * 60_000)
  utimesSync(path, between, between)
  const { lessons, inVain } = await found()
  assert.deepEqual(lessons, [], 'it is not told again')
  assert.deepEqual(
    inVain.map(({ told }) => told),
    [{ file: 'AGENTS.md', line: 3, since: 2, of: 3 }],
  )
})
