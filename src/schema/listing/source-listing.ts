import { z } from 'zod'
import { NotRead } from './sync-report.ts'
import { Count } from './words.ts'

/** One agent whose history can be read. */
export const SourceListing = z.object({
  source: z.string().describe('as --source takes it'),
  title: z.string().describe('as people call it'),
  locations: z
    .array(z.object({ path: z.string(), exists: z.boolean() }))
    .describe('where it is looked for on this machine; empty for formats without a place of their own'),
  sessions: Count.describe('in the store'),
  calls: Count.describe('in the store, each counted once'),
})

export type SourceListing = z.infer<typeof SourceListing>

/** What `sources --json` prints. */
export const SourceList = z
  .object({
    sources: z.array(SourceListing),
    notRead: z.array(NotRead).describe('agents found on this machine that are not read yet'),
  })
  .describe('The agents whose history can be read, and where it is looked for.')
