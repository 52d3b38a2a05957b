import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutputWatch, createWatchBreaker } from './watch-output.ts'

test('nothing watched for, nothing found', () => {
  assert.deepEqual(createOutputWatch([]).take('error\n', 0), [])
  assert.deepEqual(createOutputWatch(['error']).take('fine\n', 0), [])
})

test('a line is told whole, although it came in pieces', () => {
  const watch = createOutputWatch(['ready'])
  assert.deepEqual(watch.take('server rea', 0), [])
  assert.deepEqual(watch.take('dy on 80\nmore', 1), [{ type: 'match', lines: ['server ready on 80'], suppressed: 0 }])
})

test('colours between its letters hide no line, and are not told', () => {
  const watch = createOutputWatch(['error: no'])
  const [found] = watch.take('\u001b[31merror\u001b[0m: no such file\r\n', 0)
  assert.deepEqual(found, { type: 'match', lines: ['error: no such file'], suppressed: 0 })
})

test('one notice in 15 seconds; what came meanwhile is counted and said with the next', () => {
  const watch = createOutputWatch(['x'])
  assert.equal(watch.take('x1\n', 0).length, 1)
  assert.deepEqual(watch.take('x2\nx3\n', 14_999), [])
  assert.deepEqual(watch.take('x4\n', 15_000), [{ type: 'match', lines: ['x4'], suppressed: 2 }])
})

test('three windows in a row with more than was told: watching stops, once', () => {
  const watch = createOutputWatch(['x'])
  const found: string[] = []
  for (let at = 0; at < 120_000; at += 1_000) found.push(...watch.take('x\n', at).map(({ type }) => type))
  assert.deepEqual(found, ['match', 'match', 'match', 'stopped'])
})

test('a quiet window forgives', () => {
  const watch = createOutputWatch(['x'])
  const found: string[] = []
  for (let window = 0; window < 10; window++) {
    const at = window * 20_000
    found.push(...watch.take('x\n', at).map(({ type }) => type))
    if (window % 2 === 0) watch.take('x\n', at + 1)
  }
  assert.ok(found.every((type) => type === 'match'))
})

test('a notice holds 20 lines and 2,000 characters at most', () => {
  const [many] = createOutputWatch(['x']).take('x\n'.repeat(50), 0)
  assert.ok(many?.type === 'match' && many.lines.length === 20 && many.suppressed === 30)
  const [long] = createOutputWatch(['x']).take(`x${'y'.repeat(7_000)}\n`, 0)
  assert.ok(long?.type === 'match' && (long.lines[0] ?? '').length === 2_001)
})

test('a line without an end is looked at all the same', () => {
  const watch = createOutputWatch(['needle'])
  assert.equal(watch.take(`needle${'.'.repeat(9_000)}`, 0).length, 1)
})

test('too many at once from everywhere: silence, said at its beginning and at its end', () => {
  const breaker = createWatchBreaker()
  const first = Array.from({ length: 17 }, (_, at) => breaker.admit(at))
  assert.deepEqual(first.slice(0, 15), Array(15).fill('yes'))
  assert.deepEqual(first.slice(15), ['tripped', 'no'])
  assert.equal(breaker.admit(30_014), 'no')
  assert.equal(breaker.admit(30_015), 'released')
  assert.equal(breaker.admit(30_016), 'yes')
})
