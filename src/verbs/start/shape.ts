import { z } from 'zod'
import { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { SyncReport } from '../../schema/listing/sync-report.ts'
import { Count } from '../../schema/listing/words.ts'

/** A template that is in use or waits, in a line. */
const Carried = z.object({
  template: z.string(),
  project: z.string().nullable(),
  patterns: Count,
  recoveries: Count,
  sessions: Count.describe('that it was made from'),
  shows: z.array(z.string()).describe('what it holds of most use: at most 3 shapes of calls'),
})

/** A lesson in a line. */
const StartLesson = z.object({
  id: z.string(),
  project: z.string(),
  kind: z.string(),
  text: z.string(),
  sessions: Count.describe('independent sessions that made the mistake'),
  of: Count.describe('sessions that could have made it'),
  state: z.enum(['candidate', 'active']).describe('candidate: waits for a yes; active: hooks give it to new sessions'),
})

/** The figures of the first screen. */
const Figures = HistoryProfile.pick({
  sessions: true,
  sessionsWithCalls: true,
  calls: true,
  outcomes: true,
  errorRate: true,
  agentErrorRate: true,
  bounds: true,
  reason: true,
  byCause: true,
  masked: true,
  errorCost: true,
  mistakes: true,
  bySource: true,
  byModel: true,
}).describe('what `profile` says about all history, the main figures of it')

/** What the main job found: a sync, and whose history it was. */
export const StartReport = SyncReport.extend({
  sample: z.boolean().describe("made-up sessions were used, because no agent's history was found on this machine"),
  store: z.string().describe('address of the store that holds what was read; the sample has one of its own'),
  figures: Figures,
  headline: z.array(z.string()).describe('how reliable it is, in a few lines'),
  page: z.string().nullable().describe('the report that was written, one HTML file; null where it could not be'),
  lessons: z
    .array(StartLesson)
    .describe('the most valuable lessons of the projects worked on most lately, at most five'),
  lessonsLeftOut: z
    .object({
      told: Count.describe("lessons that the projects' own instruction files say already"),
      stale: Count.describe(
        'lessons that are no longer true, or cannot be checked and were last seen over 30 days ago',
      ),
    })
    .describe('lessons of these projects that no session is told, and why'),
  carryOver: z
    .object({ inUse: z.array(Carried), proposed: z.array(Carried) })
    .describe('what new sessions could be given: templates that are in use, and candidates that wait for a person'),
  turnOn: z
    .string()
    .nullable()
    .describe(
      'the one command that gives it to new sessions from now on, or what is found later; null: it is on, or nobody is there to give it to',
    ),
}).describe('What `start` found: a sync, what to carry over, and how to turn that on.')

export type StartReport = z.infer<typeof StartReport>
