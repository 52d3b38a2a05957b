import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../judge.ts'

test('a thought without an answer is done, other bookkeeping without one is unknown', () => {
  assert.deepEqual(
    [judge({ tool: 'think', result: '' }).outcome, judge({ tool: 'think', result: '' }).rule],
    ['ok', 'thought-noted'],
  )
  assert.equal(judge({ tool: 'todo_write', result: '' }).outcome, 'unknown')
})
