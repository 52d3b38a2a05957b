import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callSubject } from './call-subject.ts'

test('a call is about its command, its file or its query', () => {
  const table: [unknown, string][] = [
    [{ command: 'make test', description: 'Run tests' }, 'make test'],
    [{ command: ['bash', '-lc', 'make test'] }, 'make test'],
    [{ command: ['git', 'status'] }, 'git status'],
    [{ file_path: 'a.ts', old_string: 'x' }, 'a.ts'],
    [{ reservation: 'Q7', count: 2 }, 'Q7'],
    ['*** Begin Patch', '*** Begin Patch'],
    [{}, ''],
    [null, ''],
    [[1], ''],
  ]
  for (const [args, subject] of table) assert.equal(callSubject(args), subject)
})
