import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DrawRequest, drawLessons } from '../src/lesson/proof/run-draw.ts'
import type { Lesson } from '../src/schema/lesson.ts'
import type { Connection } from '../src/store/connection.ts'
import { drawsOf } from '../src/store/lessons/draw.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { scratch } from './support/store.ts'

const NOW = Date.UTC(2026, 2, 20)
const DAY = 24 * 60 * 60 * 1000

type Item = Pick<Lesson, 'id' | 'kind'>
const LESSONS: Item[] = Array.from({ length: 6 }, (_, index) => ({ id: `lesson-${index}`, kind: 'missing' }))

const describe: DrawRequest<Item>['describe'] = async (ids) =>
  ids.map((id) => ({
    id,
    kind: 'missing',
    trigger: { code: 'missing-path', program: '', subject: id },
    text: `There is no \`${id}\`.`,
    support: { sessions: 4, of: 20, lastAt: null, calls: 8, times: 5, runs: null },
    scope: { repository: 'shop', owner: null, agent: null, machine: null },
  }))

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }
    const sessionOf = (sessionKey: string, owner = 'sam') => ({ owner, source: 'some-agent', sessionKey })
    const draw = (store: Connection, sessionKey: string, given: Partial<DrawRequest<Item>> = {}) =>
      store.transaction((transaction) =>
        drawLessons(transaction, {
          session: sessionOf(sessionKey),
          moment: 'start',
          now: NOW,
          holdout: null,
          lessons: LESSONS,
          hasRoom: () => true,
          describe,
          ...given,
        }),
      )
    const names = (items: readonly Item[]): string[] => items.map(({ id }) => id)

    test('what a session is given and what is withheld from it stands in the store, with the probability', async (t) => {
      const store = await opened(t)
      const { given, withheld } = await draw(store, 's-1')
      assert.ok(given.length > 0 && withheld.length > 0)
      const rows = await drawsOf(store, sessionOf('s-1'))
      assert.deepEqual(
        rows.filter(({ isGiven }) => isGiven).map(({ lessonId }) => lessonId),
        names(given),
      )
      assert.deepEqual(new Set(rows.map(({ probability }) => probability)), new Set([0.5]))
      assert.equal(rows.length, LESSONS.length)
      assert.deepEqual(await drawsOf(store, sessionOf('s-1', 'kim')), [])
    })

    test('a lesson that was withheld once is withheld at every later moment, whatever the probability is by then', async (t) => {
      const store = await opened(t)
      const first = await draw(store, 's-1')
      for (const moment of ['message', 'failure', 'start'] as const)
        assert.deepEqual(await draw(store, 's-1', { moment, holdout: 0, now: NOW + 40 * DAY }), first)
      assert.equal((await drawsOf(store, sessionOf('s-1'))).length, LESSONS.length)
      assert.ok((await drawsOf(store, sessionOf('s-1'))).every(({ moment, at }) => moment === 'start' && at === NOW))
    })

    test('a lesson without room is not drawn, and is drawn when it is to be given later', async (t) => {
      const store = await opened(t)
      const two = await draw(store, 's-1', { hasRoom: (given) => given.length < 2 })
      assert.equal(two.given.length, 2)
      const drawn = await drawsOf(store, sessionOf('s-1'))
      assert.equal(drawn.length, two.given.length + two.withheld.length)
      await draw(store, 's-1', { moment: 'message' })
      const late = (await drawsOf(store, sessionOf('s-1'))).filter(({ moment }) => moment === 'message')
      assert.equal(late.length, LESSONS.length - drawn.length)
    })

    test('half are withheld for 60 sessions, then one in ten', async (t) => {
      const store = await opened(t)
      const [lesson] = LESSONS
      assert.ok(lesson !== undefined)
      const probabilities: number[] = []
      for (let count = 0; count < 62; count++) {
        await draw(store, `s-${count}`, { lessons: [lesson] })
        probabilities.push(...(await drawsOf(store, sessionOf(`s-${count}`))).map(({ probability }) => probability))
      }
      assert.deepEqual(probabilities, [...Array(60).fill(0.5), 0.9, 0.9])
    })

    test('a verdict on its kind, and 30 days, end that as well; a person’s word goes before both', async (t) => {
      const store = await opened(t)
      await draw(store, 's-1')
      await draw(store, 's-2', { now: NOW + 30 * DAY })
      await store.run("insert into lesson_pool (kind, verdict, settled_at) values ('missing', 'prevents', 1)")
      await draw(store, 's-3')
      await draw(store, 's-4', { holdout: 0 })
      const probabilityOf = async (key: string) => (await drawsOf(store, sessionOf(key)))[0]?.probability
      assert.deepEqual(await Promise.all(['s-1', 's-2', 's-3', 's-4'].map(probabilityOf)), [0.5, 0.9, 0.9, 1])
    })

    test('what a lesson is about is kept when it is first drawn, and asked for once', async (t) => {
      const store = await opened(t)
      const asked: string[] = []
      for (const key of ['s-1', 's-2'])
        await draw(store, key, {
          describe: (ids) => {
            asked.push(...ids)
            return describe(ids)
          },
        })
      assert.deepEqual(asked.toSorted(), names(LESSONS))
      const rows = await store.all(
        'select lesson_id, subject, before_sessions, before_of from lesson_trial order by lesson_id',
      )
      assert.deepEqual(
        { ...rows[0] },
        { lesson_id: 'lesson-0', subject: 'lesson-0', before_sessions: 4, before_of: 20 },
      )
      assert.equal(rows.length, LESSONS.length)
    })

    test('a lesson that is known not to help comes after the others', async (t) => {
      const store = await opened(t)
      await draw(store, 's-1')
      await store.run("update lesson_trial set verdict = 'does-little' where lesson_id = 'lesson-0'")
      const { given } = await draw(store, 's-2', { holdout: 0 })
      assert.deepEqual(names(given), [...names(LESSONS.slice(1)), 'lesson-0'])
      const one = await draw(store, 's-3', { holdout: 0, hasRoom: (before) => before.length === 0 })
      assert.deepEqual(names(one.given), ['lesson-1'])
    })

    test('nothing is drawn where there is nothing to give', async (t) => {
      const store = await opened(t)
      assert.deepEqual(await draw(store, 's-1', { lessons: [] }), { given: [], withheld: [] })
      assert.deepEqual(await store.all('select 1 as one from lesson_draw'), [])
    })
  })
}
