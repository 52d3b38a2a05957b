import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { MinedCall } from '../schema/harvest.ts'
import { intentOf, MAX_RESULT_CHARS, resultOf } from './shown-text.ts'

const call = (given: Partial<MinedCall>): MinedCall => ({
  id: 'a',
  sessionId: 's',
  session: 's',
  tool: 'Bash',
  kind: 'terminal',
  subject: '',
  intent: '',
  userWords: undefined,
  args: { command: 'make test' },
  resultHead: '',
  resultTail: '',
  resultChars: (given.resultHead ?? '').length + (given.resultTail ?? '').length,
  outcome: 'ok',
  evidence: '',
  project: undefined,
  cwd: undefined,
  at: undefined,
  ...given,
})

const same = (text: string): string => text

test('an intent is in the words of whoever was nearest', () => {
  const args = { command: 'make test', description: 'Run the tests' }
  const all = { userWords: 'Please run\n  the tests', intent: 'Now the tests', args }
  assert.deepEqual(intentOf(call(all), 'make test', same), { intent: 'Please run the tests', intentFrom: 'user' })
  for (const userWords of ['ok', '/clear now', '<note> hidden text', '12 34'])
    assert.equal(intentOf(call({ ...all, userWords }), 'make test', same).intentFrom, 'model', userWords)
  assert.deepEqual(intentOf(call({ args }), 'make test', same), { intent: 'Run the tests', intentFrom: 'tool' })
  assert.deepEqual(intentOf(call({}), 'make test', same), { intent: 'Run make test', intentFrom: 'shape' })
  const order = call({ tool: 'get_order', args: { description: 'of an order' } })
  assert.deepEqual(intentOf(order, 'get_order', same), { intent: 'Use get_order', intentFrom: 'shape' })
})

test('an intent has at most 200 characters, and values that are slots are slots there too', () => {
  const { intent } = intentOf(call({ userWords: 'word '.repeat(100) }), 'x', same)
  assert.ok(intent.length <= 200 && intent.endsWith('…'))
  const filled = intentOf(call({ userWords: 'look at order 77' }), 'x', (text) => text.replaceAll('77', '<order>'))
  assert.equal(filled.intent, 'look at order <order>')
})

test('a short result is shown as it is, without the codes of terminals', () => {
  assert.deepEqual(resultOf(call({ resultHead: '\u001b[32mok\u001b[0m\u200b 3 tests\n' }), true), {
    result: 'ok 3 tests',
    resultIs: 'text',
  })
})

test('of a long result the beginning and the end are shown, with a mark where it was cut', () => {
  const head = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')
  const { result, resultIs } = resultOf(
    call({ resultHead: head, resultTail: 'then\nFAILED 0, passed 60', resultChars: 9_000 }),
    true,
  )
  assert.equal(resultIs, 'text')
  assert.ok(result.startsWith('line 0\nline 1\n'))
  assert.ok(result.endsWith('\n…\nthen\nFAILED 0, passed 60'))
  const solid = resultOf(call({ resultHead: 'x'.repeat(512), resultTail: 'y'.repeat(512) }), true)
  assert.equal(solid.result.length, MAX_RESULT_CHARS)
})

test('of what is not ours only the size is told', () => {
  const text = 'secret plans\nof somebody'
  assert.deepEqual(resultOf(call({ resultHead: text }), false), {
    result: '(24 characters in 2 lines)',
    resultIs: 'size',
  })
  const long = call({ resultHead: 'x', resultTail: 'y', resultChars: 12_040 })
  assert.equal(resultOf(long, false).result, '(12,040 characters)')
})

test('no output is said in words, never made up', () => {
  assert.deepEqual(resultOf(call({}), true), { result: '(no output)', resultIs: 'size' })
})

test('no result is longer than 500 characters or ends in half a character', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 700 })
  fc.assert(
    fc.property(text, text, (resultHead, resultTail) => {
      const { result } = resultOf(call({ resultHead, resultTail }), true)
      assert.ok(result.length <= MAX_RESULT_CHARS && result.isWellFormed() && result !== '')
    }),
  )
})
