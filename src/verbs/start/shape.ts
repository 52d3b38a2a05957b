import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { SyncReport } from '../../schema/listing/sync-report.ts'
import { Count } from '../../schema/listing/words.ts'

/** A template that is in use or waits, in a line. */
const Carried = v.object({
  template: v.string(),
  project: v.nullable(v.string()),
  patterns: Count,
  recoveries: Count,
  sessions: described(Count, 'that it was made from'),
  shows: described(v.array(v.string()), 'what it holds of most use: at most 3 shapes of calls'),
})

/** A lesson in a line. */
const StartLesson = v.object({
  id: v.string(),
  project: v.string(),
  kind: v.string(),
  text: v.string(),
  sessions: described(Count, 'independent sessions that made the mistake'),
  of: described(Count, 'sessions that could have made it'),
  state: described(
    v.picklist(['candidate', 'active']),
    'candidate: waits for a yes; active: hooks give it to new sessions',
  ),
})

/** The figures of the first screen. */
const Figures = described(
  v.pick(v.object(HistoryProfile.entries), [
    'sessions',
    'sessionsWithCalls',
    'calls',
    'outcomes',
    'errorRate',
    'agentErrorRate',
    'bounds',
    'reason',
    'byCause',
    'masked',
    'errorCost',
    'mistakes',
    'bySource',
    'byModel',
  ]),
  'what `profile` says about all history, the main figures of it',
)

export const StartReport = describedObject('What `start` found: a sync, what to carry over, and how to turn that on.', {
  ...SyncReport.entries,
  sample: described(v.boolean(), "made-up sessions were used, because no agent's history was found on this machine"),
  store: described(v.string(), 'address of the store that holds what was read; the sample has one of its own'),
  figures: Figures,
  headline: described(v.array(v.string()), 'how reliable it is, in a few lines'),
  page: described(v.nullable(v.string()), 'the report that was written, one HTML file; null where it could not be'),
  lessons: described(
    v.array(StartLesson),
    'the most valuable lessons of the projects worked on most lately, at most five',
  ),
  lessonsLeftOut: describedObject('lessons of these projects that no session is told, and why', {
    told: described(Count, "lessons that the projects' own instruction files say already"),
    stale: described(
      Count,
      'lessons that are no longer true, or cannot be checked and were last seen over 30 days ago',
    ),
  }),
  carryOver: described(
    v.object({ inUse: v.array(Carried), proposed: v.array(Carried) }),
    'what new sessions could be given: templates that are in use, and candidates that wait for a person',
  ),
  turnOn: described(
    v.nullable(v.string()),
    'the one command that gives it to new sessions from now on, or what is found later; null: it is on, or nobody is there to give it to',
  ),
})

export type StartReport = v.InferOutput<typeof StartReport>
