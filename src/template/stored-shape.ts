import {
  all,
  count,
  fields,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  positive,
  record,
  share,
  text,
  time,
  valuesOf,
} from './check.ts'

/*
 * The stored half of src/schema/listing/template.ts, checked by hand because no command may load zod. A test changes stored
 * templates at random and holds what passes here against the documented shape.
 */

export const taskType = oneOf('code', 'file', 'research', 'mixed')
const kind = oneOf('terminal', 'code', 'file', 'research', 'meta', 'general')
const resultIs = oneOf('text', 'size')
const rate = fields({ rate: share, low: share, high: share, n: positive })
const reason = optional(text)
const texts = listOf(text)
const evidence = listOf(fields({ call: text, session: text }))

export const TAGS = texts

const PATTERN_CONTENT = {
  tool: text,
  arguments: record,
  intent: text,
  result: text,
  type: oneOf('init', 'sequence', 'retry', 'final'),
}
const WORKFLOW_CONTENT = {
  intent: text,
  steps: listOf(fields({ tool: text, arguments: record, result: text })),
}
const RECOVERY_CONTENT = {
  signature: text,
  tool: text,
  failed: record,
  workedTool: text,
  worked: record,
  strategy: text,
}

export const CONTENT = fields({
  format: positive,
  patterns: listOf(fields(PATTERN_CONTENT)),
  workflows: listOf(fields(WORKFLOW_CONTENT)),
  recoveries: listOf(fields(RECOVERY_CONTENT)),
  conventions: texts,
  markers: listOf(fields({ kind: oneOf('path', 'url', 'code'), value: text })),
  addendum: text,
})

const PATTERN_ABOUT = {
  id: text,
  kind,
  shape: text,
  slots: texts,
  intentFrom: oneOf('user', 'model', 'tool', 'shape'),
  resultIs,
  support: count,
  uses: count,
  successRate: nullable(rate),
  reason,
  sessionTypes: listOf(taskType),
  recovery: nullable(text),
  lastSeenAt: nullable(time),
  tokens: count,
  evidence,
}

const WORKFLOW_ABOUT = {
  id: text,
  steps: listOf(fields({ kind, shape: text, resultIs })),
  support: count,
  tokens: count,
  evidence,
}

const RECOVERY_ABOUT = {
  id: text,
  errorType: text,
  cause: oneOf('agent', 'environment', 'user', 'expected', 'not-run'),
  support: count,
  occurrences: count,
  successRate: nullable(rate),
  reason,
  fingerprint: fields({ sources: texts, platforms: texts, projects: texts }),
  lastSeenAt: nullable(time),
  expiresAt: nullable(time),
  retest: text,
  tokens: count,
  evidence,
}

const CONVENTION_ABOUT = {
  kind: oneOf('stated', 'correction', 'repeat', 'system'),
  count,
  evidence: listOf(fields({ session: text, line: count })),
}

const style = ['command_driven', 'conversational', 'terse', 'detailed', 'balanced']

const userPatterns = fields({
  messageCount: count,
  meanLength: nullable(number),
  questionShare: nullable(rate),
  commandShare: nullable(rate),
  reason,
  style: nullable(oneOf(...style)),
  requestStyle: nullable(oneOf(...style, 'direct')),
  feedbackStyle: nullable(oneOf('terse', 'detailed', 'corrections_only')),
  preferredTools: texts,
  domains: texts,
})

export const ABOUT = fields({
  scope: fields({
    owner: text,
    project: nullable(text),
    source: nullable(text),
    platform: nullable(text),
    model: nullable(text),
  }),
  taskType: nullable(taskType),
  sourceSessions: texts,
  tokens: count,
  patterns: listOf(fields(PATTERN_ABOUT)),
  workflows: listOf(fields(WORKFLOW_ABOUT)),
  recoveries: listOf(fields(RECOVERY_ABOUT)),
  conventions: listOf(fields({ at: count, ...CONVENTION_ABOUT })),
  markers: listOf(fields({ at: count, count })),
  userPatterns: nullable(userPatterns),
  toolRates: listOf(fields({ tool: text, successRate: rate })),
  redactions: listOf(fields({ kind: text, count })),
  leftOut: listOf(fields({ reason: text, count })),
  pinned: fields({ kept: texts, dropped: texts }),
  metrics: fields({
    sessionsScanned: count,
    sessionsQualified: count,
    patterns: count,
    sources: valuesOf(count),
    toolDistribution: valuesOf(count),
    avgProficiencyGain: nullable(number),
    usesBefore: optional(count),
    reason,
  }),
})

/** Pieces as a draft holds them: what they teach together with what is known about them. */
export const PATTERN_DRAFT = fields({ ...PATTERN_CONTENT, ...PATTERN_ABOUT })
export const WORKFLOW_DRAFT = all(fields(WORKFLOW_CONTENT), fields(WORKFLOW_ABOUT))
export const RECOVERY_DRAFT = fields({ ...RECOVERY_CONTENT, ...RECOVERY_ABOUT })
export const CONVENTION_DRAFT = fields({ text, ...CONVENTION_ABOUT })
export const PATTERN_TYPE = PATTERN_CONTENT.type
