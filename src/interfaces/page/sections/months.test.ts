import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullHistory } from '../../../../tests/support/profile-fixture.ts'
import { monthsSpec } from './months.ts'

const [known] = fullHistory().byMonth
assert.ok(known)
const month = (name: string) => ({ ...known, month: name })

test('months without calls keep their place in time', () => {
  const { months, bars, gaps } = monthsSpec([month('2025-11'), month('2026-02')])
  assert.deepEqual(months, ['2025-11', '2025-12', '2026-01', '2026-02'])
  assert.equal(bars.length, 2)
  assert.deepEqual(gaps, [
    { month: '2025-12', calls: 0, words: 'no calls' },
    { month: '2026-01', calls: 0, words: 'no calls' },
  ])
})

test('one stray month of long ago does not stretch the chart', () => {
  const { months } = monthsSpec([month('1970-01'), month('2026-02')])
  assert.equal(months.length, 24)
  assert.equal(months.at(-1), '2026-02')
})

test('a month that is none is shown as it is', () => {
  assert.deepEqual(monthsSpec([month('unknown')]).months, ['unknown'])
})

test('a month without a rate is a gap with words', () => {
  const { bars, gaps } = monthsSpec([{ ...known, month: '2026-02', errorRate: null, reason: 'only 2 sessions' }])
  assert.deepEqual(bars, [])
  assert.equal(gaps[0]?.words, 'no rate, see below')
})
