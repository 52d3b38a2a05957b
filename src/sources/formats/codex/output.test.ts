import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Answer, readOutput } from './output.ts'

const envelope = (output: string, code: number) =>
  JSON.stringify({ output, metadata: { exit_code: code, duration_seconds: 0.1 } })
const chunk = (state: string, output = '') => `Chunk ID: a1\nWall time: 0.1 seconds\n${state}\nOutput:\n${output}`

const said = (tool: string | undefined, output: unknown): Omit<Answer, 'text'> | undefined => {
  const answer = readOutput(tool, output)
  if (answer === undefined) return undefined
  const { text: _text, ...rest } = answer
  return rest
}

const cases: [what: string, tool: string | undefined, output: unknown, said: Omit<Answer, 'text'> | undefined][] = [
  ['an envelope gives its exit code', 'shell', envelope('done', 0), { exitCode: 0 }],
  ['a patch in an envelope does too', 'apply_patch', envelope('Success.', 0), { exitCode: 0 }],
  [
    'an envelope cut in its middle still ends with its code',
    'shell',
    `{"output":"a … b","metadata":{"exit_code":3,"dur`,
    { exitCode: 3 },
  ],
  ['JSON of a tool that only looks alike is left alone', 'mcp__a__b', '{"output":"x","metadata":{}}', {}],
  ['an exit code header', 'shell_command', 'Exit code: 101\nWall time: 1 seconds\nOutput:\nx', { exitCode: 101 }],
  ['a negative exit code', 'shell', 'Exit code: -1\nWall time: 1 seconds\nOutput:\n', { exitCode: -1 }],
  ['a finished process', 'exec_command', chunk('Process exited with code 1'), { exitCode: 1 }],
  [
    'a header that begins with the wall time',
    'write_stdin',
    'Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n',
    { exitCode: 0 },
  ],
  [
    'a running process',
    'exec_command',
    chunk('Process running with session ID 42'),
    { status: 'running', process: '42' },
  ],
  [
    'words of the output are no header',
    'exec_command',
    chunk('Process exited with code 0', 'Process exited with code 9'),
    { exitCode: 0 },
  ],
  [
    'a command in front is passed over',
    'exec_command',
    `Command: sh -c 'echo Process exited with code 7'\n${chunk('Process exited with code 0')}`,
    { exitCode: 0 },
  ],
  [
    'a command in brackets is passed over too',
    'exec_command',
    `[Command: make]\n${chunk('Process exited with code 0')}`,
    { exitCode: 0 },
  ],
  ['an unseen call has its header read as well', undefined, chunk('Process exited with code 1'), { exitCode: 1 }],
  ['an unseen call without a header says nothing', undefined, 'error: no', {}],
  ['a file that quotes a header is a file', 'read_file', 'Exit code: 1\nOutput:\n', {}],
  ['an interrupted command', 'shell_command', 'Wall time: 3.0 seconds\naborted by user', { status: 'interrupted' }],
  ['an interrupted tool', 'mcp__a__b', 'aborted by user after 3.0s', { status: 'interrupted' }],
  ['a bare abort', 'shell', 'aborted', { status: 'interrupted' }],
  ['a no to a command', 'shell', 'exec command rejected by user', { status: 'rejected' }],
  ['a no to a patch', 'apply_patch', 'patch rejected by user', { status: 'rejected' }],
  ['a no to an MCP tool', 'mcp__a__b', 'err: "user rejected MCP tool call"', { status: 'rejected' }],
  [
    'a wrapped no',
    'exec_command',
    'exec_command failed for `rm x`: CreateProcess { message: "Rejected("rejected by user")" }',
    { status: 'rejected' },
  ],
  ['a text that speaks of a no further down', 'mcp__a__b', 'Deployment 7 was rejected by user admin', {}],
  [
    'the sandbox with an exit code',
    'shell',
    'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 2, stdout: x',
    { flag: 'error', exitCode: 2 },
  ],
  ['the sandbox without', 'shell', 'failed in sandbox None with execution error: command timed out', { flag: 'error' }],
  [
    'a patch given to the shell that did not fit',
    'shell',
    'error: Failed to find expected lines in /a/b:\nx',
    { flag: 'error' },
  ],
  [
    'any other word of the harness instead of a command',
    'exec_command',
    'unsupported call: exec_command',
    { flag: 'error' },
  ],
  ['a cut output says nothing', 'shell_command', 'Total output lines: 900\n\nfoo', {}],
  ['an empty output says nothing', 'shell', '', {}],
  ['a patch without a header is for the judge', 'apply_patch', 'Success. Updated the following files:\nM a\n', {}],
  ['a payload object that failed', 'mcp__a__b', { content: 'no', success: false }, { flag: 'error' }],
  [
    'a payload object that worked',
    'mcp__a__b',
    { content: [{ type: 'input_text', text: 'yes' }], success: true },
    { flag: 'ok' },
  ],
  ['a number is no output', 'shell', 3, undefined],
  ['an unknown object is no output', 'shell', { rows: [] }, undefined],
]

for (const [what, tool, output, expected] of cases) {
  test(`output: ${what}`, () => assert.deepEqual(said(tool, output), expected))
}

test('the text is the own output of an enveloped tool, and the whole of every other', () => {
  assert.equal(readOutput('shell', envelope('a\nb', 0))?.text, 'a\nb')
  assert.equal(
    readOutput('exec_command', chunk('Process exited with code 0', 'x'))?.text,
    chunk('Process exited with code 0', 'x'),
  )
  const picture = [{ type: 'input_text', text: 'a' }, { type: 'input_image', image_url: 'data:' }, 7]
  assert.equal(readOutput('view_image', picture)?.text, 'a\n[image]')
})

test('no output makes it throw', () => {
  const tool = fc.constantFrom('shell', 'exec_command', 'exec', 'apply_patch', 'mcp__a__b', undefined)
  const start = fc.constantFrom(
    '',
    '{"output":',
    'Command: ',
    'Chunk ID: ',
    'Exit code: ',
    'Script running with cell ID ',
  )
  const text = fc.tuple(start, fc.string()).map((parts) => parts.join(''))
  fc.assert(fc.property(tool, fc.oneof(text, fc.jsonValue()), (name, output) => void readOutput(name, output)))
})
