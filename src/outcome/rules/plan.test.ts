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

test('a question that is given back was answered by nobody', () => {
  assert.equal(judge({ tool: 'AskUserQuestion', result: 'Answer questions?' }).outcome, 'error')
  assert.equal(judge({ tool: 'ExitPlanMode', result: 'Exit plan mode?' }).outcome, 'error')
  assert.equal(judge({ tool: 'EnterPlanMode', result: 'Entered plan mode.' }).outcome, 'ok')
})
