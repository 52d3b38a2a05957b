import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isYes, questionOf } from './ask-approval.ts'

test('what a person is asked is what would run: nothing in it can hide itself or move the cursor', () => {
  const what = 'run in /src: rm -rf x \u001b[8m# hidden\u001b[0m\u001b]0;title\u0007\u001b[2K\r\u009b2Jecho fine\u202e'
  const question = questionOf({ tool: 'terminal', what, reason: 'deletes files' })
  assert.equal(
    question,
    '\nterminal wants to run in /src: rm -rf x # hidden\u240D\uFFFD2Jecho fine\uFFFD\n  (deletes files)\nallow it? [y/N] ',
  )
})

test('only a yes is a yes', () => {
  for (const answer of ['y', ' Yes ', 'YES\n']) assert.ok(isYes(answer))
  for (const answer of ['', 'n', 'yep', 'y n', 'yes please']) assert.ok(!isYes(answer))
})
