import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, dollars, grouped, percent, points, signed, wholePercent } from './number-text.ts'

test('what is there is never written as nothing, and what is left is never written as all', () => {
  assert.deepEqual(
    [0, 0.0004, 0.9996, 1].map((share) => percent(share)),
    ['0.0 %', '<0.1 %', '>99.9 %', '100.0 %'],
  )
  assert.deepEqual([0, 0.004, 0.04].map(wholePercent), ['0 %', '<1 %', '4 %'])
  assert.deepEqual([0.004, 0.01, 12.345].map(dollars), ['less than $0.01', '$0.01', '$12.35'])
})

test('differences carry their sign, except where they round to nothing', () => {
  assert.deepEqual(
    [0.0123, -0.0123, 0.0001].map((difference) => points(difference)),
    ['+1.2', '-1.2', '0.0'],
  )
  assert.deepEqual([0.1254, -0.1254, 0].map(signed), ['+0.125', '-0.125', '0.000'])
})

test('thousands stand in groups, and one thing is not several', () => {
  assert.deepEqual([999, 1000, 1234567.25].map(grouped), ['999', '1,000', '1,234,567.25'])
  assert.deepEqual([counted(1, 'call'), counted(2, 'call'), counted(0, 'call')], ['1 call', '2 calls', '0 calls'])
})
