import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysWhatToDo } from './recovery-text.ts'

const CASES: readonly (readonly [strategy: string, failed: object, worked: object, said: boolean])[] = [
  ['gave another path, 2 calls later', { file_path: '<file>' }, { file_path: '<file>' }, false],
  ['gave another new_string, old_string', {}, {}, false],
  ['another call of Edit worked; its arguments were too long to be kept', {}, {}, false],
  ['the same call worked 3 calls later, after other work in between', { n: 1 }, { n: 1 }, false],
  ['gave another cabin', { cabin: 'economy' }, { cabin: 'business' }, true],
  ['gave it other arguments', { command: 'go test a b' }, { command: 'go test a' }, true],
  ['left out `--lib`', {}, {}, true],
  ['did what the message asks for and read the file first; its arguments were too long to be kept', {}, {}, true],
]

test('a recovery says what to do when its calls differ or something definite changed', () => {
  for (const [strategy, failed, worked, said] of CASES) {
    const recovery = { tool: 'Bash', workedTool: 'Bash', failed, worked, strategy }
    assert.equal(saysWhatToDo(recovery as Parameters<typeof saysWhatToDo>[0]), said, strategy)
  }
})
