import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minedCall as call } from '../../tests/support/mined-call.ts'
import { MAX_RESULT_CHARS, resultOf } from './shown-text.ts'

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
    result: '(24 characters in 2 lines, not shown)',
    resultIs: 'size',
  })
  const long = call({ resultHead: 'x', resultTail: 'y', resultChars: 12_040 })
  assert.equal(resultOf(long, false).result, '(12,040 characters, not shown)')
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

test('what a shell writes above the output of one run is left out', () => {
  const header =
    'Chunk ID: 1a2b3c\nWall time: 0.4 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n'
  assert.equal(resultOf(call({ resultHead: `${header}ok\n2 passed\n` }), true).result, 'ok\n2 passed')
  assert.deepEqual(resultOf(call({ resultHead: header }), true), { result: '(no output)', resultIs: 'size' })
  const own = 'Wall time: long\nbut why?\nOutput:\nnothing'
  assert.equal(resultOf(call({ resultHead: own }), true).result, own)
})

test('a result whose secret was replaced is whole, and shown once', () => {
  const resultHead = 'pushed with <SECRET:some-key>'
  assert.equal(resultOf(call({ resultHead, resultChars: 120 }), true).result, resultHead)
})
