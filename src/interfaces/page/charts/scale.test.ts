import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrapped } from './rows.ts'
import { domainOf, tickWords } from './scale.ts'

test('one vague interval does not press the others together', () => {
  const [, top] = domainOf(
    [
      { value: 0.05, low: 0.04, high: 0.06 },
      { value: 0.06, low: 0, high: 0.9 },
    ],
    'rate',
  )
  assert.ok(top < 0.2)
})

test('every value lies on the scale, whatever the intervals', () => {
  const span = fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([value, half]) => ({ value, low: value - half, high: value + half }))
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 20 }), fc.boolean(), (spans, isRate) => {
      const signed = isRate ? spans : spans.map((each, index) => (index % 2 === 0 ? each : negative(each)))
      const [least, most] = domainOf(signed, isRate ? 'rate' : 'difference')
      assert.ok(least < most && Number.isFinite(least) && Number.isFinite(most))
      for (const { value } of signed) assert.ok(value >= least && value <= most)
    }),
  )
})

test('ticks of shares are percent, ticks of differences points', () => {
  assert.equal(tickWords('rate')(0.125), '12.5\u00a0%')
  assert.equal(tickWords('difference')(-0.02), '\u22122')
  assert.equal(tickWords('difference')(0), '0')
})

test('names are broken between words and their cut is marked', () => {
  assert.equal(wrapped('one two three four', 9, 3), 'one two\nthree\nfour')
  assert.equal(wrapped('abcdefghij', 4, 2), 'abcd\nefg…')
  assert.equal(wrapped('short', 30, 1), 'short')
})

const negative = ({ value, low, high }: { value: number; low: number; high: number }) => ({
  value: -value,
  low: -high,
  high: -low,
})
