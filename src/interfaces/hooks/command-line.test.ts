import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { scratch } from '../../../tests/support/store.ts'
import { hookCommand } from './command-line.ts'

const run = (command: string, shell = 'sh') => {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', command], { encoding: 'utf8', input: '{}' })
  return { status, stdout, stderr }
}

const programAt = (directory: string, script: string): string => {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'warmstart')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const NAMES = ['bin', 'my tools', `it's "here"`, '$HOME `date` \\n', '-x; exit 7 #', 'für ✓', '*?[a]', "'''"]

for (const name of NAMES) {
  test(`a program in a directory called ${name} is run with its words and its input`, (t) => {
    const path = programAt(join(scratch(t), name), 'cat; echo "$@"')
    assert.deepEqual(run(hookCommand(path, 'some-agent')), { status: 0, stdout: '{}hook some-agent\n', stderr: '' })
  })
}

test('nothing is said and 0 is returned when the program is gone, may not be run or fails', (t) => {
  const directory = scratch(t)
  const silent = { status: 0, stdout: '', stderr: '' }
  assert.deepEqual(run(hookCommand(join(directory, 'gone', 'warmstart'), 'some-agent')), silent)
  const path = programAt(directory, 'echo no node here >&2; exit 1')
  assert.deepEqual(run(hookCommand(path, 'some-agent')), silent)
  assert.deepEqual(run(hookCommand(programAt(directory, 'kill -9 $$'), 'some-agent')), silent)
  chmodSync(path, 0o644)
  assert.deepEqual(run(hookCommand(path, 'some-agent')), silent)
})

test('whatever the path, the line is known again, is one line, and says what it names', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((name) => !/[\n\r\u0000]/.test(name)),
      (name) => {
        const command = hookCommand(join('/', name, 'warmstart'), 'some-agent')
        assert.match(command, /warmstart hook some-agent /)
        assert.ok(!command.includes('\n'))
      },
    ),
  )
})
