import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullSession } from '../../../../tests/support/session-fixture.ts'
import { lookOf, thinned } from './timeline-dots.ts'

test('in a short session every call has its own mark', () => {
  const { timeline } = fullSession()
  const { dots, rows, last } = thinned(timeline)
  assert.equal(dots.length, timeline.length)
  assert.equal(rows.at(-1), 'in sub-agents')
  assert.equal(last, Math.max(...timeline.map((call) => call.position)))
})

test('the marks of a very long session are bounded, and no outcome disappears', () => {
  const { timeline } = fullSession(60_000)
  const { dots } = thinned(timeline)
  assert.ok(dots.length < 6000)
  assert.deepEqual(new Set(dots.map((dot) => dot.look)), new Set(timeline.map(lookOf)))
})

test('beyond a dozen tools the least used share a row', () => {
  const timeline = fullSession().timeline.map((call, index) => ({ ...call, agent: null, tool: `tool-${index % 30}` }))
  const { rows } = thinned(timeline)
  assert.equal(rows.length, 12)
  assert.equal(rows.at(-1), 'other tools')
})
