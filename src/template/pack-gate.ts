import { estimateTokens } from '../lib/estimate-tokens.ts'
import { gateCall } from '../trust/call.ts'
import { generalReason } from '../trust/general-reason.ts'
import { isInstruction } from '../trust/text.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import type { PatternDraft, RecoveryDraft, TemplateDraft, WorkflowDraft } from '../schema/template-draft.ts'
import { canonicalJson } from './canonical.ts'

export type Dropped = TemplateDraft['leftOut']

/**
 * A draft from another author, without what our own mining would have kept out: calls that destroy, publish or leave the project,
 * text that talks to a model, invisible characters. What was dropped is counted by reason. What it claims to cost is counted
 * anew: a text of ten pages must not pass for one token.
 */
export const gateDraft = (draft: TemplateDraft): { draft: TemplateDraft; dropped: Dropped } => {
  const counts = new Map<string, number>()
  const passing = <Piece>(pieces: readonly Piece[], refusalOf: (piece: Piece) => string | undefined): Piece[] =>
    pieces.filter((piece) => {
      const reason = refusalOf(piece)
      if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
      return reason === undefined
    })
  const recoveries = passing(draft.recoveries, recoveryRefusal).map(recoveryCost)
  const known = new Set(recoveries.map(({ id }) => id))
  const patterns = passing(draft.patterns, patternRefusal).map((pattern) => ({
    ...patternCost(pattern),
    kind: readToolFacts(pattern.tool, pattern.arguments).kind,
    recovery: pattern.recovery !== null && known.has(pattern.recovery) ? pattern.recovery : null,
  }))
  const workflows = passing(draft.workflows, workflowRefusal).map(workflowCost)
  const conventions = passing(draft.conventions, ({ text }) => refusalOfTexts([text]))
  const contextMarkers = passing(draft.contextMarkers, ({ value }) => refusalOfTexts([value]))
  const [addendum = ''] = passing([draft.addendum], textRefusal)
  const toolRates = passing(draft.toolRates, ({ tool }) => refusalOfTexts([tool]))
  const words = [...conventions.map(({ text }) => text), addendum].join('\n')
  return {
    draft: {
      ...draft,
      patterns,
      workflows,
      recoveries,
      conventions,
      contextMarkers,
      addendum,
      toolRates,
      ...labelsOf(draft),
      tokens: [...patterns, ...recoveries].reduce((sum, { tokens }) => sum + tokens, estimateTokens(words)),
    },
    dropped: listed(counts),
  }
}

const listed = (counts: ReadonlyMap<string, number>): Dropped =>
  [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => (a.reason < b.reason ? -1 : 1))

/** Reasons of several lists, added up, in the order of their names. */
export const addedUp = (...lists: readonly Dropped[]): Dropped => {
  const counts = new Map<string, number>()
  for (const { reason, count } of lists.flat()) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return listed(counts)
}

/** Checks every text of a piece, also texts that are not shown: an attacker would hide an order there. */
const patternRefusal = (pattern: PatternDraft): string | undefined => {
  const { arguments: args, ...rest } = pattern
  return callRefusal(pattern.tool, args, pattern.shape) ?? refusalOfTexts(textsIn(rest))
}

const workflowRefusal = ({ steps, ...rest }: WorkflowDraft): string | undefined => {
  for (const { arguments: args, ...step } of steps) {
    const reason = callRefusal(step.tool, args, step.shape) ?? refusalOfTexts(textsIn(step))
    if (reason !== undefined) return reason
  }
  return refusalOfTexts(textsIn(rest))
}

/** What failed is shown beside what worked, so both must be fit to be seen. */
const recoveryRefusal = ({ failed, worked, ...rest }: RecoveryDraft): string | undefined =>
  callRefusal(rest.workedTool, worked, '') ?? callRefusal(rest.tool, failed, '') ?? refusalOfTexts(textsIn(rest))

/** Another author's project is not on this machine: an absolute path leads out of the project. */
const callRefusal = (tool: string, args: Record<string, unknown>, shape: string): string | undefined => {
  const { kind } = readToolFacts(tool, args)
  const filled = withoutSlots(args) as Record<string, unknown>
  const gate = gateCall({ tool, kind, subject: shape, args: filled, project: undefined, cwd: undefined })
  return gate.allowed ? argumentRefusal(args) : generalReason(gate.reason)
}

/** A slot or the placeholder of a secret, and what may stand right before it. */
const SLOT = /(\w?)<(?:SECRET:)?([a-z][a-z\d_-]{0,40})(?:#\d{1,6})?>/g

/**
 * With a plain word in every slot, because a shell would take the brackets for files to read and write. Apart from a word before it,
 * so that `rm<x>` is not read as a program of another name.
 */
const withoutSlots = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.replaceAll(SLOT, (_, before: string, name: string) => (before === '' ? name : `${before} ${name}`))
  if (Array.isArray(value)) return value.map(withoutSlots)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutSlots(field)]))
}

const argumentRefusal = (args: Record<string, unknown>): string | undefined => {
  for (const text of textsIn(args)) {
    const reason = textRefusal(text)
    if (reason !== undefined) return reason
  }
  const whole = canonicalJson(args)
  if (whole.length > LONGEST_ARGUMENTS_CHARS) return TOO_LONG
  return isInstruction(whole) ? TALKS : undefined
}

/** Every text inside a value, names included. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsIn(field)])
}

/** Results have at most 500 characters and intents 200; what was replaced in them may make them longer. */
const LONGEST_TEXT_CHARS = 2_000
/** Arguments that mining shows were at most 1 KB. */
const LONGEST_ARGUMENTS_CHARS = 8_000
const TOO_LONG = 'longer than a piece may be'

const refusalOfTexts = (texts: readonly string[]): string | undefined => {
  for (const text of texts) {
    const reason = text.length > LONGEST_TEXT_CHARS ? TOO_LONG : textRefusal(text)
    if (reason !== undefined) return reason
  }
  return undefined
}

const TALKS = 'talks to a model'

const textRefusal = (text: string): string | undefined => {
  if (CONTROL.test(text)) return 'control characters'
  return isInstruction(text) ? TALKS : undefined
}

/** Line ends and tabs are part of what programs print. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** At least what its words cost. */
const recounted = <Piece extends { tokens: number }>(piece: Piece, words: readonly unknown[]): Piece => {
  const text = words.map((each) => (typeof each === 'string' ? each : canonicalJson(each))).join('\n')
  return { ...piece, tokens: Math.max(piece.tokens, estimateTokens(text)) }
}

const patternCost = (piece: PatternDraft): PatternDraft =>
  recounted(piece, [piece.intent, piece.tool, piece.arguments, piece.result])

const workflowCost = (piece: WorkflowDraft): WorkflowDraft =>
  recounted(piece, [
    piece.intent,
    ...piece.steps.flatMap(({ tool, arguments: args, result }): unknown[] => [tool, args, result]),
  ])

const recoveryCost = (piece: RecoveryDraft): RecoveryDraft =>
  recounted(piece, [piece.tool, piece.signature, piece.strategy, piece.failed, piece.workedTool, piece.worked])

type Labels = Pick<TemplateDraft, 'scope' | 'userPatterns' | 'redactions' | 'leftOut' | 'metrics'>

/** What is said about a template as a whole, without words that are no names. */
const labelsOf = ({ scope, userPatterns, redactions, leftOut, metrics }: TemplateDraft): Labels => {
  const isFit = (text: string): boolean => refusalOfTexts([text]) === undefined
  const fit = (text: string | null): string | null => (text !== null && isFit(text) ? text : null)
  const named = (counts: Record<string, number>): Record<string, number> =>
    Object.fromEntries(Object.entries(counts).filter(([name]) => isFit(name)))
  const reasoned = <Told extends { reason?: string | undefined }>(told: Told): Told =>
    told.reason === undefined || isFit(told.reason) ? told : { ...told, reason: 'not told' }
  return {
    scope: {
      owner: scope.owner,
      project: fit(scope.project),
      source: fit(scope.source),
      platform: fit(scope.platform),
      model: fit(scope.model),
    },
    userPatterns: userPatterns && {
      ...reasoned(userPatterns),
      preferredTools: userPatterns.preferredTools.filter(isFit),
      domains: userPatterns.domains.filter(isFit),
    },
    redactions: redactions.filter(({ kind }) => isFit(kind)),
    leftOut: leftOut.filter(({ reason }) => isFit(reason)),
    metrics: {
      ...reasoned(metrics),
      sources: named(metrics.sources),
      toolDistribution: named(metrics.toolDistribution),
    },
  }
}
