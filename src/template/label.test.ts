import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedAddendum, checkedDescription, checkedTags } from './label.ts'

test('a description is one line that every store takes', () => {
  assert.equal(checkedDescription('  two\n  lines\u0000 \uD800 '), 'two lines\u2400 \uFFFD')
  assert.throws(() => checkedDescription('x'.repeat(501)), { code: 'usage', hint: /500/ })
  assert.match(checkedDescription(`token ghp_${'Ab1'.repeat(12)}`), /<SECRET:/)
})

test('tags are small, sorted, and each there once', () => {
  assert.deepEqual(checkedTags(['Shop', ' go ', 'go', '']), ['go', 'shop'])
  assert.throws(() => checkedTags(Array.from({ length: 21 }, (_, index) => `tag-${index}`)), { code: 'usage' })
  assert.throws(() => checkedTags(['x'.repeat(41)]), { code: 'usage' })
})

test('an addendum keeps its lines', () => {
  assert.equal(checkedAddendum('\n- one\n- two\n\n'), '- one\n- two')
  assert.throws(() => checkedAddendum('x'.repeat(20_001)), { code: 'usage' })
})
