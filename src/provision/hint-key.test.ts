import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hintKeys } from './hint-key.ts'

const meet = (one: [tool: string, message: string], other: [tool: string, message: string]): boolean =>
  hintKeys(...one).some((key) => hintKeys(...other).includes(key))

test('the same failure meets itself, whatever varies in it', () => {
  const table: [one: [string, string], other: [string, string], meets: boolean][] = [
    [['Bash', 'go: cannot find module for path cart'], ['Bash', 'go: cannot find module for path cart'], true],
    [
      ['Bash', "cat: '/srv/a.txt': No such file or directory"],
      ['Bash', "cat: '/tmp/b.txt': No such file or directory"],
      true,
    ],
    [['Bash', 'error: unknown revision abc'], ['shell', 'error: unknown revision abc'], true],
    [['Read', 'File does not exist in the tree'], ['Edit', 'File does not exist in the tree'], false],
    [['Bash', 'port 3000 is already in use'], ['Bash', 'disk quota exceeded for user'], false],
  ]
  for (const [one, other, meets] of table) assert.equal(meet(one, other), meets, `${one[1]} / ${other[1]}`)
})

test('the message is found at the beginning and at the end of a long output', () => {
  const message = 'ModuleNotFoundError: no module of that name was found'
  const noise = Array.from({ length: 500 }, (_, at) => `line ${at} of the output`).join('\n')
  assert.ok(meet(['Bash', message], ['Bash', `Exit code 1\n${message}\n${noise}`]))
  assert.ok(meet(['Bash', message], ['Bash', `${noise}\n${message}\n`]))
})

test('an error that says nothing but that it is one has no key', () => {
  for (const message of ['', 'Exit code 1', 'exited with code 127', '(no output)', '<path>', 'error'])
    assert.deepEqual(hintKeys('Bash', message), [], message)
})

test('what is too long to be the name of a tool has no key', () => {
  assert.equal(hintKeys('x'.repeat(400), 'no module of that name was found').length, 1)
  assert.deepEqual(hintKeys('x'.repeat(3_000_000), 'no module of that name was found'), [])
})

test('any message gives few keys, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (message) => {
      const keys = hintKeys('Bash', message)
      assert.ok(keys.length <= 15)
      assert.deepEqual(hintKeys('Bash', message), keys)
      for (const key of keys) assert.match(key, /^[0-9a-f]{16}$/)
    }),
  )
})
