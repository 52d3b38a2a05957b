import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrapped } from './rows.ts'
import { cutCount, domainOf, tickWords } from './scale.ts'
import { textPx } from './text-width.ts'

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

test('where most intervals are long the scale shows most of them whole', () => {
  const vague = Array.from({ length: 8 }, (_, index) => ({ value: 0.02, low: 0, high: 0.2 + index / 100 }))
  assert.equal(cutCount(vague, 'rate'), 0)
  assert.equal(cutCount([...vague, { value: 0.02, low: 0, high: 0.9 }], 'rate'), 1)
})

test('at most a third of the intervals is cut, if there are several', () => {
  const span = fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([a, b]) => ({ value: Math.min(a, b), low: 0, high: Math.max(a, b) }))
  fc.assert(
    fc.property(fc.array(span, { minLength: 3, maxLength: 20 }), (spans) => {
      assert.ok(cutCount(spans, 'rate') <= Math.ceil(spans.length / 3))
    }),
  )
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
  assert.equal(wrapped('one two three four', textPx('one two t'), 3), 'one two\nthree\nfour')
  assert.equal(wrapped('abcdefgh abcdefgh', textPx('abcd'), 2), 'abcd\ne…h')
  assert.equal(wrapped('short', 100, 1), 'short')
})

const negative = ({ value, low, high }: { value: number; low: number; high: number }) => ({
  value: -value,
  low: -high,
  high: -low,
})
