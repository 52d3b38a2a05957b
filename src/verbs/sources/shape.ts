import { z } from 'zod'
import { NotRead } from '../../schema/listing/sync-report.ts'
import { Count } from '../../schema/listing/words.ts'

const Telling = z.enum(['yes', 'partly', 'no'])

/** One agent whose history can be read. */
export const SourceListing = z.object({
  source: z.string().describe('as --source takes it'),
  title: z.string().describe('as people call it'),
  locations: z
    .array(z.object({ path: z.string(), exists: z.boolean() }))
    .describe('where it is looked for on this machine; empty for formats without a place of their own'),
  capabilities: z
    .object({
      outcomes: Telling.describe('whether a call worked, by a flag, a status or a code'),
      exitCodes: Telling,
      usage: Telling.describe('tokens'),
      cost: Telling.describe('money, as the agent worked it out'),
      compactions: Telling,
      subagents: Telling,
      projects: Telling.describe('the directory or repository that was worked in'),
    })
    .describe('what its records tell: all of them, some, or none; what none tells is guessed from text or not known'),
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
