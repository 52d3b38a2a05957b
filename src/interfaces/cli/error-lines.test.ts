import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorLines } from './error-lines.ts'

const MESSAGE = 'no agent is called claude\n  3f2a  a line of a list that is longer than this window'
const HINT = 'did you mean claude-code? it is one of several'

test('on a terminal, sentences wrap between words below their indent, and lists are cut', () => {
  assert.deepEqual(errorLines(MESSAGE, HINT, { width: 24, isInteractive: true }), [
    'warmstart: no agent is',
    'called claude',
    '  3f2a  a line of a lis…',
    '  did you mean',
    '  claude-code? it is one',
    '  of several',
  ])
})

test('elsewhere each sentence stays on one line', () => {
  const lines = errorLines(MESSAGE, HINT, { width: 24, isInteractive: false })
  assert.deepEqual([lines[0], lines.at(-1)], ['warmstart: no agent is called claude', `  ${HINT}`])
  assert.equal(errorLines('no hint', undefined, { width: 80, isInteractive: false }).length, 1)
})
