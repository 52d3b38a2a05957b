import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { createLanes } from './lanes.ts'

test('whatever comes in whatever order, a lane keeps its order and works on one thing at a time, and never too many work', async () => {
  const item = fc.record({
    lane: fc.constantFrom('a', 'b', 'c', 'd'),
    turns: fc.nat(4),
    tries: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), async (items, most) => {
      const done: { lane: string; index: number }[] = []
      const busy = new Set<string>()
      const tries = new Map<number, number>()
      const lanes = createLanes<{ index: number; turns: number; tries: number }>({
        most,
        run: async ({ index, turns, tries: wanted }, lane) => {
          assert.ok(!busy.has(lane))
          busy.add(lane)
          assert.ok(busy.size <= most)
          for (let count = 0; count < turns; count++) await turn()
          busy.delete(lane)
          const tried = (tries.get(index) ?? 0) + 1
          tries.set(index, tried)
          if (tried < wanted) return tried % 2
          done.push({ lane, index })
          return undefined
        },
      })
      for (const [index, { lane, ...rest }] of items.entries()) {
        lanes.add(lane, { index, ...rest }, index)
        if (index % 3 === 0) await turn()
      }
      while (done.length < items.length) await turn()
      await lanes.settled()
      assert.deepEqual([lanes.running(), lanes.waiting()], [0, 0])
      for (const lane of ['a', 'b', 'c', 'd']) {
        const order = done.filter((each) => each.lane === lane).map(({ index }) => index)
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        )
      }
    }),
    { numRuns: 50 },
  )
})

test('after a stop what runs ends, and nothing new is begun', async () => {
  const begun: number[] = []
  const lanes = createLanes<number>({
    most: 1,
    run: async (item) => {
      begun.push(item)
      await turn()
      return undefined
    },
  })
  lanes.add('a', 1, 1)
  lanes.add('a', 2, 2)
  lanes.add('b', 3, 3)
  lanes.stop()
  await lanes.settled()
  assert.deepEqual(begun, [1])
  assert.equal(lanes.waiting(), 2)
})

test('what comes first goes first, even where it is added behind something that waits for it', async () => {
  const done: number[] = []
  const lanes = createLanes<number>({
    most: 2,
    run: async (item) => {
      if (item === 2 && !done.includes(1)) return 1_000_000
      done.push(item)
      return undefined
    },
  })
  lanes.add('a', 2, 2)
  lanes.add('a', 3, 3)
  await turn()
  lanes.add('a', 1, 1)
  while (done.length < 3) await turn()
  assert.deepEqual(done, [1, 2, 3])
})
