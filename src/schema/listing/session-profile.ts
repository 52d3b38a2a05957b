import { z } from 'zod'
import { Bounds, Estimate, Rate, Reason } from './rate.ts'
import { Cause, Count, Outcome, TEXT_ALONE, Time, ToolKind } from './words.ts'

const Outcomes = z.object({ ok: Count, error: Count, unknown: Count })

export const UserPatterns = z
  .object({
    messageCount: Count.describe('messages that a person typed'),
    meanLength: z.number().nullable().describe('characters'),
    questionShare: Rate.nullable(),
    commandShare: Rate.nullable().describe('messages that begin with a slash command'),
    reason: Reason,
    style: z.enum(['command_driven', 'conversational', 'terse', 'detailed', 'balanced']).nullable(),
    requestStyle: z.enum(['command_driven', 'conversational', 'terse', 'detailed', 'balanced', 'direct']).nullable(),
    feedbackStyle: z.enum(['terse', 'detailed', 'corrections_only']).nullable(),
    preferredTools: z.array(z.string()).describe('most used first, at most five'),
    domains: z.array(z.string()).describe('coding, research, file_management, ...: most frequent first'),
    conventions: z.array(
      z.object({
        text: z.string().describe('redacted, at most 300 characters'),
        kind: z.enum(['stated', 'correction', 'repeat', 'system']),
        count: Count.describe('how often it was said'),
        turn: Count,
        line: Count.describe('of the file, where it was said first'),
      }),
    ),
  })
  .describe('how the user of this session talks to the agent')

export const ContextMarker = z.object({
  kind: z.enum(['path', 'url', 'code']),
  value: z.string(),
  count: Count,
})

const ErrorPattern = z.object({
  signature: z.string(),
  tool: z.string(),
  cause: Cause,
  message: z.string(),
  count: Count,
  recovered: Count,
  callsSpent: Count,
  workedNext: z.array(z.object({ tool: z.string(), subject: z.string(), count: Count })),
  example: z.string(),
})

const Recovery = z.object({
  signature: z.string(),
  failed: z.object({ call: z.string(), subject: z.string(), message: z.string() }),
  worked: z.object({ call: z.string(), tool: z.string(), subject: z.string() }),
  after: Count.describe('calls from the failing to the working one: 1 is the very next'),
})

/** One session, measured. */
export const SessionProfile = z
  .object({
    session: z.string(),
    source: z.string(),
    platform: z.string().nullable(),
    project: z.string().nullable(),
    model: z.string().nullable(),
    title: z.string().nullable(),
    startedAt: Time.nullable(),
    lastAt: Time.nullable(),
    messageCount: Count,
    toolCallCount: Count.describe('trivial ones left out'),
    outcomes: Outcomes,
    textAlone: Count.describe(TEXT_ALONE),
    errorRate: Rate.nullable(),
    agentErrorRate: Rate.nullable(),
    bounds: Bounds.optional(),
    reason: Reason,
    toolDistribution: z.record(z.string(), Count),
    toolSuccessRates: z.record(z.string(), Rate.nullable()).describe('null: under half of its outcomes are known'),
    withTrivial: z.object({ toolCallCount: Count, outcomes: Outcomes, errorRate: Rate.nullable(), reason: Reason }),
    early: Rate.nullable().describe('error rate of the first 20 % of the calls'),
    late: Rate.nullable().describe('error rate of the last 20 %'),
    proficiencyGain: Estimate.nullable().describe('late minus early; negative is better'),
    recoveryRate: Rate.nullable().describe(
      'share of errors of the agent or its environment followed within ten calls by a call that worked',
    ),
    dominantToolType: ToolKind.nullable(),
    taskType: z.enum(['code', 'file', 'research', 'mixed']).nullable(),
    tokens: z.object({
      input: Count.nullable(),
      output: Count.nullable(),
      cacheRead: Count.nullable(),
      cacheWrite: Count.nullable(),
    }),
    context: z
      .object({ largest: Count, last: Count, calls: Count.describe('calls whose context size is recorded') })
      .nullable()
      .describe('tokens in the context; null where the format records none'),
    compactions: z.array(
      z.object({ agent: z.string().nullable(), kind: z.string(), at: Time.nullable(), afterCall: Count }),
    ),
    userPatterns: UserPatterns,
    contextMarkers: z.array(ContextMarker),
    errorPatterns: z.array(ErrorPattern),
    recoveries: z.array(Recovery),
    timeline: z.array(
      z.object({
        id: z.string(),
        agent: z.string().nullable(),
        position: Count,
        turn: Count,
        at: Time.nullable(),
        tool: z.string(),
        kind: ToolKind,
        trivial: z.boolean(),
        subject: z.string(),
        outcome: Outcome,
        cause: Cause.nullable(),
        contextTokens: Count.nullable(),
      }),
    ),
  })
  .describe('How one session went.')

export type SessionProfile = z.infer<typeof SessionProfile>
export type UserPatterns = z.infer<typeof UserPatterns>
export type ContextMarker = z.infer<typeof ContextMarker>
