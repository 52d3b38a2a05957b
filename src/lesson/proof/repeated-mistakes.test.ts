import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  absent,
  broke,
  DAY_MS,
  factsOf,
  FIRST_DAY,
  type MadeConversation,
  noFile,
  ran,
  ROOT,
} from '../../../tests/support/lesson-facts.ts'
import { countRepeated, type KnownMistakes, collectKnownMistakes, repeatedInHistory } from './repeated-mistakes.ts'

const noTests = broke('cat tests/run.py', absent('cat', 'tests/run.py'))
const noFolder = broke('ls tests', absent('ls', 'tests'))
const noScript = broke('npm run lnit', {
  program: 'npm',
  code: 'missing-task',
  subject: 'lnit',
  line: 'npm error Missing script: "lnit"',
})

const known = (...calls: MadeConversation['calls']): KnownMistakes =>
  collectKnownMistakes(factsOf([{ id: 'old', calls }]))
const countOf = (calls: MadeConversation['calls'], before: KnownMistakes): number | undefined =>
  countRepeated(factsOf([{ id: 'new', startedAt: FIRST_DAY + 9 * DAY_MS, calls }]).conversations, before)

test('a mistake that an earlier session made counts once, however often it is made, and a new one does not', () => {
  const before = known(noScript, ran('npm run lint'))
  assert.equal(countOf([noScript, ran('ls'), noScript, noFile(`${ROOT}/src/new.ts`)], before), 1)
  assert.equal(countOf([ran('npm run lint')], before), 0)
})

test('a file below a missing directory is one mistake, also where both were asked for before', () => {
  assert.equal(countOf([noTests], known(noFolder, noTests)), 1)
  assert.equal(countOf([noTests], known(noFolder)), 1)
  assert.equal(countOf([noFolder], known(noTests)), 0, 'that a file is missing does not say that its directory is')
})

test('unknown is not zero: without an earlier session, and without outcomes, there is no count', () => {
  assert.equal(countOf([noScript], { sessions: 0, keys: [] }), undefined)
  assert.equal(countOf([noScript], known(ran('ls'))), 0)
  assert.equal(countOf([ran('npm test', { outcome: 'unknown' })], known(noScript)), undefined)
  assert.equal(countOf([], known(noScript)), 0, 'a session that did nothing repeated nothing')
})

test('a path that exists by now was no mistake', () => {
  const found = used('src/cart.ts')
  assert.deepEqual(known(noFile(`${ROOT}/src/cart.ts`), found).keys, [])
})

const used = (path: string) => ({ tool: 'Read', paths: [`${ROOT}/${path}`] })

test('in a history the first session is unknown, followers are no earlier sessions, and repositories are apart', () => {
  const counts = repeatedInHistory(
    factsOf(
      [
        { id: 'a', calls: [noScript] },
        { id: 'a-again', family: 'a', calls: [noScript] },
        { id: 'b', calls: [noScript, noTests] },
        { id: 'elsewhere', repository: 'other', calls: [noScript] },
        { id: 'c', calls: [noTests, noScript, noFolder] },
        { id: 'last', calls: [noScript] },
      ].map((each, index) => ({ ...each, startedAt: FIRST_DAY + index * DAY_MS })),
    ),
  )
  assert.deepEqual(Object.fromEntries(counts), {
    a: undefined,
    'a-again': undefined,
    b: 1,
    elsewhere: undefined,
    c: 2,
    last: 1,
  })
})

test('the count of planted mistakes is the number that was planted, in whatever order calls and sessions come', () => {
  const habit = (index: number) => noFile(`${ROOT}/src/lost-${index}.ts`)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(30), { maxLength: 12 }),
      fc.array(fc.nat(60), { maxLength: 20 }),
      fc.boolean(),
      (made, tried, isTurned) => {
        const sessions = made.map((index) => ({ id: `old-${index}`, calls: [habit(index), ran('ls')] }))
        const facts = factsOf(isTurned ? sessions.toReversed() : sessions)
        const before = { ...collectKnownMistakes(facts), sessions: Math.max(1, facts.sessions.length) }
        const planted = new Set(tried.filter((index) => made.includes(index))).size
        assert.equal(countOf(tried.map(habit), before), planted)
        assert.equal(countOf(tried.toReversed().map(habit), before), planted)
      },
    ),
  )
})
