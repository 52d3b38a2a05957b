import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ruleLines } from './rule-lines.ts'

test('of a system message the lines are kept that tell what to do', () => {
  const text = [
    '# Agent policy',
    'You are a helpful agent. The current time is 2026-05-15. You should only make one call at a time.',
    '- **Never** give advice on taxes.',
    '- Prices are in euros',
    '1. Use the order number to find an order.',
    '```',
    'always = true',
    '```',
    'What must you do?',
  ].join('\n')
  assert.deepEqual(ruleLines(text).split('\n'), [
    'You should only make one call at a time.',
    'Never give advice on taxes.',
    'Use the order number to find an order.',
  ])
})

test('a system message of megabytes is bounded, however its lines are made', () => {
  const rule = (n: number): string => `You must always do the thing number ${n} before the others.`
  const many = Array.from({ length: 60_000 }, (_, n) => rule(n)).join('\n')
  assert.ok(ruleLines(many).length <= 3_000)
  assert.equal(ruleLines('x'.repeat(5_000_000)), '')
  assert.ok(ruleLines(`${'a. '.repeat(1_000_000)}you must`).length <= 3_000)
})

test('whatever a system message holds, its rules are lines of it and few', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      assert.ok(ruleLines(text).length <= 3_000)
    }),
  )
})
