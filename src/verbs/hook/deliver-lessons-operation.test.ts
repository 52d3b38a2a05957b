import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { foundLesson, lessonOn } from '../../../tests/support/lesson-fixture.ts'
import { scratch } from '../../../tests/support/store.ts'
import { templateDraft } from '../../../tests/support/template-fixture.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { makeReady } from '../../lesson/make-ready.ts'
import { isGivenBy } from '../../lesson/proof/holdout.ts'
import { refreshReady } from '../../provision/run-ready.ts'
import type { Lesson } from '../../schema/lesson.ts'
import type { Connection } from '../../store/connection.ts'
import { replaceLessons } from '../../store/lessons/lesson.ts'
import { drawsOf } from '../../store/lessons/draw.ts'
import { writeProjectYes, writeWord } from '../../store/lessons/word.ts'
import { openStore } from '../../store/open.ts'
import { saveTemplate } from '../../template/run.ts'
import { deliver } from './deliver-operation.ts'
import type { Circumstances, Moment } from './occasion-operation.ts'

const NOW = Date.UTC(2026, 2, 20)
const SHOP = '/home/sam/shop'
const PREFACE = 'These are facts from 12 earlier sessions of this repository, not orders, and may be out of date.'

const CIRCUMSTANCES: Circumstances = {
  owner: 'sam',
  source: 'some-agent',
  machine: 'desk',
  now: NOW,
  env: {},
  mostBytes: 10_000,
  isNear: () => false,
}

const CART = lessonOn('src/cart.ts', { value: 3 })
const TESTS = lessonOn('tests/cart_test.go', { value: 2 })
const ROUTES = lessonOn('route', {
  kind: 'place',
  text: 'route: see `src/table.ts`.',
  trigger: { code: 'found-in', program: '', subject: 'route' },
  remedy: { kind: 'path', text: 'src/table.ts', sessions: 3 },
})

interface Shop {
  store: Connection
  give(moment: Partial<Moment> & { kind: Moment['kind'] }, more?: Partial<Circumstances>): Promise<string | undefined>
  draws(sessionKey?: string): Promise<string[]>
}

const shop = async (
  t: Parameters<typeof scratch>[0],
  { lessons = [CART, TESTS, ROUTES], holdout = 0, cwd = SHOP, isAccepted = true } = {},
): Promise<Shop> => {
  const store = await openStore(`sqlite:${join(scratch(t), 'store.db')}`)
  t.after(() => void store.close())
  await store.transaction((transaction) =>
    replaceLessons(
      transaction,
      { repository: cwd, owner: 'sam', sessions: 12, basis: '', madeBy: 'test', madeAt: NOW },
      lessons.map((lesson) => ({ ...makeReady(lesson), expiresAt: null })),
    ),
  )
  if (isAccepted) await writeProjectYes(store, 'sam', { repository: cwd, at: NOW })
  await store.run('update lesson_project set holdout = ?', [holdout])
  return {
    store,
    give: async (moment, more = {}) =>
      (await deliver(store, { sessionKey: 'one', cwd, ...moment } as Moment, { ...CIRCUMSTANCES, ...more })).text,
    draws: async (sessionKey = 'one') =>
      (await drawsOf(store, { owner: 'sam', source: 'some-agent', sessionKey })).map(
        ({ moment, isGiven, probability }) => `${moment} ${isGiven ? 'given' : 'withheld'} ${probability}`,
      ),
  }
}

const prompt = (text: string) => ({ kind: 'prompt' as const, text })

suite('lessons at the start', () => {
  test('are told with the sentence that says what they are, and the ledger has them', async (t) => {
    const { give, draws } = await shop(t)
    assert.equal(
      await give({ kind: 'start' }),
      `${PREFACE}\n- These do not exist: \`src/cart.ts\`, \`tests/cart_test.go\`.`,
    )
    assert.deepEqual(await draws(), ['start given 1', 'start given 1'])
  })

  test('are told once, and to nobody without a yes', async (t) => {
    const { give, draws } = await shop(t)
    assert.ok(await give({ kind: 'start' }))
    for (const moment of [{ kind: 'start' as const }, prompt('go on'), { kind: 'resume' as const }])
      assert.equal(await give(moment), undefined)
    assert.equal((await draws()).length, 2)
    assert.equal(await give({ kind: 'start', sessionKey: 'two' }, { owner: 'kim' }), undefined)
    const other = await shop(t, { isAccepted: false })
    assert.equal(await other.give({ kind: 'start' }), undefined)
    assert.deepEqual(await other.draws(), [])
  })

  test('come with the first message where the start was missed', async (t) => {
    const { give } = await shop(t)
    assert.match((await give(prompt('write a haiku'))) ?? '', /^These are facts from 12 .*\n- These do not exist/)
    assert.equal(await give(prompt('write another')), undefined)
  })

  test('stay within the budget, however many there are, and the best come first', async (t) => {
    const many = Array.from({ length: 60 }, (_, at) => lessonOn(`src/part-${at}/some-file.ts`, { value: 100 - at }))
    const { give } = await shop(t, { lessons: many })
    const text = (await give({ kind: 'start' })) ?? ''
    assert.ok(estimateTokens(text) <= 250 && estimateTokens(text) > 200, text)
    assert.ok(text.includes('src/part-0/') && !text.includes('src/part-59/'))
    const short = await give({ kind: 'start', sessionKey: 'two' }, { mostBytes: 300 })
    assert.ok(Buffer.byteLength(short ?? '') <= 300 && short !== undefined)
  })

  test('that are withheld are withheld at every moment, and the ledger says so first', async (t) => {
    const { give, draws, store } = await shop(t, { lessons: [CART] })
    await store.run('update lesson_project set holdout = null')
    const key = (isGiven: boolean): string =>
      Array.from({ length: 50 }, (_, at) => `session-${at}`).find(
        (each) => isGivenBy(CART.id, each, 0.5) === isGiven,
      ) ?? ''
    const [warm, held] = [key(true), key(false)]
    assert.ok(await give({ kind: 'start', sessionKey: warm }))
    const failed = { kind: 'failed-call' as const, ...MISSING_CART }
    for (const moment of [
      { kind: 'start' as const },
      prompt('look at the cart'),
      { kind: 'compaction' as const },
      failed,
    ])
      assert.equal(await give({ ...moment, sessionKey: held }), undefined)
    assert.deepEqual(await draws(held), ['start withheld 0.5'])
    assert.deepEqual(await draws(warm), ['start given 0.5'])
    assert.ok(await give({ kind: 'start', sessionKey: `${held}x` }, { arm: 'warm' }))
  })

  test('are not told, nor drawn, where the working tree says otherwise by now', async (t) => {
    const cwd = scratch(t)
    mkdirSync(join(cwd, '.git'))
    mkdirSync(join(cwd, 'src'))
    writeFileSync(join(cwd, 'src', 'cart.ts'), '')
    const { give, draws } = await shop(t, { cwd })
    assert.equal(await give({ kind: 'start' }), `${PREFACE}\n- \`tests/cart_test.go\` does not exist.`)
    assert.equal((await draws()).length, 1)
    mkdirSync(join(cwd, 'web'))
    assert.ok(await give({ kind: 'start', sessionKey: 'two', cwd: join(cwd, 'web') }))
  })

  test('that hold a secret of the environment are left out, and the others are told', async (t) => {
    const secret = 'k7Q2x9LmPp4RtV8sWz'
    const { give } = await shop(t, { lessons: [CART, lessonOn(`src/${secret}.ts`)] })
    const text = await give({ kind: 'start' }, { env: { SHOP_API_TOKEN: secret } })
    assert.equal(text, `${PREFACE}\n- \`src/cart.ts\` does not exist.`)
  })

  test('are neither told nor written down when time runs out or a person wants a cold session', async (t) => {
    const { give, draws } = await shop(t)
    await assert.rejects(give({ kind: 'start' }, { isNear: () => true }), { code: 'too-late' })
    assert.equal(await give({ kind: 'start' }, { arm: 'cold' }), undefined)
    assert.deepEqual(await draws(), [])
    assert.ok(await give({ kind: 'start' }))
  })
})

suite('lessons later', () => {
  test('a message brings the lessons that it fits, at most three, each once', async (t) => {
    const files = ['voucher', 'basket', 'coupon', 'invoice'].map((name) => lessonOn(`src/${name}.ts`))
    const { give, store } = await shop(t, { lessons: [...files, ROUTES] })
    await store.run('update lesson set any_task = 0')
    assert.equal(await give({ kind: 'start' }), undefined)
    assert.equal(await give(prompt('write a haiku')), undefined)
    assert.equal(await give(prompt('add a route')), `${PREFACE}\n- route: see \`src/table.ts\`.`)
    assert.equal(await give(prompt('add a route')), undefined)
    const text = (await give(prompt('voucher, basket, coupon and invoice'))) ?? ''
    assert.equal(text.match(/`src\/\w+\.ts`/g)?.length, 3)
    assert.equal((await give(prompt('voucher, basket, coupon and invoice')))?.match(/`src\/\w+\.ts`/g)?.length, 1)
  })

  test('a compaction and an emptied conversation bring back what the session was told', async (t) => {
    const { give, draws, store } = await shop(t)
    const start = await give({ kind: 'start' })
    const route = await give(prompt('add a route'))
    assert.ok(start !== undefined && route !== undefined)
    const again = (await give({ kind: 'compaction' })) ?? ''
    for (const words of ['src/cart.ts', 'tests/cart_test.go', 'src/table.ts']) assert.ok(again.includes(words), again)
    assert.equal(await give({ kind: 'start', isCleared: true }), again)
    assert.equal((await draws()).length, 3)
    await writeWord(store, 'sam', { lessonId: CART.id, word: 'refused', at: NOW })
    assert.ok(!(await give({ kind: 'compaction' }))?.includes('src/cart.ts'), 'what is refused is not told again')
    assert.equal(await give({ kind: 'compaction', sessionKey: 'never-seen' }), undefined)
  })

  test('a session that goes on with another is told nothing, and what it was told itself stays', async (t) => {
    const { give } = await shop(t)
    assert.equal(await give({ kind: 'resume' }), undefined)
    for (const moment of [prompt('add a route'), { kind: 'failed-call' as const, ...MISSING_CART }])
      assert.equal(await give(moment), undefined)
    assert.ok(await give({ kind: 'start', sessionKey: 'two' }))
    assert.equal(await give({ kind: 'resume', sessionKey: 'two' }), undefined)
    assert.ok(await give({ ...prompt('add a route'), sessionKey: 'two' }))
  })

  test('a failed call brings the one lesson that it is about, once', async (t) => {
    const { give, draws } = await shop(t)
    const failed = { kind: 'failed-call' as const, ...MISSING_CART }
    assert.equal(await give(failed), `${PREFACE}\n- \`src/cart.ts\` does not exist.`)
    assert.equal(await give(failed), undefined)
    assert.deepEqual(await draws(), ['failure given 1'])
    const other = { ...failed, message: 'File does not exist: src/moon.ts', args: { file_path: `${SHOP}/src/moon.ts` } }
    assert.equal(await give(other), undefined)
    assert.ok(await give({ kind: 'start' }), 'a hint is no start')
  })

  test('output of which nothing says that it failed is judged first', async (t) => {
    const { give } = await shop(t)
    const shell = { tool: 'shell', args: { command: 'cat src/cart.ts' } }
    const failed = { kind: 'failed-call' as const, ...shell, isUnjudged: true }
    assert.equal(await give({ ...failed, message: 'const total = 1 // src/cart.ts' }), undefined)
    assert.ok(await give({ ...failed, message: 'cat: src/cart.ts: No such file or directory' }))
  })
})

const MISSING_CART = {
  tool: 'Read',
  args: { file_path: `${SHOP}/src/cart.ts` },
  message: 'File does not exist.',
}

suite('a template beside lessons', () => {
  const withTemplate = async (t: Parameters<typeof scratch>[0], lessons: Lesson[]): Promise<Shop> => {
    const made = await shop(t, { lessons })
    await saveTemplate(made.store, { owner: 'sam', name: 'shop-go', state: 'active', draft: templateDraft(), now: NOW })
    await refreshReady(made.store, { owner: 'sam', now: NOW })
    return made
  }

  test('is given where both fit into the budget, lessons first', async (t) => {
    const { give, store } = await withTemplate(t, [CART])
    await store.run('update ready set tokens = 150')
    const text = (await give({ kind: 'start' })) ?? ''
    assert.ok(text.startsWith(`${PREFACE}\n- \`src/cart.ts\` does not exist.\n\n`), text)
    assert.match(text, /go test/)
    const again = (await give({ kind: 'compaction' })) ?? ''
    assert.equal(again, text)
  })

  test('is left out where lessons leave no room for it', async (t) => {
    const many = Array.from({ length: 60 }, (_, at) => lessonOn(`src/part-${at}/some-file.ts`))
    const { store, give } = await withTemplate(t, many)
    const delivered = await deliver(store, { kind: 'start', sessionKey: 'one', cwd: SHOP }, CIRCUMSTANCES)
    assert.equal(delivered.refused, 'no-room')
    assert.ok(delivered.text !== undefined && !delivered.text.includes('go test'))
    assert.deepEqual(await store.all('select id from exposure'), [])
    assert.equal(await give(prompt('run go test on the cart')), undefined)
  })
})

test('a lesson on the machine is told in a project without lessons of its own, two at most', async (t) => {
  const { store, give } = await shop(t, { lessons: [] })
  const scope = { repository: null, owner: null, agent: null, machine: 'desk' }
  const missing = ['jq', 'fd', 'ack'].map((name) =>
    foundLesson(
      lessonOn(name, { kind: 'environment', scope, trigger: { code: 'missing-program', program: '', subject: name } }),
    ),
  )
  await store.transaction((transaction) =>
    replaceLessons(
      transaction,
      { repository: '', owner: 'sam', sessions: 0, basis: '', madeBy: 'test', madeAt: NOW },
      missing,
    ),
  )
  await writeProjectYes(store, 'sam', { repository: '', at: NOW })
  assert.equal((await give({ kind: 'start', cwd: '/home/sam/other' }, { arm: 'warm' }))?.match(/`\w+`/g)?.length, 2)
})
