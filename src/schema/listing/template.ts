import { z } from 'zod'
import { Rate, Reason } from './rate.ts'
import { ContextMarker, UserPatterns } from './session-profile.ts'
import { Cause, Count, Time, ToolKind } from './words.ts'

const TaskType = z.enum(['code', 'file', 'research', 'mixed'])

/** Where a piece of a template comes from. */
const Evidence = z.object({
  call: z.string().describe('id of the call, as `explain` takes it'),
  session: z.string().describe("the agent's own id of the session"),
  file: z.string().nullable().describe('null: the store no longer knows the call'),
  line: Count.nullable(),
  block: Count.nullable(),
})

const Arguments = z
  .record(z.string(), z.unknown())
  .describe('as the tool was called; values that vary are slots such as <path>')

const PatternId = z.string().describe('12 hex digits: the same wherever the same thing is done with the same tool')

export const Pattern = z.object({
  id: PatternId,
  tool: z.string(),
  kind: ToolKind,
  shape: z.string().describe('what makes two calls the same thing done: program and sub-command, or tool'),
  arguments: Arguments,
  slots: z.array(z.string()).describe('names of the slots, without brackets, in order'),
  intent: z.string().describe('what it was for, at most 200 characters'),
  intentFrom: z
    .enum(['user', 'model', 'tool', 'shape'])
    .describe(
      'whose words: shape, a sentence of ours by the kind of command; others only in templates that were imported or written by hand',
    ),
  result: z
    .string()
    .describe(
      'lines of known forms, at most 500 characters, a cut marked by …; or its size in words, or the fields of a JSON text',
    ),
  resultIs: z
    .enum(['text', 'size'])
    .describe('text: lines that recur in independent sessions; size: its words are not shown'),
  type: z.enum(['init', 'sequence', 'retry', 'final']),
  support: Count.describe('independent sessions in which it worked'),
  uses: Count.describe('calls of its shape with a known outcome'),
  successRate: Rate.nullable(),
  reason: Reason,
  sessionTypes: z.array(TaskType),
  recovery: z.string().nullable().describe('id of the recovery it ends, if there is one'),
  lastSeenAt: Time.nullable(),
  tokens: Count,
  evidence: z.array(Evidence),
})

/** Two to four calls that recur in order. */
const Workflow = z.object({
  id: z.string(),
  intent: z.string(),
  steps: z.array(
    z.object({
      tool: z.string(),
      kind: ToolKind,
      shape: z.string(),
      arguments: Arguments,
      result: z.string(),
      resultIs: z.enum(['text', 'size']),
    }),
  ),
  support: Count,
  tokens: Count,
  evidence: z.array(Evidence),
})

export const Recovery = z.object({
  id: z.string().describe('12 hex digits of tool and signature'),
  signature: z.string().describe('the message with what varies replaced'),
  errorType: z.string().describe('the kind of error in one or two words, such as not-found or syntax'),
  cause: Cause,
  tool: z.string(),
  failed: Arguments.describe('arguments of a call that failed so'),
  workedTool: z.string(),
  worked: Arguments.describe('arguments of the call that then worked'),
  strategy: z.string().describe('what was done about it, in words'),
  support: Count.describe('independent sessions that got out of it so'),
  occurrences: Count,
  successRate: Rate.nullable().describe('share of its occurrences that were got out of'),
  reason: Reason,
  fingerprint: z
    .object({ sources: z.array(z.string()), platforms: z.array(z.string()), projects: z.array(z.string()) })
    .describe('the surroundings it was seen in: elsewhere it may not hold'),
  lastSeenAt: Time.nullable(),
  expiresAt: Time.nullable().describe('30 days after it was last seen; then it is left out until it is seen again'),
  retest: z.string().describe('how to find out whether it still holds'),
  tokens: Count,
  evidence: z.array(Evidence),
})

export const Convention = z.object({
  text: z.string(),
  kind: z.enum(['stated', 'correction', 'repeat', 'system']),
  count: Count.describe('sessions in which it was said'),
  evidence: z.array(z.object({ session: z.string(), line: Count })),
  id: z
    .string()
    .describe('by it `warmstart promote NAME --rules ID` and `warmstart lessons accept ID` say yes to the line'),
  confirmed: z.boolean().describe('whether the owner said yes to this very line; no session is given it before'),
})

const State = z.enum(['candidate', 'active', 'quarantined', 'retired'])

const Usage = z.object({
  uses: Count.describe('times it was given to somebody, however that was'),
  outcomes: Count.describe('of those, how many somebody reported an outcome of'),
  lastUsedAt: Time.nullable(),
  returned: Count.describe('sessions that were given it and that `sync` has read since'),
  agentErrors: Rate.nullable().describe("of those sessions: errors by the agent's own fault, a call"),
})

/** One line of `list`. */
export const TemplateSummary = z.object({
  id: z.string(),
  name: z.string(),
  version: Count,
  hash: z.string().describe('sha256 of the canonical content'),
  state: State,
  description: z.string(),
  tags: z.array(z.string()),
  taskType: TaskType.nullable(),
  scope: z.object({
    owner: z.string(),
    project: z.string().nullable(),
    source: z.string().nullable(),
    platform: z.string().nullable(),
    model: z.string().nullable(),
  }),
  createdAt: Time,
  updatedAt: Time,
  sourceSessions: z.array(z.string()).describe('native ids'),
  patternCount: Count,
  recoveryCount: Count,
  tokens: Count,
  usage: Usage,
  success: Rate.nullable().describe('share of the reported outcomes that were a success'),
  reason: Reason,
})

/** A named, versioned set of what worked. */
export const Template = z
  .object({
    ...TemplateSummary.shape,
    madeBy: z.string().describe('version of the miner, or `person`'),
    how: z.enum(['build', 'extract', 'propose', 'edit', 'rollback', 'import']),
    isNew: z.boolean().describe('false: the content is what the current version already had, nothing was written'),
    patterns: z.array(Pattern),
    workflows: z.array(Workflow),
    recoveries: z.array(Recovery),
    userPatterns: UserPatterns.omit({ conventions: true }).nullable(),
    conventions: z.array(Convention),
    contextMarkers: z.array(ContextMarker),
    addendum: z.string(),
    toolRates: z.array(z.object({ tool: z.string(), successRate: Rate })).describe('of the most used tools, at most 5'),
    redactions: z.array(z.object({ kind: z.string(), count: Count })),
    leftOut: z.array(z.object({ reason: z.string(), count: Count })).describe('what the gates kept out, by reason'),
    pinned: z
      .object({ kept: z.array(z.string()), dropped: z.array(z.string()) })
      .describe("a person's word on patterns"),
    metrics: z.object({
      sessionsScanned: Count,
      sessionsQualified: Count,
      patterns: Count,
      sources: z.record(z.string(), Count).describe('sessions that qualified, by agent'),
      toolDistribution: z.record(z.string(), Count),
      avgProficiencyGain: z.number().nullable().describe('mean of late minus early; negative is better'),
      usesBefore: Count.optional().describe('how often it had been used where it was imported from'),
      reason: Reason,
    }),
  })
  .describe('A template: what worked, ready to be given to a new session.')

export type Template = z.infer<typeof Template>
export type TemplateSummary = z.infer<typeof TemplateSummary>
export type Pattern = z.infer<typeof Pattern>
export type Workflow = z.infer<typeof Workflow>
export type Recovery = z.infer<typeof Recovery>
export type Convention = z.infer<typeof Convention>

export const TemplateList = z
  .object({
    templates: z.array(TemplateSummary),
    damaged: z.array(z.object({ name: z.string(), problem: z.string() })),
  })
  .describe('The templates of a store, and those that cannot be read.')

export type TemplateList = z.infer<typeof TemplateList>
