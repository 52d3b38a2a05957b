import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultFacts } from './tool-result.ts'
import { readToolResult } from './tool-result.ts'

const read = (block: Record<string, unknown>, toolUseResult?: unknown, toolDenialKind?: unknown) =>
  readToolResult(block, { toolUseResult, toolDenialKind })

test('a flag that is left out means ok, one of another type means nothing', () => {
  const cases: [unknown, ResultFacts['flag']][] = [
    [undefined, 'ok'],
    [null, 'ok'],
    [false, 'ok'],
    [true, 'error'],
    ['true', undefined],
    [1, undefined],
  ]
  for (const [is_error, flag] of cases) assert.equal(read({ content: 'x', is_error })?.flag, flag)
  assert.equal(read({ content: 'x' }, 'Error: no such thing')?.flag, 'error')
  assert.equal(read({ content: '<tool_use_error>no</tool_use_error>' })?.flag, 'error')
  assert.equal(read({ content: '1\tconst e = "Error: x"' }, { file: {} })?.flag, 'ok')
})

test('content is text, whatever blocks it came in', () => {
  const cases: [unknown, string][] = [
    ['as it is', 'as it is'],
    [[{ type: 'text', text: 'a' }], 'a'],
    [
      [
        { type: 'text', text: 'a' },
        { type: 'image', source: {} },
        { type: 'tool_reference', tool_name: 'B' },
      ],
      'a\n[image]\nB',
    ],
    [[], ''],
    [undefined, ''],
    [{ text: 'x' }, ''],
    [[null, 4, { type: 'text', text: 5 }, { type: 'later' }], ''],
  ]
  for (const [content, text] of cases) assert.equal(read({ content })?.text, text)
})

test('calls that did not run to their end are told from those that failed', () => {
  const cases: [string, unknown, unknown, ResultFacts['status']][] = [
    [
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      'User rejected tool use',
      undefined,
      'rejected',
    ],
    ['No.', 'User rejected tool use', undefined, 'rejected'],
    ['anything', undefined, 'user-rejected', 'rejected'],
    ["The user doesn't want to take this action right now. STOP", undefined, undefined, 'interrupted'],
    ['[Request interrupted by user for tool use]', undefined, undefined, 'interrupted'],
    [
      '<error>Command was aborted before completion</error>',
      { stdout: '', interrupted: true },
      undefined,
      'interrupted',
    ],
    ['<tool_use_error>Sibling tool call errored</tool_use_error>', undefined, undefined, 'not-run'],
    [
      '<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>',
      undefined,
      undefined,
      'not-run',
    ],
    ['Cancelled: parallel tool call Bash(ls) errored', undefined, undefined, 'not-run'],
    ['[Tool call skipped: the turn ended]', undefined, undefined, 'not-run'],
    ['Permission to use Bash has been denied', undefined, 'permission-rule', undefined],
    ['Exit code 1\nSibling tool call errored', undefined, undefined, undefined],
  ]
  for (const [content, own, denial, status] of cases)
    assert.equal(read({ content, is_error: true }, own, denial)?.status, status, content)
  assert.equal(read({ content: 'Sibling tool call errored' })?.status, undefined)
  assert.equal(read({ content: '[Tool call result not in this copy: look there]', is_error: true }), undefined)
})

test('work that goes on in the background is running', () => {
  const launched = 'Command running in background with ID: b1. Output is being written to: /tmp/b1'
  assert.equal(
    read({ content: launched, is_error: false }, { backgroundTaskId: 'b1', interrupted: false })?.status,
    'running',
  )
  assert.equal(read({ content: launched, is_error: false })?.status, 'running')
  assert.equal(read({ content: launched }, { file: {} })?.status, undefined)
  assert.equal(
    read({ content: 'Async agent launched' }, { isAsync: true, status: 'async_launched' })?.status,
    'running',
  )
})

test('exit codes come from failed shells alone', () => {
  assert.equal(read({ content: 'Exit code 127\nnot found', is_error: true })?.exitCode, 127)
  assert.equal(read({ content: 'Exit code x', is_error: true })?.exitCode, undefined)
  assert.equal(read({ content: 'Exit code 2 means trouble', is_error: false })?.exitCode, undefined)
})

test('outcome fields are kept small, and only where there are some', () => {
  assert.equal(read({ content: 'x' }, { stdout: 'x' })?.fields, undefined)
  const fields = read(
    { content: 'x' },
    { success: false, code: 404, status: 'y'.repeat(999), returnCodeInterpretation: {} },
    'permission-rule',
  )?.fields
  assert.deepEqual(fields, { success: false, code: 404, status: 'y'.repeat(200), toolDenialKind: 'permission-rule' })
})
