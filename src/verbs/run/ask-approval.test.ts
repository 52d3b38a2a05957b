import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApproval, isYes, questionOf } from './ask-approval.ts'

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

test('one question at a time, none for what was allowed beforehand, and one that fails holds up nobody', async () => {
  let open = 0
  const asked: string[] = []
  const approve = createApproval({
    isEverythingAllowed: false,
    allowed: ['read_file'],
    ask: async ({ what }) => {
      assert.equal(++open, 1, 'two questions at once')
      asked.push(what)
      await new Promise(setImmediate)
      open--
      if (what === 'b') throw new Error('the terminal is gone')
      return what === 'c'
    },
  })
  const answers = await Promise.allSettled(
    ['a', 'b', 'c'].map((what) => approve({ tool: 'terminal', what, reason: 'deletes files' })),
  )
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed')),
    [false, 'failed', true],
  )
  assert.equal(await approve({ tool: 'read_file', what: 'd', reason: 'outside' }), true)
  assert.deepEqual(asked, ['a', 'b', 'c'])
})
