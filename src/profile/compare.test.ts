import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { createRandom } from '../lib/stats/random.ts'
import { Comparison } from '../schema/listing/comparison.ts'
import { tallyRow } from '../../tests/support/tally-rows.ts'
import { addToSide, compareSides, emptySide, type Side } from './compare.ts'

const sideOf = (label: string, tracks: readonly string[]): Side => {
  const side = emptySide(label)
  for (const [at, track] of tracks.entries()) addToSide(side, tallyRow(`${label}-${at}`, track))
  return side
}

const compare = (warm: Side, cold: Side, unit: Comparison['unit'] = 'group') =>
  v.parse(Comparison, compareSides(warm, cold, unit))

const simulate = (label: string, count: number, chance: number): Side => {
  const random = createRandom(label)
  return sideOf(
    label,
    Array.from({ length: count }, () => Array.from({ length: 40 }, () => (random() < chance ? 'a' : '.')).join('')),
  )
}

test('two single sessions are an anecdote, whatever they show', () => {
  const found = compare(sideOf('warm', ['.'.repeat(200)]), sideOf('cold', ['a'.repeat(200)]), 'session')
  assert.equal(found.verdict, 'not-enough-data')
  assert.equal(found.improvement?.estimate, 1)
  assert.match(found.note, /anecdote/)
})

test('improvement is cold minus warm: positive means that warm is better', () => {
  const found = compare(simulate('warm', 60, 0.05), simulate('cold', 60, 0.15))
  assert.equal(found.verdict, 'helps')
  assert.ok(found.improvement && found.improvement.low > 0)
  assert.equal(compare(simulate('cold', 60, 0.15), simulate('warm', 60, 0.05)).verdict, 'hurts')
})

test('groups that hardly differ make no practical difference once there is enough data', () => {
  assert.equal(compare(simulate('a', 400, 0.05), simulate('b', 400, 0.05)).verdict, 'no-practical-difference')
  assert.equal(compare(simulate('a', 8, 0.05), simulate('b', 8, 0.05)).verdict, 'not-enough-data')
})

test('empty groups, unknown outcomes and shared sessions are said in words', () => {
  const some = simulate('some', 20, 0.1)
  assert.match(compare(emptySide('source=none'), some).reason ?? '', /no session fits source=none/)
  assert.equal(compare(emptySide('source=none'), some).warm.errorRate, null)
  assert.match(compare(sideOf('only', ['???', '??']), some).reason ?? '', /no call of only has a known outcome/)
  const both = compare(some, some)
  assert.deepEqual([both.overlap, both.verdict], [20, 'not-enough-data'])
})
