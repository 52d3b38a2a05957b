import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryWait } from './retry-wait.ts'

const NOW = Date.UTC(2026, 0, 1)
const failure = (retryAfter?: string, retryAfterMs?: string) => ({
  code: 'model-rate-limited' as const,
  words: '',
  mostRetries: 9,
  retryAfter,
  retryAfterMs,
})
const waitOf = (retryAfter?: string, retryAfterMs?: string) =>
  retryWait(failure(retryAfter, retryAfterMs), 1, { random: () => 0, now: () => NOW })

test('what the server asks for is waited, up to two minutes', () => {
  assert.deepEqual(waitOf('3'), { waitMs: 3000 })
  assert.deepEqual(waitOf('1.5'), { waitMs: 1500 })
  assert.deepEqual(waitOf('9', '200'), { waitMs: 200 })
  assert.deepEqual(waitOf(new Date(NOW + 5000).toUTCString()), { waitMs: 5000 })
  assert.deepEqual(waitOf(new Date(NOW - 5000).toUTCString()), { waitMs: 0 })
  assert.deepEqual(waitOf('121'), { tooLongMs: 121_000 })
  assert.deepEqual(waitOf('soon'), { waitMs: 250 })
})

test('waits double, stay bounded, and differ by chance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, chance) => {
        const wait = retryWait(failure(), attempt, { random: () => chance, now: () => NOW })
        assert.ok('waitMs' in wait)
        const full = Math.min(500 * 2 ** (attempt - 1), 30_000)
        assert.ok(wait.waitMs >= full / 2 && wait.waitMs <= full)
      },
    ),
  )
})
