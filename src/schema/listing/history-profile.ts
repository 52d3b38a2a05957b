import { z } from 'zod'
import { Bounds, Estimate, Rate, Reason } from './rate.ts'
import { Cause, Count, TEXT_ALONE, ToolKind } from './words.ts'

const Outcomes = z.object({ ok: Count, error: Count, unknown: Count })
const Causes = z
  .object({ agent: Count, environment: Count, user: Count, expected: Count, 'not-run': Count })
  .describe('errors by cause')

/** What a group of sessions has in common with every other group: how many, how much, how reliable. */
const groupShape = {
  sessions: Count.describe('sessions that made calls'),
  calls: Count.describe('trivial ones left out'),
  unknown: Count.describe('calls whose outcome cannot be told'),
  masked: Count.describe('calls that looked fine and had failed; they count as ok'),
  errorRate: Rate.nullable().describe(
    'errors of all calls whose outcome is known; unknown ones are in neither. Null where under half are known: see bounds',
  ),
  agentErrorRate: Rate.nullable().describe('only the errors that the agent caused'),
  bounds: Bounds.optional(),
  reason: Reason,
}

export const EarlyLate = z
  .object({
    early: Rate.nullable().describe('error rate of the first 20 % of the calls of each session'),
    late: Rate.nullable().describe('error rate of the last 20 %'),
    difference: Estimate.nullable().describe(
      'late minus early inside the same session and the same kind of work, weighted; negative is better',
    ),
    amongAll: Estimate.nullable().describe(
      'calls after the tenth minus the first ten, over all sessions that got there. Where sessions end because of how they go, this errs in the other direction',
    ),
    verdict: z
      .enum(['improves', 'worsens', 'no-clear-difference', 'not-enough-data'])
      .describe('a change only where difference and amongAll both show it'),
    reason: Reason,
  })
  .describe('early against late')

const LengthBucket = z.enum(['0-50', '51-100', '101+'])

export const Signature = z
  .object({
    signature: z.string().describe('stable id of tool and normalised message'),
    tool: z.string(),
    cause: Cause,
    message: z.string().describe('with what varies replaced'),
    count: Count,
    sessions: Count,
    callsSpent: Count.describe(
      'from the failing call to the one that worked, or to the last try; at most ten an error',
    ),
    recovered: Rate.nullable().describe(
      'share followed within ten calls by one that worked, of the same shape, else of the same tool; null where failing was the answer or the user stopped it',
    ),
    reason: Reason,
    workedNext: z.array(z.object({ tool: z.string(), subject: z.string(), count: Count })),
    example: z.string().describe('id of a failing call, for `warmstart explain`'),
  })
  .describe('one kind of error')

export const Driver = z
  .object({
    driver: z.string().describe('stable name'),
    description: z.string().describe('what is compared with what'),
    exposed: Rate.nullable().describe('rate of agent-caused errors where it holds'),
    unexposed: Rate.nullable().describe('and where it does not'),
    difference: Estimate.nullable().describe('exposed minus unexposed, inside the same session and kind of work'),
    reason: Reason,
  })
  .describe('what goes together with errors; not a cause')

const Masked = z
  .object({
    calls: Count,
    sessions: Count.describe('sessions with such calls'),
    share: Rate.nullable().describe('of all calls whose outcome is known'),
    reason: Reason,
    byMask: z
      .array(
        z.object({ mask: z.string().describe('what hid the failure, e.g. `| tail`'), calls: Count, sessions: Count }),
      )
      .describe('most calls first'),
    byProject: z.array(z.object({ project: z.string(), calls: Count, sessions: Count })).describe('most calls first'),
  })
  .describe(
    'calls that looked fine and had failed, because a pipe or a later command had the last word; they count as ok elsewhere',
  )

const ErrorCost = z
  .object({
    calls: Count.describe('each from a failed call to the one that worked, or to the last try; at most ten an error'),
    tokens: Count.nullable().describe(
      "the errors' share of each session's calls, as a share of its tokens: an estimate; null where no session records tokens",
    ),
    tokensSessions: Count.describe('sessions that record tokens'),
    usd: z.number().nonnegative().nullable().describe('the same of money; null where no agent recorded a price'),
    usdSessions: Count.describe('sessions that record a price'),
  })
  .describe('what errors of the agent and its environment cost')

/** What the history shows. */
export const HistoryProfile = z
  .object({
    filter: z.record(z.string(), z.union([z.string(), z.number()])).describe('what it was narrowed to; empty: all'),
    sessions: Count.describe('sessions that fit the filter'),
    sessionsWithCalls: Count,
    calls: Count.describe('trivial ones left out'),
    outcomes: Outcomes,
    textAlone: Count.describe(TEXT_ALONE),
    errorRate: Rate.nullable(),
    agentErrorRate: Rate.nullable(),
    bounds: Bounds.optional(),
    reason: Reason,
    withTrivial: z.object({ calls: Count, outcomes: Outcomes, errorRate: Rate.nullable(), reason: Reason }),
    masked: Masked,
    errorCost: ErrorCost,
    byCause: Causes,
    byLength: z
      .array(z.object({ bucket: LengthBucket, ...groupShape }))
      .describe('by messages of the session. Long sessions may be long because they went well: see byPosition'),
    byPosition: z
      .array(
        z.object({
          positions: z.string().describe('calls at these places of their session, e.g. 1-10'),
          lengths: z.array(
            z.object({
              bucket: LengthBucket,
              sessions: Count,
              errorRate: Rate.nullable(),
              reason: Reason,
            }),
          ),
        }),
      )
      .describe('the same place in sessions that became short, middling and long: survivorship shows here'),
    byTool: z.array(z.object({ tool: z.string(), kind: ToolKind, ...groupShape })),
    byKind: z.array(z.object({ kind: ToolKind, ...groupShape })),
    byTaskType: z.array(
      z.object({
        taskType: z.enum(['code', 'file', 'research', 'mixed']),
        ...groupShape,
        earlyLate: EarlyLate,
      }),
    ),
    codeFirst: z
      .object({
        code: z.object({ sessions: Count, earlyLate: EarlyLate }),
        file: z.object({ sessions: Count, earlyLate: EarlyLate }),
        contrast: Estimate.nullable().describe('change in code-first sessions minus change in file-first ones'),
        answer: z.string(),
        reason: Reason,
      })
      .describe('do sessions whose first 30 calls are mostly code improve, and mostly file work degrade?'),
    bySource: z.array(z.object({ source: z.string(), ...groupShape })),
    byPlatform: z.array(z.object({ platform: z.string(), ...groupShape })),
    byModel: z.array(z.object({ model: z.string(), ...groupShape })),
    byProject: z.array(z.object({ project: z.string(), ...groupShape })),
    byMonth: z.array(z.object({ month: z.string(), ...groupShape, byCause: Causes })).describe('UTC'),
    earlyLate: EarlyLate.extend({ agentOnly: EarlyLate }),
    recoveries: z.object({
      errors: Count.describe('errors that the agent or its environment caused'),
      recovered: Rate.nullable(),
      reason: Reason,
    }),
    drivers: z.object({
      notCausal: z.string(),
      items: z.array(Driver),
    }),
    signatures: z.array(Signature).describe('the ten on which most calls were spent'),
    mistakes: z.array(Signature).describe('of those that the agent caused, the three on which most calls were spent'),
    statement: z.string().describe('what the data shows and what it cannot, in plain words'),
  })
  .describe('How reliable the sessions in the store are.')

export type HistoryProfile = z.infer<typeof HistoryProfile>
export type EarlyLate = z.infer<typeof EarlyLate>
export type Driver = z.infer<typeof Driver>
export type Signature = z.infer<typeof Signature>
