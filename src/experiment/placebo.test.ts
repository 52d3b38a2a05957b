import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import { placeboText } from './placebo.ts'

test('a placebo has exactly as many tokens as it was asked for, and is always the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.nat(), (tokens, seed) => {
      const text = placeboText(tokens, seed)
      assert.equal(estimateTokens(text), tokens)
      assert.equal(placeboText(tokens, seed), text)
    }),
    { numRuns: 50 },
  )
})
