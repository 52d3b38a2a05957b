import { z } from 'zod'
import { Time } from '../../schema/listing/words.ts'

const JobListing = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  schedule: z.string(),
  timezone: z.string(),
  missed: z.enum(['run', 'skip']),
  prompt: z.string(),
  deliver: z.string(),
  state: z.enum(['active', 'paused']),
  nextAt: Time.nullable(),
  lastAt: Time.nullable(),
  lastState: z.string().nullable().describe('how the last run ended: answered, silent, failed, ...'),
  lastNote: z.string().nullable(),
  runs: z.number().int(),
})

export const JobList = z
  .object({
    jobs: z.array(JobListing),
    changed: z
      .object({ how: z.enum(['added', 'paused', 'resumed', 'queued', 'removed']), job: JobListing })
      .nullable()
      .describe('what this command did; null: it only looked'),
    isServed: z.boolean().describe('a gateway runs; where none does, nothing is run'),
  })
  .describe('Scheduled jobs.')

export type JobListing = z.infer<typeof JobListing>
export type JobList = z.infer<typeof JobList>
