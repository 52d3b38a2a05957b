import assert from 'node:assert/strict'
import { test } from 'node:test'
import { among, anyOf, given, where } from './statement.ts'

test('conditions are joined with their values in order, and what is not given does not narrow', () => {
  assert.deepEqual(
    where('call.seeded = 0', given('source = ?', 'pi'), given('tool = ?', undefined), false, [
      'at > ? and at < ?',
      1,
      9,
    ]),
    { sql: 'call.seeded = 0 and source = ? and at > ? and at < ?', values: ['pi', 1, 9] },
  )
  assert.deepEqual(where(where(['a = ?', 1]), anyOf([where(['b = ?', 2]), where(['c = ?', 3])])), {
    sql: 'a = ? and (b = ? or c = ?)',
    values: [1, 2, 3],
  })
})

test('no condition lets everything through, and none of no values nothing', () => {
  assert.deepEqual(where(), { sql: '1 = 1', values: [] })
  assert.deepEqual(among('id', []), { sql: '1 = 0', values: [] })
  assert.deepEqual(anyOf([]), { sql: '1 = 0', values: [] })
  assert.deepEqual(among('id', ['a', 'b']), { sql: 'id in (?, ?)', values: ['a', 'b'] })
})

test('a condition that must hold stays also where its value is missing by mistake', () => {
  const nobody: string = ({} as { owner: string }).owner
  assert.equal(where(['owner = ?', nobody]).sql, 'owner = ?')
})
