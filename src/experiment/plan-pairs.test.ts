import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declarationOf } from '../../tests/support/experiment.ts'
import { planPairs } from './plan-pairs.ts'

const arms = (names: readonly string[]) =>
  names.map((name) => ({ name, treatment: { kind: 'cold' as const }, share: null }))

test('every task runs as often in every arm, and every arm goes first equally often', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 2, max: 4 }),
      fc.nat(),
      (ids, repeats, count, seed) => {
        const names = Array.from({ length: count }, (_, index) => `arm-${index}`)
        const tasks = ids.map((id) => ({ id, checksum: 'c' }))
        const pairs = planPairs({ tasks, repeats, arms: arms(names), seed })
        assert.equal(pairs.length, ids.length * repeats)
        for (const { arms: order } of pairs) assert.deepEqual(order.toSorted(), names)
        const firsts = names.map((name) => pairs.filter(({ arms: [first] }) => first === name).length)
        assert.ok(Math.max(...firsts) - Math.min(...firsts) <= 1)
        // Interleaved: the first repeat of all tasks comes before the second of any.
        assert.deepEqual(
          pairs.map(({ repeat }) => repeat),
          pairs.map(({ repeat }) => repeat).toSorted((one, other) => one - other),
        )
        assert.deepEqual(planPairs({ tasks, repeats, arms: arms(names), seed }), pairs)
      },
    ),
  )
})

test('another seed gives another order of the same pairs', () => {
  const tasks = Array.from({ length: 20 }, (_, index) => ({ id: `t${index}`, checksum: 'c' }))
  const orders = [1, 2].map((seed) => planPairs(declarationOf({ tasks, seed })).map(({ task }) => task))
  assert.notDeepEqual(orders[0], orders[1])
  assert.deepEqual(orders[0]?.toSorted(), orders[1]?.toSorted())
})
