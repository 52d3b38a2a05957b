import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extremes } from './groups.ts'

const tool = (name: string, rate: number, n: number) => ({ name, rate: { rate, low: 0, high: 1, n } })

test('extremes are named only among rates that rest on enough calls', () => {
  const found = extremes([tool('rare', 0, 1), tool('a', 0.1, 20), tool('b', 0.2, 50), { name: 'silent', rate: null }])
  assert.deepEqual([found?.most.name, found?.least.name], ['b', 'a'])
  assert.equal(extremes([tool('a', 0.1, 19), tool('b', 0.2, 50)]), undefined)
})

test('of equal rates the one that rests on most is named, and without a difference none', () => {
  const found = extremes([tool('few', 0, 20), tool('many', 0, 90), tool('b', 0.2, 50)])
  assert.equal(found?.least.name, 'many')
  assert.equal(extremes([tool('a', 0, 30), tool('b', 0, 40)]), undefined)
})
