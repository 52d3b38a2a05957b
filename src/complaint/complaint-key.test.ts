import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { complaintKey } from './complaint-key.ts'

const SAME: [what: string, one: string, other: string, key: string][] = [
  [
    'places differ',
    'cart/order.go:12:3: Error return value of `f.Close` is not checked (errcheck)',
    'till.go:7:14: Error return value of `r.Body.Close` is not checked (errcheck)',
    '*: Error return value of * is not checked (errcheck)',
  ],
  [
    'absolute paths differ',
    "ENOENT: no such file or directory, open '/srv/shop/a.json'",
    "ENOENT: no such file or directory, open '/srv/till/b.json'",
    'ENOENT: no such file or directory, open *',
  ],
  ['numbers differ', 'exceeds 25000 tokens (31,002)', 'exceeds 25000 tokens (44,511)', 'exceeds * tokens (*,*)'],
]

for (const [what, one, other, key] of SAME) {
  test(`two complaints have one key where only their ${what}`, () => {
    assert.equal(complaintKey(one), key)
    assert.equal(complaintKey(other), key)
  })
}

test('what a rule tells to use stays, also with a slash in it', () => {
  assert.match(
    complaintKey('a.go:3:1: os/exec.Command must not be called. use os/exec.CommandContext (noctx)'),
    /use os\/exec\.CommandContext/,
  )
})

test('an apostrophe inside a word opens no quote', () => {
  assert.equal(complaintKey("make: can't read the file, and won't"), "make: can't read the file, and won't")
})

test('a key is never longer than its line', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (line) => {
      const key = complaintKey(line)
      assert.ok(key.length <= line.length)
    }),
  )
})
