import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { grouped } from '../../lib/number-text.ts'
import { counted, interval, percent, points, pointsWithInterval, rateOrReason, unbroken } from './number-words.ts'

/** Blanks that do not break lines, as plain ones. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

test('shares are percent with one decimal, and never round to nothing or to all', () => {
  const cases: [number, string][] = [
    [0, '0 %'],
    [0.0001, '<0.1 %'],
    [0.057, '5.7 %'],
    [0.05, '5.0 %'],
    [0.9999, '>99.9 %'],
    [1, '100 %'],
  ]
  for (const [share, words] of cases) assert.equal(plain(percent(share)), words)
})

test('differences are points with their sign', () => {
  assert.equal(points(-0.0131), '\u22121.3')
  assert.equal(points(0.02), '+2.0')
  assert.equal(points(-0.0001), '0.0')
  assert.equal(
    plain(pointsWithInterval({ estimate: -0.013, low: -0.02, high: 0.004, n: 9 })),
    '\u22121.3 points (\u22122.0 to +0.4)',
  )
})

test('counts are grouped and agree with their noun', () => {
  assert.equal(grouped(1_234_567), '1,234,567')
  assert.equal(plain(counted(1, 'session')), '1 session')
  assert.equal(plain(counted(0, 'session')), '0 sessions')
})

test('a rate that cannot be given is its reason, never a number', () => {
  assert.equal(plain(rateOrReason(null, 'only 2 sessions')), 'only 2 sessions')
  assert.equal(rateOrReason(null, undefined), 'not enough data')
  assert.equal(plain(interval({ rate: 0.06, low: 0.051, high: 0.063, n: 5 })), '5.1–6.3 %')
})

test('a sentence breaks neither inside a range nor between a number and what it counts', () => {
  const cases: [string, string][] = [
    ['4.9 % of 12 calls', '4.9\u00a0% of 12\u00a0calls'],
    ['a 95 % interval of 3 sessions', 'a 95\u00a0% interval of 3\u00a0sessions'],
    ['(2.7–10.1 %)', '(2.7–\u206010.1\u00a0%)'],
    ['51-100 messages', '51\u2011100\u00a0messages'],
    ['from 2 to 3', 'from 2 to 3'],
    ['on 2026-04-24:', 'on 2026\u201104\u201124:'],
    ['019d-7052-b168-4487', '019d-7052-b168-4487'],
  ]
  for (const [text, words] of cases) assert.equal(unbroken(text), words)
})

test('only nothing is shown as nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      assert.equal(plain(percent(share)) === '0 %', share === 0)
      assert.equal(plain(percent(share)) === '100 %', share === 1)
    }),
  )
})
