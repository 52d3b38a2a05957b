import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bareOutputIn, failureIn } from './failure.ts'

const FAILED: [response: unknown, message: string][] = [
  ['Exit code: 1\nOutput:\nno such file', 'Exit code: 1\nOutput:\nno such file'],
  [
    'Wall time: 1 s\nProcess exited with code 127\nOutput:\n',
    'Wall time: 1 s\nProcess exited with code 127\nOutput:\n',
  ],
  ['{"output":"no such file","metadata":{"exit_code":2}}', 'no such file'],
  [{ exit_code: 1, output: 'no such file' }, 'no such file'],
  [{ exitCode: 1, stderr: 'no such file', output: '' }, 'no such file'],
  [{ isError: true, content: [{ type: 'text', text: 'not found' }] }, 'not found'],
  [{ exit_code: 3 }, 'exit code 3'],
]
for (const [response, message] of FAILED) {
  test(`failed: ${JSON.stringify(response)}`, () => assert.equal(failureIn(response), message))
}

const WORKED: unknown[] = [
  'Exit code: 0\nOutput:\nExit code: 1',
  'error: no such file',
  `${'x'.repeat(500)}\nExit code: 1`,
  '{"output":"x","metadata":{"exit_code":0}}',
  '{"exit_code":1',
  { exit_code: 0, error: 'x' },
  { content: [] },
  { exit_code: 1, output: 'command rejected by user' },
  'Exit code: 1\nrejected by user',
  null,
  undefined,
  7,
  ['Exit code: 1'],
]
for (const response of WORKED) {
  test(`passes for worked: ${JSON.stringify(response)?.slice(0, 60)}`, () =>
    assert.equal(failureIn(response), undefined))
}

const BARE: [response: unknown, output: string | undefined][] = [
  ['error: no such file', 'error: no such file'],
  ['{ not json', '{ not json'],
  ['Exit code: 0\nOutput:\nerror', undefined],
  ['Exit code: 1\nOutput:\nerror', undefined],
  ['rejected by user', undefined],
  ['{"output":"x","metadata":{"exit_code":0}}', undefined],
  [' \n', undefined],
  [{ output: 'x' }, undefined],
  [null, undefined],
]
for (const [response, output] of BARE) {
  test(`bare output of ${JSON.stringify(response)}: ${output ?? 'none'}`, () =>
    assert.equal(bareOutputIn(response), output))
}

test('whatever a response is, the answer is words or nothing, and it is not both a failure and bare', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string()), (response) => {
      const [message, output] = [failureIn(response), bareOutputIn(response)]
      assert.ok(message === undefined || message !== '')
      assert.ok(output === undefined || message === undefined)
    }),
  )
})
