import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judge } from './judge.ts'

const evidenceOf = (result: string): string =>
  judge({ tool: 'Bash', args: { command: 'make' }, result, flag: 'error' }).evidence

test('a failure is told by the line that complains, not by the exit code above it', () => {
  const table: [result: string, evidence: string][] = [
    [
      'Exit code 1\nThe following paths are ignored by one of your .gitignore files:\ndocs',
      'The following paths are ignored by one of your .gitignore files: docs',
    ],
    [
      'Exit code 2\n> shop@1.0.0 build\n> tsc\n\nsrc/a.ts(1,2): error TS2304: Cannot find name.',
      'src/a.ts(1,2): error TS2304: Cannot find name.',
    ],
    ['Exit code 1\nDebugger attached.\nfatal: not a git repository', 'fatal: not a git repository'],
    ['Exit code 1', 'Exit code 1'],
    ['Script failed\nWall time 0.1 seconds\nOutput:\n\nSyntaxError: odd', 'SyntaxError: odd'],
    [
      'Exit code 1\n[info] 0 errors, 0 failed\nsrc/a.ts(4,7): error TS2304: Cannot find name.',
      'src/a.ts(4,7): error TS2304: Cannot find name.',
    ],
    ['Exit code 1\nlint: no errors\nfatal: bad object', 'fatal: bad object'],
    ['Exit code 1\n# shop/api\n./a.go:3:2: x declared and not used', './a.go:3:2: x declared and not used'],
    ['<tool_use_error>File does not exist.</tool_use_error>', 'File does not exist.'],
    ['String to replace not found in file.\nString: x', 'String to replace not found in file.'],
    [
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: bash: line 3: warning: here-document at line 1 delimited by end-of-file\nFailed to find expected lines in a.py:',
      'Failed to find expected lines in a.py:',
    ],
    [
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: cat: x: No such file',
      'cat: x: No such file',
    ],
  ]
  for (const [result, evidence] of table) assert.equal(evidenceOf(result), evidence, result)
})

test('any output gives evidence that is short', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), (text) => assert.ok(evidenceOf(`Exit code 1\n${text}`).length <= 200)),
  )
})

test('a failure that comes in fields is told by the words in them', () => {
  const result = JSON.stringify({ output: "collecting\nerror: no module named 'shop'\n", exit_code: 1, error: null })
  assert.equal(judge({ tool: 'terminal', args: { command: 'make' }, result }).evidence, "error: no module named 'shop'")
})
