import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { closeName, editsBetween } from '../src/lib/close-name.ts'
import { ALIASES, COMMANDS } from '../src/verbs/registry.ts'

const KNOWN = [...Object.keys(COMMANDS), ...Object.keys(ALIASES)]

test('a slip of the finger finds the command that was meant', () => {
  const table: [typed: string, meant: string | undefined][] = [
    ['proflie', 'profile'],
    ['profle', 'profile'],
    ['Profile', 'profile'],
    ['analyse', 'analyze'],
    ['sesions', 'sessions'],
    ['snyc', 'sync'],
    ['compresscheck', 'compress-check'],
    ['docter', 'doctor'],
    ['prof', 'profile'],
    ['reports', 'report'],
    ['frobnicate', undefined],
    ['x', undefined],
    ['go', undefined],
    ['', undefined],
    ['z'.repeat(100_000), undefined],
  ]
  for (const [typed, meant] of table) assert.equal(closeName(typed, KNOWN), meant, typed.slice(0, 20))
})

test('edits are counted alike in both directions, and a swap is one', () => {
  assert.equal(editsBetween('ab', 'ba'), 1)
  assert.equal(editsBetween('', 'abc'), 3)
  const word = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const edits = editsBetween(a, b)
      assert.equal(edits, editsBetween(b, a))
      assert.equal(edits === 0, a === b)
      assert.ok(edits >= Math.abs(a.length - b.length) && edits <= Math.max(a.length, b.length))
    }),
  )
})
