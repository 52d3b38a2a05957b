import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Asked, createRepeatedCalls } from './repeated-calls.ts'

const callOf = (result: string | undefined, more: Partial<Asked> = {}): Asked => ({
  tool: 'skill_view',
  args: { name: 'deploy' },
  argsText: '{"name":"deploy"}',
  result,
  input: {},
  ...more,
})

test('a call that came twice before with the same arguments and result is not read again', () => {
  let reads = 0
  const read = createRepeatedCalls(() => ++reads)
  const readings = [1, 2, 3, 4].map(() => read(callOf('Use the script.')))
  assert.deepEqual(readings, [1, 2, 2, 2])
})

test('calls whose flags, fields or arguments in plain text could tell more are read every time', () => {
  for (const call of [
    callOf('done', { input: { flag: 'error' } }),
    callOf('done', { args: 'deploy' }),
    callOf(undefined),
    callOf('long '.repeat(10_000)),
  ]) {
    let reads = 0
    const read = createRepeatedCalls(() => ++reads)
    for (let time = 0; time < 4; time++) read(call)
    assert.equal(reads, 4)
  }
})

test('whatever came before, a call is read as it would be alone', () => {
  const word = fc.constantFrom(
    '',
    'a',
    'b',
    'ab',
    'a'.repeat(40),
    `${'a'.repeat(39)}b`,
    `${'a'.repeat(20)}b${'a'.repeat(19)}`,
  )
  const calls = fc.record({ tool: fc.constantFrom('x', 'y'), name: word, result: word })
  fc.assert(
    fc.property(fc.array(calls, { maxLength: 60 }), (made) => {
      const alone = (call: Asked): string => JSON.stringify([call.tool, call.args, call.result])
      const read = createRepeatedCalls(alone)
      for (const { tool, name, result } of made) {
        const args = { name }
        const call = { tool, args, argsText: JSON.stringify(args), result, input: {} }
        assert.equal(read(call), alone(call))
      }
    }),
  )
})

test('what is kept is bounded: when other calls have filled it, a call is read anew', () => {
  let reads = 0
  const read = createRepeatedCalls(() => ++reads)
  for (let time = 0; time < 3; time++) read(callOf('first'))
  assert.equal(reads, 2)
  for (let other = 0; other < 400; other++) {
    const long = callOf(`${other} `.repeat(2_500))
    read(long)
    read(long)
  }
  const before = reads
  read(callOf('first'))
  assert.equal(reads, before + 1)
})
