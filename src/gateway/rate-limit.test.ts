import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRateLimiter } from './rate-limit.ts'

test('in no stretch of time does anybody get more than a burst and what has flowed in, and one word is enough for a flood', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 200 }), (pauses) => {
      let now = 0
      const [burst, refillMs] = [5, 100]
      const limited = createRateLimiter({ burst, refillMs }, () => now)
      const times: number[] = []
      let told = 0
      for (const pause of pauses) {
        now += pause
        const { isLimited, isFirst } = limited('sam')
        if (!isLimited) times.push(now)
        if (isFirst) told++
        assert.equal(
          limited('somebody-else-each-time'.concat(String(now), String(times.length), String(told))).isLimited,
          false,
        )
      }
      for (const [index, from] of times.entries())
        for (const [offset, to] of times.slice(index).entries())
          assert.ok(offset + 1 <= burst + (to - from) / refillMs + 1e-6)
      assert.ok(told <= pauses.length - times.length)
    }),
  )
})
