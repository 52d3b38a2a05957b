import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loadWordFrequency } from './word-frequency.ts'
import { stem } from '../lib/tokenise.ts'

test('words of requests are the most frequent, then everyday ones, then others by how usual they are', async () => {
  const frequency = await loadWordFrequency()
  const falling = ['test', 'dashboard', 'soil', 'voucher', 'quasiquote'].map((word) => frequency(stem(word)))
  for (const [at, share] of falling.entries()) assert.ok(at === 0 || share < (falling[at - 1] ?? 0), falling.join(' '))
})

test('a term counts as the word that it was before its ending was taken off', async () => {
  const frequency = await loadWordFrequency()
  // "mortgag" is no word; its two tokens would make it a rare one.
  assert.equal(stem('mortgages'), 'mortgag')
  assert.ok(frequency('mortgag') > 5 * frequency('mortgagx'))
})

test('any term has a share', async () => {
  const frequency = await loadWordFrequency()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (term) => {
      const share = frequency(term)
      assert.ok(share > 0 && share < 0.01)
    }),
  )
})
