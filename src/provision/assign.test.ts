import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawOf } from '../lib/draw.ts'
import { EVERYDAY } from '../schema/arm.ts'
import { assign } from './assign.ts'

const KEYS = Array.from({ length: 20_000 }, (_, index) => `session-${index}`)

test('the same experiment and session have the same arm, wherever it is asked', () => {
  assert.deepEqual(assign('trial', 'abc'), assign('trial', 'abc'))
  // Fixed for good: sessions of another version must find their arm again.
  assert.equal(drawOf('arm', 'everyday', 'abc').toFixed(12), '0.558751446838')
})

test('a tenth of all sessions of an experiment is cold, and none outside of one', () => {
  assert.ok(KEYS.every((key) => assign(EVERYDAY, key).arm === 'warm'))
  assert.equal(assign(EVERYDAY, 'abc').propensity, 1)
  for (const experiment of ['trial', 'dose', '']) {
    const cold = KEYS.filter((key) => assign(experiment, key).arm === 'cold').length
    // Within four standard deviations of 2,000.
    assert.ok(Math.abs(cold - 2_000) < 170, `${experiment}: ${cold}`)
  }
})

test('experiments, and the purposes of one, draw independently of each other', () => {
  const both = KEYS.filter((key) => assign('a', key).arm === 'cold' && assign('b', key).arm === 'cold').length
  assert.ok(Math.abs(both - 200) < 60, String(both))
  const mixed = KEYS.filter((key) => drawOf('arm', 'a', key) < 0.1 && drawOf('template', 'a', key) < 0.1).length
  assert.ok(Math.abs(mixed - 200) < 60, String(mixed))
})

test('the propensity is that of the arm', () => {
  const arms = new Map(KEYS.slice(0, 200).map((key) => [assign('trial', key).arm, assign('trial', key).propensity]))
  assert.deepEqual(
    [...arms].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    [
      ['cold', 0.1],
      ['warm', 0.9],
    ],
  )
  assert.equal(assign('trial', 'abc', 0).arm, 'warm')
  assert.equal(assign('trial', 'abc', 1).arm, 'cold')
})

test('parts are not confused with each other', () => {
  assert.notEqual(drawOf('arm', 'ab', 'c'), drawOf('arm', 'a', 'bc'))
})
