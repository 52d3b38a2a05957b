import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Count } from './words.ts'

const SyncTotals = v.object({
  files: described(Count, 'files with history found, changed or not'),
  sessions: described(Count, 'sessions known from here, of earlier runs too; those without an owner left out'),
  calls: described(Count, 'calls known from here, each counted once; seeded ones left out'),
  ok: Count,
  error: Count,
  unknown: Count,
  newCalls: described(Count, 'calls this run has seen for the first time, copies in resumed sessions included'),
  issues: described(Count, 'what could not be read or understood; `doctor` lists it'),
  ms: described(Count, 'time spent reading and writing'),
})

const SyncLine = v.object({
  ...SyncTotals.entries,
  source: v.string(),
  path: described(v.string(), 'the place that was looked into'),
})

/** An agent that is on this machine and that no source reads. */
export const NotRead = v.object({
  agent: described(v.string(), 'its name; `--source` will take it once the agent is read'),
  title: described(v.string(), 'as people call it'),
  sessions: described(v.nullable(Count), 'found on this machine; null where they cannot be counted'),
  path: described(v.string(), 'where they are'),
})

export type NotRead = v.InferOutput<typeof NotRead>

/** What a sync found and did. */
export const SyncReport = describedObject('What a sync found and did.', {
  sources: described(v.array(SyncLine), 'one entry per source and place that has history'),
  totals: SyncTotals,
  unowned: described(
    Count,
    'chat sessions without a user in this store: left out of counts, listings and mining until `owner claim`',
  ),
  unreadable: described(
    v.array(
      v.object({
        source: described(v.nullable(v.string()), 'null where the source is not known'),
        path: v.string(),
        code: v.picklist(['unreadable', 'unknown-format', 'no-such-path', 'link-outside']),
        message: v.string(),
      }),
    ),
    'places and files that could not or must not be looked into, and at places given by hand every file that was not recognised, up to 1,000',
  ),
  joined: described(
    v.array(v.object({ project: v.string(), id: v.string(), kind: v.string(), text: v.string() })),
    'lessons that joined by themselves since a person was last told, in projects with a yes (`lessons accept --all`)',
  ),
  notRead: described(v.array(NotRead), 'agents found on this machine that are not read yet; with `--path` empty'),
})

export type SyncReport = v.InferOutput<typeof SyncReport>
