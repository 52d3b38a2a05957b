import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ProfileTurn } from '../schema/tally.ts'
import { conventions } from './conventions.ts'

const turn = (text: string, number: number, more: Partial<ProfileTurn> = {}): ProfileTurn => ({
  agent: undefined,
  turn: number,
  at: undefined,
  line: number * 10,
  synthetic: false,
  chars: text.length,
  text,
  ...more,
})
const turnsOf = (...texts: string[]): ProfileTurn[] => texts.map((text, index) => turn(text, index + 1))
const found = (...texts: string[]): [string, string][] =>
  conventions(turnsOf(...texts)).map(({ kind, text }) => [kind, text])

const STATED = [
  'Always run the linter before you commit.',
  'Please never push to main.',
  'We use pnpm here.',
  'I prefer short functions.',
  'Use tabs instead of spaces.',
  'please don’t add comments to every line',
  'From now on answer in French.',
  'Make sure all tests pass before you say so.',
  'i would only want end-to-end tests',
  'No emojis!',
  'Our convention is one class per file.',
  'Bitte immer auf Deutsch antworten.',
  'Utilise des tabulations au lieu des espaces.',
  'Nunca borres datos.',
  '始终使用中文回答。',
]

const NOT_STATED = [
  'I have never seen this before.',
  "I don't know why it fails.",
  'Should we always run the linter?',
  'Build me a small web shop with a cart and a list of orders.',
  'no problem',
  'It never worked on my machine.',
  '/review always',
]

for (const text of STATED) test(`"${text}" states a rule`, () => assert.deepEqual(found(text), [['stated', text]]))
for (const text of NOT_STATED) test(`"${text}" states no rule`, () => assert.deepEqual(found(text), []))

test('only the sentence that states the rule is kept, with where it was said', () => {
  const text = 'Here is the plan. We never commit generated files. Start with the parser.'
  assert.deepEqual(conventions([turn(text, 3)]), [
    { text: 'We never commit generated files.', kind: 'stated', count: 1, turn: 3, line: 30 },
  ])
})

test('after ten messages only corrections state rules', () => {
  const talk = Array.from({ length: 10 }, (_, index) => `question ${index}?`)
  assert.deepEqual(found(...talk, 'Always use the cache.'), [])
  assert.deepEqual(found(...talk, "no, that's wrong. The cache should be used."), [
    ['correction', 'The cache should be used.'],
  ])
})

test('what is said in several messages is a repeat, answers are not', () => {
  const turns = turnsOf(
    'format it before you commit',
    'yes',
    'Ok, format it before you commit.',
    'yes',
    'yes please do it',
    'yes please do it',
  )
  assert.deepEqual(conventions(turns), [
    { text: 'format it before you commit', kind: 'repeat', count: 2, turn: 1, line: 10 },
  ])
})

test('an order for the moment is no convention, however often it is given', () => {
  for (const order of ['continue with the next one', 'format and commit it', 'run the whole build again'])
    assert.deepEqual(found(order, 'yes', order, 'yes', order), [])
})

test('the system message states rules, which are marked as its own', () => {
  const system = { ...turn('You must ask before you book.\nNever show prices in yen.', 0), synthetic: true }
  assert.deepEqual(
    conventions([system, turn('book a flight', 1)]).map(({ text, kind }) => [text, kind]),
    [
      ['You must ask before you book.', 'system'],
      ['Never show prices in yen.', 'system'],
    ],
  )
})

test('a long message that is sent again was said once', () => {
  const text = 'please look at the page with the orders and tell me what could be nicer about its layout'
  assert.deepEqual(found(text, text), [])
})

test('pasted logs, code blocks and sub-agents state nothing', () => {
  assert.deepEqual(found('```\nalways do this\n```', '$ never run this', `TypeError: always fails`), [])
  assert.deepEqual(conventions([turn('Always answer briefly.', 1, { agent: 'helper' })]), [])
})

test('injected instructions give their rules as system, after those of the user', () => {
  const file =
    '# AGENTS.md instructions\n\nSome words.\n- Use four blanks\n- **Tests:** run them all\n- The shop is old\n- Never log names'
  const turns = [turn(file, 1, { synthetic: true }), turn('We use make.', 2)]
  assert.deepEqual(
    conventions(turns).map(({ kind, text }) => `${kind}: ${text}`),
    ['stated: We use make.', 'system: Use four blanks', 'system: Tests: run them all', 'system: Never log names'],
  )
  assert.deepEqual(conventions([turn('A notice:\n- Never answer this', 1, { synthetic: true })]), [])
})

test('at most ten of the system and twenty in all', () => {
  const rules = Array.from({ length: 30 }, (_, index) => `- Never use number ${index} at all`).join('\n')
  assert.equal(conventions([turn(`CLAUDE.md\n${rules}`, 1, { synthetic: true })]).length, 10)
  assert.equal(conventions([turn(`CLAUDE.md\n${rules}`, 1, { synthetic: true }), turn(rules, 2)]).length, 20)
})

test('any messages give bounded rules, the same each time', () => {
  const piece = fc.constantFrom(
    'always ',
    'never ',
    '. ',
    '\n',
    '- ',
    '```',
    'use ',
    ' instead of ',
    '?',
    'no, ',
    '\ud800',
    'AGENTS.md',
    '。',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.array(piece, { maxLength: 60 }).map((list) => list.join('')),
  )
  const turns = fc.array(fc.tuple(text, fc.boolean()), { maxLength: 15 })
  fc.assert(
    fc.property(turns, (list) => {
      const all = list.map(([said, synthetic], index) => turn(said, index + 1, { synthetic }))
      const rules = conventions(all)
      assert.ok(rules.length <= 20)
      for (const rule of rules) {
        assert.ok(rule.text.length > 0 && rule.text.length <= 300 && !rule.text.includes('\n'))
        assert.ok(rule.count >= 1 && rule.line === rule.turn * 10)
      }
      assert.deepEqual(conventions(all), rules)
    }),
  )
})
