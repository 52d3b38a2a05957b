import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  absent,
  broke,
  factsOf,
  type MadeCall,
  type MadeConversation,
  noFile,
  ran,
  ROOT,
  used,
} from '../../tests/support/lesson-facts.ts'
import { mineLessons } from './mine.ts'

const names = ['a', 'b', 'c', 'd']
const paths = fc
  .tuple(fc.constantFrom('src', 'web', 'tests'), fc.constantFrom(...names))
  .map(([folder, name]) => `${folder}/${name}.ts`)

const call: fc.Arbitrary<MadeCall> = fc.oneof(
  paths.map((path) => noFile(`${ROOT}/${path}`)),
  paths.map((path) => used('Read', `${ROOT}/${path}`)),
  paths.map((path) => broke(`cat ${path}`, absent('cat', path))),
  paths.map((path) => ran(`cat ${path}`)),
  paths.map((path) => noFile(`/home/sam/work/shop/${path}`)),
  fc
    .constantFrom(...names)
    .map((name) => broke('eslint .', { program: 'eslint', code: `no-${name}${name}`, line: 'x' })),
  fc
    .constantFrom(...names)
    .map((name) => broke(`npm run ${name}x`, { program: 'npm', code: 'missing-task', subject: `${name}x` })),
  fc.constantFrom(...names).map((name) => ran(`npm run ${name}`)),
  fc.constantFrom('tail', 'head').map((end) => ran(`npm test | ${end}`, { masked: true })),
)

const history = fc
  .array(fc.array(call, { maxLength: 8 }), { maxLength: 8 })
  .map((sessions) => sessions.map((calls, index): MadeConversation => ({ id: `s${index}`, calls })))

const factsIn = (sessions: readonly MadeConversation[]) => factsOf(sessions)

test('the order in which sessions come does not matter', () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (sessions, numbers) => {
      const facts = factsIn(sessions)
      const shuffled = facts.conversations
        .map((one) => ({ one, at: numbers.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const lessons = mineLessons(facts)
      assert.deepEqual(
        mineLessons({ ...facts, conversations: shuffled, sessions: shuffled.map(({ session }) => session) }),
        lessons,
      )
    }),
  )
})

test('one session alone, however often it fails, teaches nothing', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      assert.deepEqual(mineLessons(factsIn([{ id: 'alone', calls }])), [])
    }),
  )
})

test('every lesson rests on two sessions, is short and says its trigger', () => {
  fc.assert(
    fc.property(history, (sessions) => {
      for (const { support, tokens, text, trigger, evidence, kind } of mineLessons(factsIn(sessions))) {
        assert.ok(support.sessions >= 2 && support.sessions <= support.of)
        assert.ok(tokens <= 40)
        assert.ok(text.includes(trigger.subject) && !text.includes('\n'))
        assert.ok(kind === 'place' || evidence.failed.length >= 2)
      }
    }),
  )
})

test('sessions about something else take no lesson away', () => {
  const quiet = fc.array(fc.constantFrom(ran('git status'), ran('ls'), used('Read', `${ROOT}/README.md`)), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(history, fc.array(quiet, { maxLength: 6 }), (sessions, others) => {
      const more = others.map((calls, index): MadeConversation => ({ id: `other${index}`, calls }))
      const ids = mineLessons(factsIn(sessions)).map(({ id }) => id)
      const after = new Set(mineLessons(factsIn([...sessions, ...more])).map(({ id }) => id))
      assert.deepEqual(
        ids.filter((id) => !after.has(id)),
        [],
      )
    }),
  )
})

test('whatever calls hold, mining ends, and what it says is one short line of known words', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '/',
      '..',
      '~',
      '$HOME/x',
      'a/../b',
      '`x`',
      '--a',
      "it's",
      'src/a b.ts',
      '/home/sam/work/x/a.ts',
    ),
  )
  const codes = fc.constantFrom(
    ...'missing-path missing-program missing-module missing-task missing-target missing-revision unknown-flag unknown-field unknown-command is-directory not-a-repository ignored-path invalid-argument too-large no-glob-match missing-tool read-only-variable exception unformatted hook-failed noctx'.split(
      ' ',
    ),
  )
  const complaint = fc.record({ program: text, code: codes, subject: text, line: text, place: text })
  const odd = fc.record({
    tool: fc.constantFrom('Bash', 'Read', 'Grep', 'Edit'),
    command: fc.option(text, { nil: undefined }),
    paths: fc.array(text, { maxLength: 2 }),
    cwd: fc.option(text, { nil: undefined }),
    outcome: fc.constantFrom('ok' as const, 'error' as const),
    masked: fc.boolean(),
    complaints: fc.array(complaint, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 6 }), (calls) => {
      const sessions = ['a', 'b', 'c'].map((id): MadeConversation => ({ id, calls }))
      for (const { text: said } of mineLessons(factsIn(sessions))) {
        // oxlint-disable-next-line no-control-regex
        assert.ok(!/[\n\u0000-\u001f\u007f]/.test(said) && said.length < 160, JSON.stringify(said))
      }
    }),
    { numRuns: 100 },
  )
})
