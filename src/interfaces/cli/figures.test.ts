import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { alignFigures, bars, createFigures, pointsText, rateText } from './figures.ts'

test('rates and differences are written with their intervals', () => {
  const rates: [rate: number, low: number, high: number, text: string][] = [
    [0.0723, 0.0681, 0.0769, '7.2 % [6.8, 7.7]'],
    [0, 0, 0.161, '0.0 % [0.0, 16.1]'],
    [0.0002, 0, 0.001, '<0.1 % [0.0, 0.1]'],
    [1, 0.9, 1, '100.0 % [90.0, 100.0]'],
  ]
  for (const [rate, low, high, text] of rates) assert.equal(rateText({ rate, low, high, n: 9 }), text)
  assert.equal(pointsText({ estimate: -0.0123, low: -0.02, high: 0.0001, n: 9 }), '-1.2 [-2.0, 0.0]')
  assert.equal(pointsText({ estimate: 0.1, low: 0.05, high: 0.15, n: 9 }), '+10.0 [+5.0, +15.0]')
})

test('a missing figure says why, once for all that lack it for the same reason', () => {
  const figures = createFigures()
  assert.equal(figures.rate(null, undefined), '-')
  assert.equal(figures.rate(null, 'no calls'), '- no calls')
  const reason = 'no call of this group has a known outcome'
  assert.deepEqual([figures.rate(null, reason), figures.points(null, reason)], ['- (1)', '- (1)'])
  assert.equal(figures.points(null, 'fewer than two sessions were there'), '- (2)')
  assert.deepEqual(figures.footnotes(30), [
    '(1) no call of this group has',
    '    a known outcome',
    '(2) fewer than two sessions',
    '    were there',
  ])
})

test('points stand below each other, and words where figures begin', () => {
  assert.deepEqual(alignFigures(['7.2 % [6.8, 7.7]', '12.0 % [1.0, 20.0]', '-1.2 [-2.0, 0.0]', '- (1)', 'improves']), [
    ' 7.2 % [6.8, 7.7]',
    '12.0 % [1.0, 20.0]',
    '-1.2 [-2.0, 0.0]',
    ' - (1)',
    'improves',
  ])
})

test('the largest value has the longest bar, and nothing has a bar where nothing is known', () => {
  assert.deepEqual(bars([0.1, 0.05, 0, null]), ['██████████', '█████', '', ''])
  assert.deepEqual(bars([null, 0]), ['', ''])
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }))), (values) => {
      for (const bar of bars(values)) assert.ok([...bar].length <= 10)
    }),
  )
})
