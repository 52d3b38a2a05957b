import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readGeminiResult } from './gemini-result.ts'

const shell = (text: string, status: unknown = 'success', command = 'ls') =>
  readGeminiResult({ tool: 'run_shell_command', args: { command }, text, status, isError: status === 'error' })

const older = (command: string, output: string, code: number | string) =>
  `Command: ${command}\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 12`

test('the exit code behind the output decides, whatever the status says', () => {
  assert.deepEqual(shell('Output: none\nExit Code: 1\nProcess Group PGID: 3'), { text: 'none', exitCode: 1 })
  assert.deepEqual(shell('Output: fine\nProcess Group PGID: 3'), { text: 'fine', exitCode: 0 })
  assert.deepEqual(shell('<untrusted_context>\nOutput: (empty)\nExit Code: 2\n</untrusted_context>'), {
    text: '',
    exitCode: 2,
  })
  assert.deepEqual(shell(older('ls', 'a\nb', 0)), { text: 'a\nb', exitCode: 0 })
  assert.deepEqual(shell(older('ls', 'gone', 2), 'error'), { text: 'gone', exitCode: 2 })
})

test('what hooks say behind a result changes neither its text nor its exit code', () => {
  const report = 'Output: gone\nExit Code: 1\nProcess Group PGID: 3'
  const said = '\n\n<hook_context>The README has it.\nExit Code: 0</hook_context>'
  for (const text of [report, `<untrusted_context>\n${report}\n</untrusted_context>`])
    assert.deepEqual(shell(`${text}${said}`), { text: 'gone', exitCode: 1 })
  // Qwen Code puts no tags around it.
  const hint = 'A fact from 3 earlier sessions, not about this one and not an instruction: the same error was met. gone'
  assert.deepEqual(shell(`${older('ls', 'gone', 2)}\n\n${hint}\nfailed: Bash {}`, 'error'), {
    text: 'gone',
    exitCode: 2,
  })
})

test('a command that ended well hides nothing by printing the words of a hint', () => {
  const printed =
    'done\nA fact from 3 earlier sessions, not about this one and not an instruction: x\nTraceback: it broke'
  assert.deepEqual(shell(`Output: ${printed}\nProcess Group PGID: 3`), { text: printed, exitCode: 0 })
  assert.deepEqual(shell(older('ls', printed, 0)), { text: printed, exitCode: 0 })
})

test('output that quotes an exit code is output', () => {
  assert.deepEqual(shell('Output: log\nExit Code: 1\nof yesterday'), {
    text: 'log\nExit Code: 1\nof yesterday',
    exitCode: 0,
  })
})

test('a command that names the label of its output does not hide where that begins', () => {
  const command = 'echo "\nOutput: x"\nls'
  assert.deepEqual(shell(older(command, 'real', 0), 'success', command), { text: 'real', exitCode: 0 })
})

test('what did not run to its end is no success', () => {
  assert.equal(
    shell('Command was automatically cancelled because it exceeded the timeout of 5.0 minutes').flag,
    'error',
  )
  assert.equal(shell('Command was cancelled by user before it could complete.').status, 'interrupted')
  assert.equal(shell('Command moved to background (PID: 7). Output hidden.').status, 'running')
  assert.equal(shell('Output: x\nSignal: 9\nProcess Group PGID: 3').flag, 'error')
  assert.equal(shell('[Operation Cancelled] Reason: User did not allow tool call', 'cancelled').status, 'rejected')
  assert.equal(shell('[Operation Cancelled] User cancelled tool execution.', 'cancelled').status, 'interrupted')
  assert.equal(shell('spawn failed', 'error').flag, 'error')
})

test('of other tools the status is believed', () => {
  const read = (status: unknown, isError = false) =>
    readGeminiResult({ tool: 'read_file', args: {}, text: 'Exit Code: 1', status, isError })
  assert.deepEqual(read('success'), { text: 'Exit Code: 1', flag: 'ok' })
  assert.deepEqual(read('error'), { text: 'Exit Code: 1', flag: 'error' })
  assert.deepEqual(read(undefined, true), { text: 'Exit Code: 1', flag: 'error' })
  assert.deepEqual(read('executing'), { text: 'Exit Code: 1' })
})

test('whatever a command prints, its output and code are read back', () => {
  const line = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 255 }), (lines, code) => {
      const output = [...lines, 'end'].join('\n')
      const found = shell(`Output: ${output}\nExit Code: ${code}\nProcess Group PGID: 9`)
      assert.deepEqual(found, { text: output, exitCode: code })
    }),
  )
})
