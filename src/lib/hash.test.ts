import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashOf, mixOf } from './hash.ts'

test('hashes tell apart where one part ends and the next begins', () => {
  for (const make of [hashOf, mixOf]) {
    assert.notEqual(make('ab', 'c'), make('a', 'bc'))
    assert.notEqual(make('a'), make('a', undefined))
    assert.notEqual(make('a', 1), make('a', 2))
    assert.equal(make('a', 1), make('a', '1'))
  }
})

test('ids are hex of one length', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      (parts) => /^[0-9a-f]{16}$/.test(mixOf(...parts)) && /^[0-9a-f]{20}$/.test(hashOf(...parts)),
    ),
  )
})

test('a million ids made of counted parts do not collide', () => {
  const seen = new Set<string>()
  for (let session = 0; session < 1_000; session++) {
    for (let call = 0; call < 1_000; call++) seen.add(mixOf(`session-${session}`, `call_${call}`, 'same', 1))
  }
  assert.equal(seen.size, 1_000_000)
})
