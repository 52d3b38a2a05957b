import { z } from 'zod'
import { ConfigReport } from '../../schema/listing/config-report.ts'
import { NotRead } from '../../schema/listing/sync-report.ts'
import { HookFigures } from '../../schema/listing/hook-figures.ts'
import { Count } from '../../schema/listing/words.ts'

/** What was found where, and what could not be read. */
export const DoctorReport = z
  .object({
    warmstart: z.string().describe('version'),
    node: z.string().describe('version'),
    sqlite: z.string().describe('version'),
    platform: z.string(),
    store: z.object({
      address: z.string().describe('without its password'),
      engine: z.enum(['sqlite', 'postgres']),
    }),
    owner: z.string(),
    configuration: ConfigReport,
    hooks: z
      .object({
        arm: z
          .enum(['warm', 'cold', 'off'])
          .nullable()
          .describe('as WARMSTART_ARM says, in the environment or in .env; null: by chance'),
        limitMs: Count.describe('the longest time of a hook that may give something'),
        runs: HookFigures,
      })
      .describe('what the hooks of agents do on this machine'),
    places: z
      .array(
        z.object({
          source: z.string(),
          path: z.string(),
          files: Count.describe('there now; places given by hand are not looked into again and show 0'),
          bytes: Count.describe('size of those'),
          read: Count.describe('files in the store that could be read'),
          missing: Count.describe('files in the store that are gone; their facts stay'),
          unreadable: Count.describe('files in the store that could not be read'),
          behind: Count.describe('there now, and new or changed since the last sync'),
        }),
      )
      .describe('per source and place'),
    notRead: z.array(NotRead).describe('agents found on this machine that are not read yet'),
    unowned: z
      .array(z.object({ source: z.string(), platform: z.string().nullable(), sessions: Count }))
      .describe('chat sessions without a user, by platform; `owner claim` gives them an owner'),
    issues: z
      .array(
        z.object({
          source: z.string().nullable(),
          file: z.string(),
          line: Count.describe('0 when it concerns the file as a whole'),
          code: z.string().describe('stable; listed in docs/when-something-cannot-be-read.md'),
          message: z.string(),
        }),
      )
      .describe('what could not be read or understood'),
  })
  .describe('What was found where, what could not be read, and why.')

export type DoctorReport = z.infer<typeof DoctorReport>
