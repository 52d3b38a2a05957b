import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { lessonState } from '../src/lesson/state.ts'
import { EVERY_REPOSITORY } from '../src/schema/ready-lesson.ts'
import type { Connection } from '../src/store/connection.ts'
import {
  type FoundLesson,
  keptLessons,
  lessonSource,
  lessonsNamed,
  type LessonWord,
  replaceLessons,
} from '../src/store/lessons/lesson.ts'
import { type LessonPlace, readyLessons, sessionsBehind } from '../src/store/lessons/ready.ts'
import {
  acceptedRepositories,
  deleteProjectYes,
  deleteWord,
  lessonWords,
  markAnnounced,
  projectYes,
  restoreWord,
  writeProjectYes,
  writeWord,
} from '../src/store/lessons/word.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { foundLesson, lessonOn, SHOP } from './support/lesson-fixture.ts'
import { scratch } from './support/store.ts'

const NOW = Date.UTC(2026, 2, 20)
const DAY = 24 * 60 * 60 * 1000
const PLACE: LessonPlace = { owner: 'sam', repository: SHOP, agent: 'some-agent', machine: 'desk', now: NOW }
const NOWHERE = { repository: null, owner: null, agent: null, machine: null }

const keep = (store: Connection, lessons: FoundLesson[], { repository = SHOP, at = NOW } = {}): Promise<void> =>
  store.transaction((transaction) =>
    replaceLessons(
      transaction,
      { repository, owner: 'sam', sessions: 12, basis: `b${at}`, madeBy: 'test', madeAt: at },
      lessons,
    ),
  )

const given = async (store: Connection, changes: Partial<LessonPlace> = {}): Promise<string[]> =>
  (await readyLessons(store, { ...PLACE, ...changes })).map(({ text }) => text)

const say = (store: Connection, lessonId: string, word: LessonWord, owner = 'sam'): Promise<void> =>
  writeWord(store, owner, { lessonId, word, at: NOW })

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }

    test('one yes to a project gives all its lessons but rules, the most valuable first, to this owner alone', async (t) => {
      const store = await opened(t)
      const rule = lessonOn('tabs', { kind: 'rule', scope: { ...NOWHERE, repository: SHOP, owner: 'sam' } })
      await keep(store, [foundLesson(lessonOn('b')), foundLesson(rule), foundLesson(lessonOn('a'))])
      assert.deepEqual(await given(store), [])
      await writeProjectYes(store, 'sam', { repository: SHOP, at: NOW })
      assert.deepEqual(await given(store), ['`b` does not exist.', '`a` does not exist.'])
      assert.deepEqual(await given(store, { owner: 'kim' }), [])
      assert.deepEqual(await given(store, { repository: '/home/sam/other' }), [])
      await say(store, rule.id, 'accepted')
      assert.equal((await given(store)).length, 3)
      await writeProjectYes(store, 'kim', { repository: SHOP, at: NOW })
      await say(store, rule.id, 'accepted', 'kim')
      assert.equal((await given(store, { owner: 'kim' })).length, 2, 'a rule is for its owner')
      assert.equal(await deleteProjectYes(store, 'sam', SHOP), 1)
      assert.deepEqual(await given(store), ['`tabs` does not exist.'])
      assert.equal(await sessionsBehind(store, SHOP), 12)
      assert.equal(await sessionsBehind(store, 'elsewhere'), 0)
    })

    test('what an owner refused or wrote into a file is not given, and no new mining brings it back', async (t) => {
      const store = await opened(t)
      const [one, two] = [lessonOn('a'), lessonOn('b')]
      await keep(store, [foundLesson(one), foundLesson(two)])
      for (const owner of ['sam', 'kim']) await writeProjectYes(store, owner, { repository: SHOP, at: NOW })
      await say(store, one.id, 'refused')
      await say(store, two.id, 'written')
      await keep(store, [foundLesson(one), foundLesson(two)], { at: NOW + DAY })
      assert.deepEqual(await given(store), [])
      assert.equal((await given(store, { owner: 'kim' })).length, 2)
      await say(store, one.id, 'accepted')
      assert.deepEqual(await given(store), ['`a` does not exist.'])
      const kept = await keptLessons(store, { owner: 'sam', repositories: [SHOP] })
      assert.deepEqual(
        kept.map((each) => [each.foundAt, lessonState(each.lesson, each, NOW)]),
        [
          [NOW, 'active'],
          [NOW, 'written'],
        ],
      )
    })

    test('a lesson that is taken out of a file has the word again that it had before', async (t) => {
      const store = await opened(t)
      const write = (lessonId: string) =>
        writeWord(store, 'sam', { lessonId, word: 'written', file: 'CLAUDE.md', at: NOW })
      for (const word of ['accepted', 'refused'] as const) await say(store, word, word)
      // Another write of the same block must not forget what was before the first.
      for (const id of ['accepted', 'refused', 'none', 'none', 'accepted']) await write(id)
      const words = async () => Object.fromEntries(await lessonWords(store, 'sam'))
      assert.deepEqual((await words())['accepted'], { word: 'written', before: 'accepted', file: 'CLAUDE.md' })
      await say(store, 'none', 'written', 'kim')
      for (const lessonId of ['accepted', 'refused', 'none', 'unknown'])
        await restoreWord(store, 'sam', { lessonId, at: NOW })
      assert.deepEqual(await words(), {
        accepted: { word: 'accepted', before: null, file: '' },
        refused: { word: 'refused', before: null, file: '' },
      })
      await restoreWord(store, 'sam', { lessonId: 'refused', at: NOW })
      assert.equal((await words())['refused']?.word, 'refused', 'only a written lesson can be taken out')
      assert.equal((await lessonWords(store, 'kim')).get('none')?.word, 'written', 'words of others stay')
      assert.equal(await deleteWord(store, 'sam', 'refused'), 1)
      assert.deepEqual(Object.keys(await words()), ['accepted'])
    })

    test('what is told already, is true no longer or was not seen for long is not given', async (t) => {
      const store = await opened(t)
      const told = lessonOn('a', { told: { file: 'CLAUDE.md', line: 4, since: 0, of: 0 } })
      const over = lessonOn('b', { checked: { at: NOW, holds: false, how: 'the path is there' } })
      const old = lessonOn('c')
      await keep(store, [foundLesson(told), foundLesson(over), foundLesson(old, { expiresAt: NOW + DAY })])
      await writeProjectYes(store, 'sam', { repository: SHOP, at: NOW })
      assert.deepEqual(await given(store), ['`c` does not exist.'])
      assert.deepEqual(await given(store, { now: NOW + DAY }), [])
      const kept = await keptLessons(store, { owner: 'sam', repositories: [SHOP] })
      const states = (now: number): string[] => kept.map((each) => lessonState(each.lesson, each, now))
      assert.deepEqual(states(NOW), ['active', 'stale', 'active'])
      assert.deepEqual(states(NOW + DAY), ['active', 'stale', 'stale'])
    })

    test('a lesson on the machine is given in every repository there, to its agent, behind those of the repository', async (t) => {
      const store = await opened(t)
      const scope = { ...NOWHERE, agent: 'some-agent', machine: 'desk' }
      await keep(store, [foundLesson(lessonOn('jq', { kind: 'environment', scope }))], { repository: EVERY_REPOSITORY })
      await keep(store, [foundLesson(lessonOn('a'))])
      for (const repository of [EVERY_REPOSITORY, SHOP]) await writeProjectYes(store, 'sam', { repository, at: NOW })
      assert.deepEqual(await given(store), ['`a` does not exist.', '`jq` does not exist.'])
      assert.deepEqual(await given(store, { repository: 'x' }), ['`jq` does not exist.'])
      assert.deepEqual(await given(store, { repository: 'x', machine: 'laptop' }), [])
      assert.deepEqual(await given(store, { repository: 'x', agent: 'another' }), [])
    })

    test('everything comes back as it was kept, and is found by the beginning of its id', async (t) => {
      const store = await opened(t)
      const lesson = lessonOn('a')
      const ready = { words: ['lint', 'test'], path: { path: 'a', isThere: false } }
      await keep(store, [foundLesson(lesson, { ready })])
      await say(store, lesson.id, 'accepted')
      const [back] = await readyLessons(store, PLACE)
      assert.deepEqual(back, foundLesson(lesson, { ready }).ready)
      const named = await lessonsNamed(store, 'sam', lesson.id.slice(0, 4))
      assert.deepEqual(
        named.map((each) => each.lesson),
        [lesson],
      )
      assert.deepEqual(await lessonsNamed(store, 'sam', 'zz'), [])
      const source = await lessonSource(store, SHOP)
      assert.deepEqual({ ...source }, { repository: SHOP, sessions: 12, basis: `b${NOW}`, madeBy: 'test', madeAt: NOW })
      assert.equal(await lessonSource(store, 'x'), undefined)
      const rule = lessonOn('tabs', { kind: 'rule', scope: { ...NOWHERE, repository: SHOP, owner: 'kim' } })
      await keep(store, [foundLesson(lesson), foundLesson(rule)])
      await keep(store, [], { at: NOW + DAY })
      assert.deepEqual(await keptLessons(store, { owner: 'sam', repositories: [SHOP] }), [])
      const left = await keptLessons(store, { owner: 'kim', repositories: [SHOP] })
      assert.deepEqual(
        left.map((each) => each.lesson.id),
        [rule.id],
        'rules of another owner stay',
      )
    })

    test('a second yes keeps the time of the first, and what was announced is remembered', async (t) => {
      const store = await opened(t)
      await writeProjectYes(store, 'sam', { repository: SHOP, at: NOW })
      await writeProjectYes(store, 'sam', { repository: SHOP, at: NOW + DAY })
      const yes = { acceptedAt: NOW, announcedAt: NOW + DAY, holdout: null }
      assert.deepEqual({ ...(await projectYes(store, 'sam', SHOP)) }, yes)
      assert.equal(await markAnnounced(store, 'sam', { repository: SHOP, at: NOW + 2 * DAY }), 1)
      const accepted = await acceptedRepositories(store, 'sam')
      assert.deepEqual(
        accepted.map((row) => ({ ...row })),
        [{ repository: SHOP, ...yes, announcedAt: NOW + 2 * DAY }],
      )
      assert.equal(await projectYes(store, 'kim', SHOP), undefined)
    })
  })
}
