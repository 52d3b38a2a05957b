import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { NotRead } from '../../schema/listing/sync-report.ts'
import { Count } from '../../schema/listing/words.ts'

const Telling = v.picklist(['yes', 'partly', 'no'])

/** One agent whose history can be read. */
export const SourceListing = v.object({
  source: described(v.string(), 'as --source takes it'),
  title: described(v.string(), 'as people call it'),
  locations: described(
    v.array(v.object({ path: v.string(), exists: v.boolean() })),
    'where it is looked for on this machine; empty for formats without a place of their own',
  ),
  capabilities: describedObject(
    'what its records tell: all of them, some, or none; what none tells is guessed from text or not known',
    {
      outcomes: described(Telling, 'whether a call worked, by a flag, a status or a code'),
      exitCodes: Telling,
      usage: described(Telling, 'tokens'),
      cost: described(Telling, 'money, as the agent worked it out'),
      compactions: Telling,
      subagents: Telling,
      projects: described(Telling, 'the directory or repository that was worked in'),
      systemMessages: described(Telling, 'what the model was told before the first message'),
    },
  ),
  sessions: described(Count, 'in the store'),
  calls: described(Count, 'in the store, each counted once'),
})

export type SourceListing = v.InferOutput<typeof SourceListing>

export const SourceList = describedObject('The agents whose history can be read, and where it is looked for.', {
  sources: v.array(SourceListing),
  notRead: described(v.array(NotRead), 'agents found on this machine that are not read yet'),
})
