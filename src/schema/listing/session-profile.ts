import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Bounds, Estimate, Rate, Reason } from './rate.ts'
import { Cause, Count, Finite, Outcome, recordOf, TEXT_ALONE, Time, ToolKind, Outcomes } from './words.ts'

export const UserPatterns = describedObject('how the user of this session talks to the agent', {
  messageCount: described(Count, 'messages that a person typed'),
  meanLength: described(v.nullable(Finite), 'characters'),
  questionShare: v.nullable(Rate),
  commandShare: described(v.nullable(Rate), 'messages that begin with a slash command'),
  reason: Reason,
  style: v.nullable(v.picklist(['command_driven', 'conversational', 'terse', 'detailed', 'balanced'])),
  requestStyle: v.nullable(v.picklist(['command_driven', 'conversational', 'terse', 'detailed', 'balanced', 'direct'])),
  feedbackStyle: v.nullable(v.picklist(['terse', 'detailed', 'corrections_only'])),
  preferredTools: described(v.array(v.string()), 'most used first, at most five'),
  domains: described(v.array(v.string()), 'coding, research, file_management, ...: most frequent first'),
  conventions: v.array(
    v.object({
      text: described(v.string(), 'redacted, at most 300 characters'),
      kind: v.picklist(['stated', 'correction', 'repeat', 'system']),
      count: described(Count, 'how often it was said'),
      turn: Count,
      line: described(Count, 'of the file, where it was said first'),
    }),
  ),
})

export const ContextMarker = v.object({
  kind: v.picklist(['path', 'url', 'code']),
  value: v.string(),
  count: Count,
})

const ErrorPattern = v.object({
  signature: v.string(),
  tool: v.string(),
  cause: Cause,
  message: v.string(),
  count: Count,
  recovered: Count,
  callsSpent: Count,
  workedNext: v.array(v.object({ tool: v.string(), subject: v.string(), count: Count })),
  example: v.string(),
})

const Recovery = v.object({
  signature: v.string(),
  failed: v.object({ call: v.string(), subject: v.string(), message: v.string() }),
  worked: v.object({ call: v.string(), tool: v.string(), subject: v.string() }),
  after: described(Count, 'calls from the failing to the working one: 1 is the very next'),
})

/** One session, measured. */
export const SessionProfile = describedObject('How one session went.', {
  session: v.string(),
  source: v.string(),
  platform: v.nullable(v.string()),
  project: v.nullable(v.string()),
  model: v.nullable(v.string()),
  title: v.nullable(v.string()),
  startedAt: v.nullable(Time),
  lastAt: v.nullable(Time),
  messageCount: Count,
  toolCallCount: described(Count, 'trivial ones left out'),
  outcomes: Outcomes,
  textAlone: described(Count, TEXT_ALONE),
  errorRate: v.nullable(Rate),
  agentErrorRate: v.nullable(Rate),
  bounds: v.optional(Bounds),
  reason: Reason,
  toolDistribution: recordOf(Count),
  toolSuccessRates: described(recordOf(v.nullable(Rate)), 'null: under half of its outcomes are known'),
  withTrivial: v.object({ toolCallCount: Count, outcomes: Outcomes, errorRate: v.nullable(Rate), reason: Reason }),
  early: described(v.nullable(Rate), 'error rate of the first 20 % of the calls'),
  late: described(v.nullable(Rate), 'error rate of the last 20 %'),
  proficiencyGain: described(v.nullable(Estimate), 'late minus early; negative is better'),
  recoveryRate: described(
    v.nullable(Rate),
    'share of errors of the agent or its environment followed within ten calls by a call that worked',
  ),
  dominantToolType: v.nullable(ToolKind),
  taskType: v.nullable(v.picklist(['code', 'file', 'research', 'mixed'])),
  tokens: v.object({
    input: v.nullable(Count),
    output: v.nullable(Count),
    cacheRead: v.nullable(Count),
    cacheWrite: v.nullable(Count),
  }),
  context: described(
    v.nullable(
      v.object({ largest: Count, last: Count, calls: described(Count, 'calls whose context size is recorded') }),
    ),
    'tokens in the context; null where the format records none',
  ),
  compactions: v.array(
    v.object({ agent: v.nullable(v.string()), kind: v.string(), at: v.nullable(Time), afterCall: Count }),
  ),
  userPatterns: UserPatterns,
  contextMarkers: v.array(ContextMarker),
  errorPatterns: v.array(ErrorPattern),
  recoveries: v.array(Recovery),
  timeline: v.array(
    v.object({
      id: v.string(),
      agent: v.nullable(v.string()),
      position: Count,
      turn: Count,
      at: v.nullable(Time),
      tool: v.string(),
      kind: ToolKind,
      trivial: v.boolean(),
      subject: v.string(),
      outcome: Outcome,
      cause: v.nullable(Cause),
      contextTokens: v.nullable(Count),
    }),
  ),
})

export type SessionProfile = v.InferOutput<typeof SessionProfile>
export type UserPatterns = v.InferOutput<typeof UserPatterns>
export type ContextMarker = v.InferOutput<typeof ContextMarker>
