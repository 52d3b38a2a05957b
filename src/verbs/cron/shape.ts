import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Time, Whole } from '../../schema/listing/words.ts'

const JobListing = v.object({
  id: v.string(),
  name: v.string(),
  owner: v.string(),
  schedule: v.string(),
  timezone: v.string(),
  missed: v.picklist(['run', 'skip']),
  prompt: v.string(),
  deliver: v.string(),
  state: v.picklist(['active', 'paused']),
  nextAt: v.nullable(Time),
  lastAt: v.nullable(Time),
  lastState: described(v.nullable(v.string()), 'how the last run ended: answered, silent, failed, ...'),
  lastNote: v.nullable(v.string()),
  runs: Whole,
})

export const JobList = describedObject('Scheduled jobs.', {
  jobs: v.array(JobListing),
  changed: described(
    v.nullable(v.object({ how: v.picklist(['added', 'paused', 'resumed', 'queued', 'removed']), job: JobListing })),
    'what this command did; null: it only looked',
  ),
  isServed: described(v.boolean(), 'a gateway runs; where none does, nothing is run'),
})

export type JobListing = v.InferOutput<typeof JobListing>
export type JobList = v.InferOutput<typeof JobList>
