import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ReadJob } from '../plan/read-job.ts'
import { shareJobs, takeJobs } from './job-list.ts'

const job = fc.record({
  fileId: fc.string({ unit: 'binary' }),
  path: fc.string({ unit: 'grapheme' }),
  size: fc.nat(),
  modifiedAt: fc.nat(),
  isKnown: fc.boolean(),
  previous: fc.option(fc.record({ readTo: fc.nat(), mark: fc.string() }), { nil: undefined }),
}) as unknown as fc.Arbitrary<ReadJob>

test('two that go through a list from its two ends get every job once, as it was', () => {
  fc.assert(
    fc.property(fc.array(job, { maxLength: 20 }), fc.infiniteStream(fc.boolean()), (jobs, turns) => {
      const list = shareJobs(jobs)
      const slots = [...jobs.keys()]
      const ends = [takeJobs(list, slots), takeJobs(list, slots.toReversed())]
      const got: ReadJob[] = []
      for (const turn of turns) {
        const next = ends[turn ? 1 : 0]?.next()
        if (next === undefined || next.done === true) break
        got.push(next.value)
      }
      for (const end of ends) got.push(...end)
      const key = (each: ReadJob) => JSON.stringify(each)
      assert.deepEqual(got.map(key).toSorted(), jobs.map(key).toSorted())
    }),
  )
})
