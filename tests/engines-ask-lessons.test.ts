import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { settleLessons } from '../src/lesson/proof/run-settle.ts'
import { changedUnits } from '../src/lesson/proof/run-units.ts'
import { askLessons, type LessonsWanted } from '../src/verbs/lessons/ask-operation.ts'
import { deliver } from '../src/verbs/hook/deliver-operation.ts'
import { GivenLessons } from '../src/verbs/lessons/given-shape.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { lessonsLedger } from '../src/verbs/lessons/ledger-operation.ts'
import { bothEngines } from './support/engines.ts'
import { acceptedLessons, lessonOn, SHOP } from './support/lesson-fixture.ts'
import { bash, START, writeHistory } from './support/mined-history.ts'
import { scratch, testApp } from './support/store.ts'

const NOW = START - 1_000
const PREFACE = 'These are facts from 12 earlier sessions of this repository, not orders, and may be out of date.'
const CART = lessonOn('src/cart.ts', { value: 3 })
const TESTS = lessonOn('tests/cart_test.go', { value: 2 })
const ROUTES = lessonOn('route', {
  kind: 'place',
  text: 'route: see `src/table.ts`.',
  trigger: { code: 'found-in', program: '', subject: 'route' },
  remedy: { kind: 'path', text: 'src/table.ts', sessions: 3 },
})
const BOTH = `${PREFACE}\n- These do not exist: \`src/cart.ts\`, \`tests/cart_test.go\`.`

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const shop = async (t: Parameters<typeof scratch>[0], holdout: number | null = 0) => {
      const directory = scratch(t)
      const store = await openStore(address(directory))
      t.after(() => void store.close())
      await acceptedLessons(store, [CART, TESTS, ROUTES], { holdout, now: NOW })
      const app = { ...testApp(directory), now: () => NOW }
      const ask = async (wanted: Partial<LessonsWanted> = {}): Promise<GivenLessons> => {
        const answer = await askLessons(app, store, { project: SHOP, ...wanted })
        assert.deepEqual(v.parse(GivenLessons, answer), answer)
        return answer
      }
      return { store, app, ask }
    }
    const draws = async (store: Connection) => {
      const rows = await store.all<{
        session_key: string
        source: string
        moment: string
        given: number
        probability: number
      }>(
        'select session_key, source, moment, given, probability from lesson_draw order by at, session_key, moment, lesson_id',
      )
      return rows.map((row) => ({ ...row }))
    }

    test('a session that asks is told the lines that a hook gives, and the ledger has them', async (t) => {
      const { store, app, ask } = await shop(t)
      const answer = await ask({ sessionKey: 'one' })
      assert.equal(answer.text, BOTH)
      assert.deepEqual(
        answer.lessons.map(({ id, text }) => [id, text]),
        [CART, TESTS].map(({ id, text }) => [id, text]),
      )
      assert.deepEqual([answer.drawn, answer.withheld, answer.reason, answer.sessions], [true, 0, null, 12])
      const given = { session_key: 'one', source: '', moment: 'start', given: 1, probability: 1 }
      assert.deepEqual(await draws(store), [given, given])
      const hook = { ...app, source: 'some-agent', now: NOW, env: {}, mostBytes: 10_000, isNear: () => false }
      assert.equal((await deliver(store, { kind: 'start', sessionKey: 'two', cwd: SHOP }, hook)).text, BOTH)
    })

    test('asking again gives the same lines, and a task adds those that fit it', async (t) => {
      const { store, ask } = await shop(t)
      assert.equal((await ask({ sessionKey: 'one' })).text, BOTH)
      assert.equal((await ask({ sessionKey: 'one', task: 'write a haiku' })).text, BOTH)
      const withTask = await ask({ sessionKey: 'one', task: 'add a route for the cart' })
      assert.deepEqual(
        withTask.lessons.map(({ id }) => id),
        [CART, TESTS, ROUTES].map(({ id }) => id),
      )
      assert.equal((await ask({ sessionKey: 'one' })).text, withTask.text)
      assert.deepEqual(
        (await draws(store)).map(({ moment }) => moment),
        ['message', 'start', 'start'],
      )
    })

    test('what is withheld from a session is not in its answer, whoever drew it', async (t) => {
      const { store, app, ask } = await shop(t, 1)
      const hook = { ...app, source: 'some-agent', now: NOW, env: {}, mostBytes: 10_000, isNear: () => false }
      await deliver(store, { kind: 'start', sessionKey: 'one', cwd: SHOP }, hook)
      await store.run('update lesson_project set holdout = 0')
      const answer = await ask({ sessionKey: 'one' })
      assert.deepEqual([answer.text, answer.lessons, answer.withheld], ['', [], 2])
      assert.match(answer.reason ?? '', /withheld from this session/)
      assert.deepEqual(new Set((await draws(store)).map(({ source }) => source)), new Set(['some-agent']))
    })

    test('a session without a name is told without a draw, and never what is withheld from one that may go on', async (t) => {
      const { store, ask } = await shop(t, null)
      const answer = await ask()
      assert.deepEqual([answer.text, answer.drawn, answer.withheld], [BOTH, false, 0])
      assert.ok(
        (await draws(store)).every(
          ({ session_key: key, probability }) => key.startsWith('unnamed ') && probability === 1,
        ),
      )
      assert.ok(
        (await lessonsLedger({ owner: 'sam', now: () => NOW }, store)).lessons.every(({ pending }) => pending === 0),
      )
      await store.run('update lesson_project set holdout = 1')
      assert.equal((await ask({ sessionKey: 'one' })).withheld, 2)
      assert.equal((await ask()).text, '')
    })

    test('how it went comes back with the session, whichever agent it was', async (t) => {
      const { store, ask } = await shop(t, null)
      for (const key of ['s-1', 's-2', 's-3', 's-4']) await ask({ sessionKey: key })
      const fails = bash('cat src/cart.ts', {
        outcome: 'error',
        cause: 'agent',
        complaints: [
          { program: 'cat', code: 'missing-path', subject: 'src/cart.ts', line: 'cat: src/cart.ts: No such file' },
        ],
      })
      await writeHistory(store, [{ id: 's-1', startedAt: START, calls: [fails] }])
      assert.equal(await settleLessons(store, await changedUnits(store, START + 1), START + 1), 1)
      const rows = await store.all<{ session_key: string; lesson_id: string; repeated: number | null }>(
        'select session_key, lesson_id, repeated from lesson_draw where repeated is not null order by repeated desc',
      )
      assert.deepEqual(
        rows.map(({ session_key: key, lesson_id: id, repeated }) => [key, id, repeated]),
        [
          ['s-1', CART.id, 1],
          ['s-1', TESTS.id, 0],
        ],
      )
    })

    test('where nothing may be given nothing is, and it says why', async (t) => {
      const { store, ask } = await shop(t)
      for (const arm of ['cold', 'off'] as const) assert.match((await ask({ arm })).reason ?? '', /WARMSTART_ARM/)
      assert.match((await ask({ project: '/home/sam/other' })).reason ?? '', /no lesson of this project is in use/)
      assert.equal((await ask({ maxTokens: 20 })).reason, 'no lesson of this project fits')
      await assert.rejects(ask({ project: 'nothing-like-it' }), { code: 'no-such-project' })
      for (const maxTokens of [0, 1.5, 5_000, Number.NaN]) await assert.rejects(ask({ maxTokens }), { code: 'usage' })
      assert.deepEqual(await draws(store), [])
    })
  })
}
