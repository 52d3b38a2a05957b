import { z } from 'zod'
import { Count } from './words.ts'

const SyncTotals = z.object({
  files: Count.describe('files with history found, changed or not'),
  sessions: Count.describe('sessions known from here, of earlier runs too; those without an owner left out'),
  calls: Count.describe('calls known from here, each counted once; seeded ones left out'),
  ok: Count,
  error: Count,
  unknown: Count,
  newCalls: Count.describe('calls this run has seen for the first time, copies in resumed sessions included'),
  issues: Count.describe('what could not be read or understood; `doctor` lists it'),
  ms: Count.describe('time spent reading and writing'),
})

const SyncLine = SyncTotals.extend({ source: z.string(), path: z.string().describe('the place that was looked into') })

/** An agent that is on this machine and that no source reads. */
export const NotRead = z.object({
  agent: z.string().describe('its name; `--source` will take it once the agent is read'),
  title: z.string().describe('as people call it'),
  sessions: Count.nullable().describe('found on this machine; null where they cannot be counted'),
  path: z.string().describe('where they are'),
})

export type NotRead = z.infer<typeof NotRead>

/** What a sync found and did. */
export const SyncReport = z
  .object({
    sources: z.array(SyncLine).describe('one entry per source and place that has history'),
    totals: SyncTotals,
    unowned: Count.describe(
      'chat sessions without a user in this store: left out of counts, listings and mining until `owner claim`',
    ),
    unreadable: z
      .array(
        z.object({
          source: z.string().nullable().describe('null where the source is not known'),
          path: z.string(),
          code: z.enum(['unreadable', 'unknown-format', 'no-such-path', 'link-outside']),
          message: z.string(),
        }),
      )
      .describe(
        'places and files that could not or must not be looked into, and at places given by hand every file that was not recognised, up to 1,000',
      ),
    joined: z
      .array(z.object({ project: z.string(), id: z.string(), kind: z.string(), text: z.string() }))
      .describe(
        'lessons that joined by themselves since a person was last told, in projects with a yes (`lessons accept --all`)',
      ),
    notRead: z.array(NotRead).describe('agents found on this machine that are not read yet; with `--path` empty'),
  })
  .describe('What a sync found and did.')

export type SyncReport = z.infer<typeof SyncReport>
