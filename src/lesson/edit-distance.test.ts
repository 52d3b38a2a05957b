import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneEditAway } from './edit-distance.ts'

test('one letter more, less, other or swapped is one edit', () => {
  for (const [one, other, isNear] of [
    ['lintt', 'lint', true],
    ['lnt', 'lint', true],
    ['lent', 'lint', true],
    ['lnit', 'lint', true],
    ['lint', 'lint', false],
    ['lit', 'list:all', false],
    ['tnil', 'lint', false],
    ['', 'a', true],
    ['', '', false],
  ] as const) {
    assert.equal(isOneEditAway(one, other), isNear, `${one} ${other}`)
    assert.equal(isOneEditAway(other, one), isNear, `${other} ${one}`)
  }
})
