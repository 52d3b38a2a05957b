import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showsSomething } from './shows-something.ts'

const SHOWN: readonly (readonly [boolean, Record<string, unknown>, string])[] = [
  [true, { order_id: '#W<7 digits>' }, '(JSON: {status: text})'],
  [true, { items: [{ id: '<id>', count: 2 }] }, '(JSON: {status: text})'],
  [false, { order_id: '<order-id>' }, '(JSON: {status: text})'],
  [false, { items: [{ id: '<id>' }], note: null, name: '' }, '(JSON: {status: text})'],
  [false, {}, '(JSON: {status: text})'],
  [false, { status: 'open' }, '(succeeded with 850 characters)'],
  [false, { status: 'open' }, '(850 characters, not shown)'],
  [false, { status: 'open' }, '(JSON: [])'],
  [false, { status: 'open' }, '(no output)'],
  [false, { status: 'open' }, ''],
  [true, { status: 'open' }, '3 orders'],
]

test('an example shows something when it has a value and a result', () => {
  for (const [expected, given, result] of SHOWN)
    assert.equal(
      showsSomething({ kind: 'general', arguments: given, result }),
      expected,
      JSON.stringify([given, result]),
    )
})

test('of a command the line itself is the value, and that it worked is a result', () => {
  const command = { kind: 'terminal' as const, arguments: { command: 'make test' } }
  assert.ok(showsSomething({ ...command, result: '(succeeded with 850 characters in 3 lines)' }))
  assert.ok(showsSomething({ ...command, result: '(no output)' }))
  assert.ok(!showsSomething({ ...command, arguments: { command: '<command>' }, result: '(no output)' }))
})
