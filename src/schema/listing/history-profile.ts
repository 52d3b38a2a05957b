import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Bounds, Estimate, Rate, Reason } from './rate.ts'
import { Cause, Count, Finite, recordOf, TEXT_ALONE, ToolKind, Outcomes } from './words.ts'

const Causes = described(
  v.object({ agent: Count, environment: Count, user: Count, expected: Count, 'not-run': Count }),
  'errors by cause',
)

/** What a group of sessions has in common with every other group: how many, how much, how reliable. */
const groupShape = {
  sessions: described(Count, 'sessions that made calls'),
  calls: described(Count, 'trivial ones left out'),
  unknown: described(Count, 'calls whose outcome cannot be told'),
  masked: described(Count, 'calls that looked fine and had failed; they count as ok'),
  errorRate: described(
    v.nullable(Rate),
    'errors of all calls whose outcome is known; unknown ones are in neither. Null where under half are known: see bounds',
  ),
  agentErrorRate: described(v.nullable(Rate), 'only the errors that the agent caused'),
  bounds: v.optional(Bounds),
  reason: Reason,
}

export const EarlyLate = describedObject('early against late', {
  early: described(v.nullable(Rate), 'error rate of the first 20 % of the calls of each session'),
  late: described(v.nullable(Rate), 'error rate of the last 20 %'),
  difference: described(
    v.nullable(Estimate),
    'late minus early inside the same session and the same kind of work, weighted; negative is better',
  ),
  amongAll: described(
    v.nullable(Estimate),
    'calls after the tenth minus the first ten, over all sessions that got there. Where sessions end because of how they go, this errs in the other direction',
  ),
  verdict: described(
    v.picklist(['improves', 'worsens', 'no-clear-difference', 'not-enough-data']),
    'a change only where difference and amongAll both show it',
  ),
  reason: Reason,
})

const LengthBucket = v.picklist(['0-50', '51-100', '101+'])

export const Signature = describedObject('one kind of error', {
  signature: described(v.string(), 'stable id of tool and normalised message'),
  tool: v.string(),
  cause: Cause,
  message: described(v.string(), 'with what varies replaced'),
  count: Count,
  sessions: Count,
  callsSpent: described(
    Count,
    'from the failing call to the one that worked, or to the last try; at most ten an error',
  ),
  recovered: described(
    v.nullable(Rate),
    'share followed within ten calls by one that worked, of the same shape, else of the same tool; null where failing was the answer or the user stopped it',
  ),
  reason: Reason,
  workedNext: v.array(v.object({ tool: v.string(), subject: v.string(), count: Count })),
  example: described(v.string(), 'id of a failing call, for `warmstart explain`'),
})

export const Driver = describedObject('what goes together with errors; not a cause', {
  driver: described(v.string(), 'stable name'),
  description: described(v.string(), 'what is compared with what'),
  exposed: described(v.nullable(Rate), 'rate of agent-caused errors where it holds'),
  unexposed: described(v.nullable(Rate), 'and where it does not'),
  difference: described(v.nullable(Estimate), 'exposed minus unexposed, inside the same session and kind of work'),
  reason: Reason,
})

const Masked = describedObject(
  'calls that looked fine and had failed, because a pipe or a later command had the last word; they count as ok elsewhere',
  {
    calls: Count,
    sessions: described(Count, 'sessions with such calls'),
    share: described(v.nullable(Rate), 'of all calls whose outcome is known'),
    reason: Reason,
    byMask: described(
      v.array(
        v.object({ mask: described(v.string(), 'what hid the failure, e.g. `| tail`'), calls: Count, sessions: Count }),
      ),
      'most calls first',
    ),
    byProject: described(v.array(v.object({ project: v.string(), calls: Count, sessions: Count })), 'most calls first'),
  },
)

const ErrorCost = describedObject('what errors of the agent and its environment cost', {
  calls: described(Count, 'each from a failed call to the one that worked, or to the last try; at most ten an error'),
  tokens: described(
    v.nullable(Count),
    "the errors' share of each session's calls, as a share of its tokens: an estimate; null where no session records tokens",
  ),
  tokensSessions: described(Count, 'sessions that record tokens'),
  usd: described(
    v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))),
    'the same of money; null where no agent recorded a price',
  ),
  usdSessions: described(Count, 'sessions that record a price'),
})

/** What the history shows. */
export const HistoryProfile = describedObject('How reliable the sessions in the store are.', {
  filter: described(recordOf(v.union([v.string(), Finite])), 'what it was narrowed to; empty: all'),
  sessions: described(Count, 'sessions that fit the filter'),
  sessionsWithCalls: Count,
  calls: described(Count, 'trivial ones left out'),
  outcomes: Outcomes,
  textAlone: described(Count, TEXT_ALONE),
  errorRate: v.nullable(Rate),
  agentErrorRate: v.nullable(Rate),
  bounds: v.optional(Bounds),
  reason: Reason,
  withTrivial: v.object({ calls: Count, outcomes: Outcomes, errorRate: v.nullable(Rate), reason: Reason }),
  masked: Masked,
  errorCost: ErrorCost,
  byCause: Causes,
  byLength: described(
    v.array(v.object({ bucket: LengthBucket, ...groupShape })),
    'by messages of the session. Long sessions may be long because they went well: see byPosition',
  ),
  byPosition: described(
    v.array(
      v.object({
        positions: described(v.string(), 'calls at these places of their session, e.g. 1-10'),
        lengths: v.array(
          v.object({
            bucket: LengthBucket,
            sessions: Count,
            errorRate: v.nullable(Rate),
            reason: Reason,
          }),
        ),
      }),
    ),
    'the same place in sessions that became short, middling and long: survivorship shows here',
  ),
  byTool: v.array(v.object({ tool: v.string(), kind: ToolKind, ...groupShape })),
  byKind: v.array(v.object({ kind: ToolKind, ...groupShape })),
  byTaskType: v.array(
    v.object({
      taskType: v.picklist(['code', 'file', 'research', 'mixed']),
      ...groupShape,
      earlyLate: EarlyLate,
    }),
  ),
  codeFirst: describedObject(
    'do sessions whose first 30 calls are mostly code improve, and mostly file work degrade?',
    {
      code: v.object({ sessions: Count, earlyLate: EarlyLate }),
      file: v.object({ sessions: Count, earlyLate: EarlyLate }),
      contrast: described(v.nullable(Estimate), 'change in code-first sessions minus change in file-first ones'),
      answer: v.string(),
      reason: Reason,
    },
  ),
  bySource: v.array(v.object({ source: v.string(), ...groupShape })),
  byPlatform: v.array(v.object({ platform: v.string(), ...groupShape })),
  byModel: v.array(v.object({ model: v.string(), ...groupShape })),
  byProject: v.array(v.object({ project: v.string(), ...groupShape })),
  byMonth: described(v.array(v.object({ month: v.string(), ...groupShape, byCause: Causes })), 'UTC'),
  earlyLate: v.object({ ...EarlyLate.entries, agentOnly: EarlyLate }),
  recoveries: v.object({
    errors: described(Count, 'errors that the agent or its environment caused'),
    recovered: v.nullable(Rate),
    reason: Reason,
  }),
  drivers: v.object({
    notCausal: v.string(),
    items: v.array(Driver),
  }),
  signatures: described(v.array(Signature), 'the ten on which most calls were spent'),
  mistakes: described(v.array(Signature), 'of those that the agent caused, the three on which most calls were spent'),
  statement: described(v.string(), 'what the data shows and what it cannot, in plain words'),
})

export type HistoryProfile = v.InferOutput<typeof HistoryProfile>
export type EarlyLate = v.InferOutput<typeof EarlyLate>
export type Driver = v.InferOutput<typeof Driver>
export type Signature = v.InferOutput<typeof Signature>
