import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTime } from './clock.ts'

test('times are read as formats write them', () => {
  const noon = Date.UTC(2026, 3, 24, 12)
  for (const written of [
    '2026-04-24T12:00:00.000Z',
    '2026-04-24T12:00:00Z',
    '2026-04-24T14:00:00+02:00',
    noon,
    noon / 1000,
    `${noon / 1000}`,
  ]) {
    assert.equal(readTime(written), noon, String(written))
  }
})

test('what is not a time of this century is unknown, not zero', () => {
  for (const garbage of [
    '0001-01-01T00:00:00.000Z',
    5e246,
    -1,
    0,
    '',
    'yesterday',
    null,
    undefined,
    {},
    true,
    Number.NaN,
    '2026-13-01T00:00:00.000Z',
  ]) {
    assert.equal(readTime(garbage), undefined, JSON.stringify(garbage))
  }
})

test('the fast way of reading ISO times agrees with Date.parse', () => {
  const span = { min: new Date(Date.UTC(2015, 0, 1)), max: new Date(Date.UTC(2099, 11, 31)), noInvalidDate: true }
  fc.assert(fc.property(fc.date(span), (date) => readTime(date.toISOString()) === date.getTime()))
  fc.assert(
    fc.property(fc.string({ minLength: 24, maxLength: 24 }), (text) => {
      const parsed = Date.parse(text)
      const read = readTime(text)
      return read === undefined || read === parsed || /^\d+(\.\d+)?$/.test(text)
    }),
  )
})
