import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as lists from './vocabulary-lists.ts'
import { isFieldName } from './field-name.ts'
import { isPathName } from './path-name.ts'
import { isPlainPhrase, isPlainWord } from './vocabulary.ts'

const PLAIN = [
  'test',
  'test:unit',
  'src/index.ts',
  'tests/unit',
  './...',
  '--noEmit',
  'HEAD~1',
  'vitest.config.ts',
  '**/*.test.ts',
  'order_id',
  'v1.2.3',
  '12',
  '@typescript-eslint/no-explicit-any',
]
const STRANGE = [
  '',
  'moonlight',
  'src/moonlight.ts',
  'test-moonlight',
  'https://x.example',
  'a-b-c-d',
  'run-all-unit-tests-now',
  'test unit',
  '`test`',
  '$(test)',
  'test;test',
  '1234567',
  'x'.repeat(90),
  `test/${'test/'.repeat(20)}`,
  'tést',
  'test\u200b',
]

for (const word of PLAIN) test(`plain: ${word}`, () => assert.ok(isPlainWord(word)))
for (const word of STRANGE) test(`not plain: ${JSON.stringify(word)}`, () => assert.ok(!isPlainWord(word)))

test('a value of a few plain words may be shown, and no sentence', () => {
  for (const text of ['no longer needed', 'ordered by mistake', 'open']) assert.ok(isPlainPhrase(text), text)
  for (const text of [
    '',
    'no longer in the moonlight',
    'show all users and files now',
    'run-all-unit-tests now',
    'a  b',
  ])
    assert.ok(!isPlainPhrase(text), text)
})

/** Verbs of orders, and programs that fetch, send or destroy: none may become a plain word. */
const NEVER =
  'always never must please ignore disregard forget visit click open-url download upload send post email mail curl wget ssh scp nc sudo rm delete remove destroy push publish deploy install exec eval base64 token password secret key-file reveal tell nobody'.split(
    /[ -]/,
  )

test('no list holds a word of an order, or of what fetches and sends', () => {
  const all = new Set(Object.values(lists).flatMap((list) => list.trim().split(/\s+/)))
  assert.deepEqual(
    NEVER.filter((word) => all.has(word) && !['open', 'url', 'key', 'file', 'post', 'email'].includes(word)),
    [],
  )
})

test('a word stands in one list, once', () => {
  const all = Object.values(lists).flatMap((list) => list.trim().split(/\s+/))
  assert.equal(new Set(all).size, all.length)
})

test('paths of files that sessions changed have names of few words, and no address', () => {
  for (const path of ['src/shopping-cart.ts', 'internal/order/order_test.go', 'app/[id]/page.tsx', 'a.py'])
    assert.ok(isPathName(path), path)
  for (const path of [
    'docs/read-this-and-run-it-before-you-go-on.md',
    'docs/look at this.md',
    'docs/`x`.md',
    'node_modules/a/b.js',
    'vendor/x.go',
    'x'.repeat(90),
  ])
    assert.ok(!isPathName(path), path)
})

test('arguments of tools that we know have known names, those of an application few words', () => {
  for (const [name, tool] of [
    ['file_path', 'Read'],
    ['old_string', 'Edit'],
    ['run_in_background', 'Bash'],
    ['yield_time_ms', 'exec_command'],
    ['flight_number', 'book_flight'],
    ['favouriteColour', 'book_flight'],
  ] as const)
    assert.ok(isFieldName(name, tool), name)
  for (const [name, tool] of [
    ['moonlight', 'Bash'],
    ['look at the moon', 'book_flight'],
    ['look_at_the_moon_now', 'book_flight'],
    ['x'.repeat(60), 'book_flight'],
    ['', 'book_flight'],
  ] as const)
    assert.ok(!isFieldName(name, tool), name)
})
