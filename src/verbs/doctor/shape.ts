import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { ConfigReport } from '../../schema/listing/config-report.ts'
import { NotRead } from '../../schema/listing/sync-report.ts'
import { HookFigures } from '../../schema/listing/hook-figures.ts'
import { Count } from '../../schema/listing/words.ts'

export const DoctorReport = describedObject('What was found where, what could not be read, and why.', {
  warmstart: described(v.string(), 'version'),
  node: described(v.string(), 'version'),
  sqlite: described(v.string(), 'version'),
  platform: v.string(),
  store: v.object({
    address: described(v.string(), 'without its password'),
    engine: v.picklist(['sqlite', 'postgres']),
  }),
  owner: v.string(),
  configuration: ConfigReport,
  hooks: describedObject('what the hooks of agents do on this machine', {
    arm: described(
      v.nullable(v.picklist(['warm', 'cold', 'off'])),
      'as WARMSTART_ARM says, in the environment or in .env; null: by chance',
    ),
    limitMs: described(Count, 'the longest time of a hook that may give something'),
    runs: HookFigures,
  }),
  places: described(
    v.array(
      v.object({
        source: v.string(),
        path: v.string(),
        files: described(Count, 'there now; places given by hand are not looked into again and show 0'),
        bytes: described(Count, 'size of those'),
        read: described(Count, 'files in the store that could be read'),
        missing: described(Count, 'files in the store that are gone; their facts stay'),
        unreadable: described(Count, 'files in the store that could not be read'),
        behind: described(Count, 'there now, and new or changed since the last sync'),
      }),
    ),
    'per source and place',
  ),
  notRead: described(v.array(NotRead), 'agents found on this machine that are not read yet'),
  unowned: described(
    v.array(v.object({ source: v.string(), platform: v.nullable(v.string()), sessions: Count })),
    'chat sessions without a user, by platform; `owner claim` gives them an owner',
  ),
  issues: described(
    v.array(
      v.object({
        source: v.nullable(v.string()),
        file: v.string(),
        line: described(Count, '0 when it concerns the file as a whole'),
        code: described(v.string(), 'stable; listed in docs/when-something-cannot-be-read.md'),
        message: v.string(),
      }),
    ),
    'what could not be read or understood',
  ),
})

export type DoctorReport = v.InferOutput<typeof DoctorReport>
