import { estimateTokens } from '../lib/estimate-tokens.ts'
import { mixOf } from '../lib/hash.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import { plainShape } from '../profile/plain-shape.ts'
import type { Template } from '../schema/listing/template.ts'
import type { PatternDraft, TemplateDraft } from '../schema/template-draft.ts'
import { contentOf, canonicalJson, hashOfText } from './canonical.ts'
import { withYes } from './with-yes.ts'

/** A call that worked, as a person or a program writes it down. */
export interface GivenPattern {
  tool: string
  arguments: Record<string, unknown>
  /** What it was for. */
  intent: string
  /** The real result, at most 500 characters of it. */
  result: string
  type?: PatternDraft['type']
}

/** A template as a person or a program writes it down. */
export interface GivenTemplate {
  name: string
  description?: string
  tags?: readonly string[]
  taskType?: Template['taskType']
  patterns?: readonly (GivenPattern | PatternDraft)[]
  workflows?: TemplateDraft['workflows']
  recoveries?: TemplateDraft['recoveries']
  conventions?: TemplateDraft['conventions']
  addendum?: string
  /** Of a template that was read: its addendum stays as confirmed as it was. */
  addendumYes?: Template['addendumYes']
}

/** What was given, as a draft: nothing was counted, so support is 0 and rates are null. */
export const draftGiven = (given: GivenTemplate, owner: string): TemplateDraft => {
  const patterns = (given.patterns ?? []).map(patternOf)
  return {
    scope: { owner, project: null, source: null, platform: null, model: null },
    taskType: given.taskType ?? null,
    sourceSessions: [],
    madeBy: 'person',
    how: 'edit',
    patterns,
    workflows: given.workflows ?? [],
    recoveries: given.recoveries ?? [],
    userPatterns: null,
    conventions: given.conventions ?? [],
    contextMarkers: [],
    addendum: given.addendum ?? '',
    ...((given.addendumYes ?? null) === null ? {} : { systemAddendum: true as const }),
    toolRates: [],
    redactions: [],
    leftOut: [],
    tokens: patterns.reduce((sum, { tokens }) => sum + tokens, estimateTokens(given.addendum ?? '')),
    metrics: {
      sessionsScanned: 0,
      sessionsQualified: 0,
      patterns: patterns.length,
      sources: {},
      toolDistribution: {},
      avgProficiencyGain: null,
      reason: 'no session was looked at',
    },
  }
}

/** A template in memory, as good as a saved template; no store knows it. */
export const templateGiven = (given: GivenTemplate, { owner, now }: { owner: string; now: number }): Template => {
  const { systemAddendum: _mark, ...draft } = draftGiven(given, owner)
  const at = new Date(now).toISOString()
  return {
    ...draft,
    id: mixOf(owner, given.name),
    name: given.name,
    version: 0,
    hash: hashOfText(canonicalJson(contentOf(draft))),
    state: 'active',
    description: given.description ?? '',
    tags: [...(given.tags ?? [])],
    createdAt: at,
    updatedAt: at,
    patternCount: draft.patterns.length,
    recoveryCount: draft.recoveries.length,
    usage: { uses: 0, outcomes: 0, lastUsedAt: null, returned: 0, agentErrors: null },
    success: null,
    reason: 'it was not used yet',
    isNew: true,
    pinned: { kept: [], dropped: [] },
    patterns: draft.patterns.map(withoutPlaces),
    workflows: draft.workflows.map(withoutPlaces),
    addendumYes: given.addendumYes ?? null,
    // The program's author wrote them.
    conventions: withYes(draft, () => true),
    recoveries: draft.recoveries.map(withoutPlaces),
  }
}

/** No store was asked where the calls stand. */
const withoutPlaces = <Piece extends { evidence: { call: string; session: string }[] }>(piece: Piece) => ({
  ...piece,
  evidence: piece.evidence.map((each) => ({ ...each, file: null, line: null, block: null })),
})

const ID_DIGITS = 12
const INTENT_CHARS = 200
const RESULT_CHARS = 500
/** Longer commands carry data. */
const COMMAND_CHARS = 8_192

const patternOf = (given: GivenPattern | PatternDraft): PatternDraft => {
  if ('id' in given) return given
  const { tool, arguments: args, type = 'sequence' } = given
  const { kind } = readToolFacts(tool, args)
  const shape = plainShape({ tool, kind, subject: subjectOf(args) })
  const [intent, result] = [cut(given.intent, INTENT_CHARS), cut(given.result, RESULT_CHARS)]
  return {
    id: mixOf(tool, shape, canonicalJson(args)).slice(0, ID_DIGITS),
    tool,
    kind,
    shape,
    arguments: args,
    slots: [],
    intent,
    intentFrom: 'user',
    result,
    resultIs: 'text',
    type,
    support: 0,
    uses: 0,
    successRate: null,
    reason: 'it was written by hand: nothing was counted',
    sessionTypes: [],
    recovery: null,
    lastSeenAt: null,
    tokens: estimateTokens(intent) + estimateTokens(result) + estimateTokens(canonicalJson(args)),
    evidence: [],
  }
}

const subjectOf = (args: Record<string, unknown>): string => {
  const command = args['command'] ?? args['cmd']
  return typeof command === 'string' ? command.slice(0, COMMAND_CHARS) : ''
}

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`
