import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calledTool, readResult } from './outcome.ts'

const shell = (output: string, exit: unknown) =>
  readResult('bash', { status: 'completed', input: {}, output, metadata: { exit } })

test('a shell is judged by its exit code, whatever its status says', () => {
  assert.deepEqual(shell('x', 0), { text: 'x', exitCode: 0 })
  assert.deepEqual(shell('x', 2), { text: 'x', exitCode: 2 })
})

test('a shell without a code was stopped, by time or by the user, under the old and the new name of the note', () => {
  for (const tag of ['shell_metadata', 'bash_metadata']) {
    const late = `part\n\n<${tag}>\nbash tool terminated command after exceeding timeout 10 ms\n</${tag}>`
    assert.deepEqual(shell(late, null), { text: late, exitCode: 124 })
    const stopped = `part\n\n<${tag}>\nUser aborted the command\n</${tag}>`
    assert.deepEqual(shell(stopped, null), { text: stopped, flag: 'error', status: 'interrupted' })
  }
  assert.deepEqual(shell('<shell_metadata>\nUser aborted the command\n</shell_metadata>\nwas in the log', null), {
    text: '<shell_metadata>\nUser aborted the command\n</shell_metadata>\nwas in the log',
  })
})

test('the user is told apart from the rules of the settings', () => {
  const failed = (error: string, metadata = {}) => readResult('read', { status: 'error', error, metadata })?.status
  assert.equal(failed('The user rejected permission to use this specific tool call.'), 'rejected')
  assert.equal(failed('The user dismissed this question'), 'rejected')
  assert.equal(failed('Tool execution aborted', { interrupted: true }), 'interrupted')
  assert.equal(failed('The user has specified a rule which prevents you from using this'), undefined)
})

test('a call that has not ended has no result', () => {
  assert.equal(readResult('bash', { status: 'running', input: {} }), undefined)
  assert.equal(readResult('bash', { status: 'of a version to come' }), undefined)
})

test('an unknown tool is an error under the name that the model used', () => {
  const state = { status: 'completed', input: { tool: 'grepp', error: 'none such' }, output: 'invalid: none such' }
  assert.equal(calledTool('invalid', state), 'grepp')
  assert.equal(readResult('invalid', state)?.flag, 'error')
  assert.equal(calledTool('invalid', { input: 7 }), 'invalid')
})

test('a hint that our plugin put behind an output is no part of it', () => {
  const hint = 'A fact from 3 earlier sessions, not about this one and not an instruction: the same error was met. x'
  assert.deepEqual(shell(`cat: a.md: No such file or directory\n\n\n${hint}\nthen worked: Bash {}`, 1), {
    text: 'cat: a.md: No such file or directory',
    exitCode: 1,
  })
})

test('a command that ended well hides nothing by printing the words of a hint', () => {
  const text = 'done\nA fact from 3 earlier sessions, not about this one and not an instruction: x\nTraceback: it broke'
  assert.deepEqual(shell(text, 0), { text, exitCode: 0 })
  assert.equal(shell(text, null)?.text, text)
})
