import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Rate, Reason } from './rate.ts'
import { ContextMarker, UserPatterns } from './session-profile.ts'
import { Cause, Count, Finite, AnyRecord, recordOf, Time, ToolKind } from './words.ts'

const TaskType = v.picklist(['code', 'file', 'research', 'mixed'])

/** Where a piece of a template comes from. */
const Evidence = v.object({
  call: described(v.string(), 'id of the call, as `explain` takes it'),
  session: described(v.string(), "the agent's own id of the session"),
  file: described(v.nullable(v.string()), 'null: the store no longer knows the call'),
  line: v.nullable(Count),
  block: v.nullable(Count),
})

const Arguments = described(AnyRecord, 'as the tool was called; values that vary are slots such as <path>')

const PatternId = described(v.string(), '12 hex digits: the same wherever the same thing is done with the same tool')

export const Pattern = v.object({
  id: PatternId,
  tool: v.string(),
  kind: ToolKind,
  shape: described(v.string(), 'what makes two calls the same thing done: program and sub-command, or tool'),
  arguments: Arguments,
  slots: described(v.array(v.string()), 'names of the slots, without brackets, in order'),
  intent: described(v.string(), 'what it was for, at most 200 characters'),
  intentFrom: described(
    v.picklist(['user', 'model', 'tool', 'shape']),
    'whose words: shape, a sentence of ours by the kind of command; others only in templates that were imported or written by hand',
  ),
  result: described(
    v.string(),
    'lines of known forms, at most 500 characters, a cut marked by …; or its size in words, or the fields of a JSON text',
  ),
  resultIs: described(
    v.picklist(['text', 'size']),
    'text: lines that recur in independent sessions; size: its words are not shown',
  ),
  type: v.picklist(['init', 'sequence', 'retry', 'final']),
  support: described(Count, 'independent sessions in which it worked'),
  uses: described(Count, 'calls of its shape with a known outcome'),
  successRate: described(
    v.nullable(Rate),
    'of its calls that worked, or failed because of the agent or its surroundings: a red test is an answer, and not counted',
  ),
  reason: Reason,
  sessionTypes: v.array(TaskType),
  recovery: described(v.nullable(v.string()), 'id of the recovery it ends, if there is one'),
  lastSeenAt: v.nullable(Time),
  tokens: Count,
  evidence: v.array(Evidence),
})

/** Two to four calls that recur in order. */
const Workflow = v.object({
  id: v.string(),
  intent: v.string(),
  steps: v.array(
    v.object({
      tool: v.string(),
      kind: ToolKind,
      shape: v.string(),
      arguments: Arguments,
      result: v.string(),
      resultIs: v.picklist(['text', 'size']),
    }),
  ),
  support: Count,
  tokens: Count,
  evidence: v.array(Evidence),
})

export const Recovery = v.object({
  id: described(v.string(), '12 hex digits of tool and signature'),
  signature: described(v.string(), 'the message with what varies replaced'),
  errorType: described(v.string(), 'the kind of error in one or two words, such as not-found or syntax'),
  cause: Cause,
  tool: v.string(),
  failed: described(Arguments, 'arguments of a call that failed so'),
  workedTool: v.string(),
  worked: described(Arguments, 'arguments of the call that then worked'),
  strategy: described(v.string(), 'what was done about it, in words'),
  support: described(Count, 'independent sessions that got out of it so'),
  occurrences: Count,
  successRate: described(v.nullable(Rate), 'share of its occurrences that were got out of'),
  reason: Reason,
  fingerprint: described(
    v.object({ sources: v.array(v.string()), platforms: v.array(v.string()), projects: v.array(v.string()) }),
    'the surroundings it was seen in: elsewhere it may not hold',
  ),
  lastSeenAt: v.nullable(Time),
  expiresAt: described(v.nullable(Time), '30 days after it was last seen; then it is left out until it is seen again'),
  retest: described(v.string(), 'how to find out whether it still holds'),
  tokens: Count,
  evidence: v.array(Evidence),
})

export const Convention = v.object({
  text: v.string(),
  kind: v.picklist(['stated', 'correction', 'repeat', 'system']),
  count: described(Count, 'sessions in which it was said'),
  evidence: v.array(v.object({ session: v.string(), line: Count })),
  id: described(
    v.string(),
    'by it `warmstart promote NAME --rules ID` and `warmstart lessons accept ID` say yes to the line',
  ),
  confirmed: described(v.boolean(), 'whether the owner said yes to this very line; no session is given it before'),
})

const State = v.picklist(['candidate', 'active', 'quarantined', 'retired'])

const Usage = v.object({
  uses: described(Count, 'times it was given to somebody, however that was'),
  outcomes: described(Count, 'of those, how many somebody reported an outcome of'),
  lastUsedAt: v.nullable(Time),
  returned: described(Count, 'sessions that were given it and that `sync` has read since'),
  agentErrors: described(v.nullable(Rate), "of those sessions: errors by the agent's own fault, a call"),
})

/** One line of `list`. */
export const TemplateSummary = v.object({
  id: v.string(),
  name: v.string(),
  version: Count,
  hash: described(v.string(), 'sha256 of the canonical content'),
  state: State,
  description: v.string(),
  tags: v.array(v.string()),
  taskType: v.nullable(TaskType),
  scope: v.object({
    owner: v.string(),
    project: v.nullable(v.string()),
    source: v.nullable(v.string()),
    platform: v.nullable(v.string()),
    model: v.nullable(v.string()),
  }),
  createdAt: Time,
  updatedAt: Time,
  sourceSessions: described(v.array(v.string()), 'native ids'),
  patternCount: Count,
  recoveryCount: Count,
  tokens: Count,
  usage: Usage,
  success: described(v.nullable(Rate), 'share of the reported outcomes that were a success'),
  reason: Reason,
})

/** A named, versioned set of what worked. */
export const Template = describedObject('A template: what worked, ready to be given to a new session.', {
  ...TemplateSummary.entries,
  madeBy: described(v.string(), 'version of the miner, or `person`'),
  how: v.picklist(['build', 'extract', 'propose', 'edit', 'rollback', 'import']),
  isNew: described(v.boolean(), 'false: the content is what the current version already had, nothing was written'),
  patterns: v.array(Pattern),
  workflows: v.array(Workflow),
  recoveries: v.array(Recovery),
  userPatterns: v.nullable(v.omit(v.object(UserPatterns.entries), ['conventions'])),
  conventions: v.array(Convention),
  contextMarkers: v.array(ContextMarker),
  addendum: v.string(),
  addendumYes: described(
    v.nullable(
      v.object({
        id: described(v.string(), 'by it `warmstart promote NAME --rules ID` says yes to the addendum'),
        confirmed: described(
          v.boolean(),
          'whether the owner said yes to this very text; no session is given it before',
        ),
      }),
    ),
    'of an addendum that was made of system messages; null: its words are a person’s own, or there are none',
  ),
  toolRates: described(v.array(v.object({ tool: v.string(), successRate: Rate })), 'of the most used tools, at most 5'),
  redactions: v.array(v.object({ kind: v.string(), count: Count })),
  leftOut: described(v.array(v.object({ reason: v.string(), count: Count })), 'what the gates kept out, by reason'),
  pinned: described(
    v.object({ kept: v.array(v.string()), dropped: v.array(v.string()) }),
    "a person's word on patterns",
  ),
  metrics: v.object({
    sessionsScanned: Count,
    sessionsQualified: Count,
    patterns: Count,
    sources: described(recordOf(Count), 'sessions that qualified, by agent'),
    toolDistribution: recordOf(Count),
    avgProficiencyGain: described(v.nullable(Finite), 'mean of late minus early; negative is better'),
    usesBefore: described(v.optional(Count), 'how often it had been used where it was imported from'),
    reason: Reason,
  }),
})

export type Template = v.InferOutput<typeof Template>
export type TemplateSummary = v.InferOutput<typeof TemplateSummary>
export type Pattern = v.InferOutput<typeof Pattern>
export type Workflow = v.InferOutput<typeof Workflow>
export type Recovery = v.InferOutput<typeof Recovery>
export type Convention = v.InferOutput<typeof Convention>

export const TemplateList = describedObject('The templates of a store, and those that cannot be read.', {
  templates: v.array(TemplateSummary),
  damaged: v.array(v.object({ name: v.string(), problem: v.string() })),
})

export type TemplateList = v.InferOutput<typeof TemplateList>
