import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterSend } from './after-send.ts'
import type { SendOutcome } from '../platform.ts'

const outcome: fc.Arbitrary<SendOutcome> = fc.oneof(
  fc.constant<SendOutcome>({ outcome: 'sent' }),
  fc.record({
    outcome: fc.constant('refused' as const),
    reason: fc.string(),
    retryAfterMs: fc.option(fc.nat(), { nil: undefined }),
  }),
  fc.record({ outcome: fc.constantFrom('rejected' as const, 'unknown' as const), reason: fc.string() }),
)
const context = fc.record({
  attempts: fc.integer({ min: 1, max: 1_000 }),
  ageMs: fc.integer(),
  hasIdempotencyKeys: fc.boolean(),
})

test('what may have arrived is never sent again where the platform could not tell, and what was refused is not given up early', () => {
  fc.assert(
    fc.property(outcome, context, (given, where) => {
      const after = afterSend(given, where)
      if (given.outcome === 'sent') assert.equal(after.next, 'sent')
      if (given.outcome === 'unknown' && !where.hasIdempotencyKeys) assert.equal(after.next, 'unsure')
      if (given.outcome === 'rejected') assert.equal(after.next, 'save')
      if (after.next === 'save' && given.outcome !== 'rejected')
        assert.ok(where.ageMs > 24 * 3_600_000 && where.attempts >= 20)
      if (after.next === 'retry') assert.ok(after.inMs >= 1_000 && after.inMs <= 3_600_000)
    }),
  )
})

test('a platform that is down for an hour is asked some twenty times, not thousands of times', () => {
  let [waited, attempts] = [0, 0]
  while (waited < 3_600_000) {
    const after = afterSend(
      { outcome: 'refused', reason: 'down' },
      { attempts: ++attempts, ageMs: waited, hasIdempotencyKeys: false },
    )
    assert.ok(after.next === 'retry')
    waited += after.inMs
  }
  assert.ok(attempts > 10 && attempts < 30, `${attempts}`)
})

test('a clock that was set forward by years does not make us give up', () => {
  const where = { attempts: 1, ageMs: 10 * 365 * 24 * 3_600_000, hasIdempotencyKeys: false }
  assert.equal(afterSend({ outcome: 'refused', reason: 'busy' }, where).next, 'retry')
})
