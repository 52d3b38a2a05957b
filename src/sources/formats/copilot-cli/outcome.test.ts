import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCallEnd } from './outcome.ts'

const shell = (content: string, more: Record<string, unknown> = {}) =>
  readCallEnd({ success: true, result: { content }, ...more })

test('the exit code decides, wherever a version keeps it', () => {
  assert.equal(shell('x', { shellExecution: { exitCode: 3 } }).exitCode, 3)
  assert.equal(
    readCallEnd({ success: true, result: { content: 'x', contents: [{ type: 'shell_exit', exitCode: 4 }] } }).exitCode,
    4,
  )
  assert.equal(shell('x\n<shellId: 12 completed with exit code 5>').exitCode, 5)
  assert.equal(shell('x\n<exited with exit code 6>').exitCode, 6)
})

test('a line of the harness counts only at the end', () => {
  assert.deepEqual(shell('<exited with exit code 6>\nis what the log says'), {
    text: '<exited with exit code 6>\nis what the log says',
    flag: 'ok',
  })
})

test('a shell that still runs has no outcome, one that was sent to the background has started well', () => {
  assert.equal(shell('up\n<command with shellId: 2 is still running after 30 seconds. Read on.>').status, 'running')
  assert.equal(shell('<command started in background with shellId: bg>').flag, 'ok')
})

test('the user is told apart from the settings', () => {
  const failed = (code: string) => readCallEnd({ success: false, error: { message: 'no', code } })
  assert.deepEqual(failed('rejected'), { text: 'no', flag: 'error', status: 'rejected' })
  assert.deepEqual(failed('denied'), { text: 'no', flag: 'error' })
})

test('what is of the wrong type tells nothing', () => {
  assert.deepEqual(readCallEnd({ success: 'yes', result: 7, error: [], shellExecution: { exitCode: '1' } }), {
    text: '',
  })
})

test('what hooks say behind a result is no part of it', () => {
  const said = 'cat: a.md: No such file or directory\n<shellId: 1 completed with exit code 1>'
  const guidance = '\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\nThe README has it.'
  assert.deepEqual(shell(`${said}${guidance}`), { text: said, exitCode: 1 })
  const quoted = 'The manual: Additional guidance from postToolUse hooks comes behind a result.'
  assert.deepEqual(shell(quoted), { text: quoted, flag: 'ok' })
})
