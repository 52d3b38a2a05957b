import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slicesOf } from './slices.ts'
import { countIn } from './track.ts'

test('early and late are the first and last fifth of the calls whose outcome is known, at least one each', () => {
  const table: [track: string, expected: ReturnType<typeof slicesOf>][] = [
    ['', undefined],
    ['.', undefined],
    ['?.??', undefined],
    ['.a', { earlyEnd: 1, lateStart: 1, judged: 2 }],
    ['....a', { earlyEnd: 1, lateStart: 4, judged: 5 }],
    ['..........', { earlyEnd: 2, lateStart: 8, judged: 10 }],
    // Unknown ones do not use up a slice.
    ['??.....a...', { earlyEnd: 3, lateStart: 10, judged: 9 }],
  ]
  for (const [track, expected] of table) assert.deepEqual(slicesOf(track), expected, track)
})

test('slices never overlap and hold equally many judged calls', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('.', 'a', 'e', '?'), { maxLength: 80 }), (letters) => {
      const track = letters.join('')
      const slices = slicesOf(track)
      if (slices === undefined) return
      assert.ok(slices.earlyEnd <= slices.lateStart)
      const early = countIn(track, 0, slices.earlyEnd, 'all').n
      assert.equal(early, countIn(track, slices.lateStart, track.length, 'all').n)
      assert.equal(early, Math.max(1, Math.floor(slices.judged / 5)))
    }),
  )
})
