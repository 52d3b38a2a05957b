import { isRecord } from '../lib/json.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'

/** What replaces secrets in a text, the same one by the same placeholder. */
export interface TextRedactor {
  redact(text: string): string | Promise<string>
}

/**
 * The same draft without anything that a redactor knows for a secret: every text that a template shows goes through it,
 * names of tools and of arguments included. Numbers and the ids by which sessions and calls are looked up stay.
 */
export const redactDraft = async (draft: TemplateDraft, redactor: TextRedactor): Promise<TemplateDraft> => {
  const { userPatterns, metrics } = draft
  // One after the other: placeholders are numbered in the order in which secrets are met.
  const patterns = await redactPieces(draft.patterns, redactor)
  const workflows: TemplateDraft['workflows'] = []
  for (const { steps, ...rest } of draft.workflows) {
    workflows.push({ ...(await redactPiece(rest, redactor)), steps: await redactPieces(steps, redactor) })
  }
  const recoveries = await redactPieces(draft.recoveries, redactor)
  const conventions = await redactPieces(draft.conventions, redactor)
  const contextMarkers = await redactPieces(draft.contextMarkers, redactor)
  const addendum = await redactor.redact(draft.addendum)
  const toolRates = await redactPieces(draft.toolRates, redactor)
  const toolDistribution = (await redactValue(metrics.toolDistribution, redactor)) as Record<string, number>
  const preferredTools = (await redactValue(userPatterns?.preferredTools ?? [], redactor)) as string[]
  return {
    ...draft,
    patterns,
    workflows,
    recoveries,
    conventions,
    contextMarkers,
    addendum,
    toolRates,
    userPatterns: userPatterns === null ? null : { ...userPatterns, preferredTools },
    metrics: { ...metrics, toolDistribution },
  }
}

const redactPieces = async <Piece extends object>(
  pieces: readonly Piece[],
  redactor: TextRedactor,
): Promise<Piece[]> => {
  const clean: Piece[] = []
  for (const piece of pieces) clean.push(await redactPiece(piece, redactor))
  return clean
}

/** Fields that hold a name or a key of ours, and no quoted text. */
const OURS = new Set([
  'id',
  'kind',
  'type',
  'intentFrom',
  'resultIs',
  'cause',
  'errorType',
  'lastSeenAt',
  'expiresAt',
  'recovery',
  'evidence',
])

/** Some fields of a piece itself are ours. Everything below them, in arguments, is the text of a user or a program. */
const redactPiece = async <Piece extends object>(piece: Piece, redactor: TextRedactor): Promise<Piece> => {
  const fields: [string, unknown][] = []
  for (const [name, field] of Object.entries(piece)) {
    fields.push([name, OURS.has(name) ? field : await redactValue(field, redactor)])
  }
  return Object.fromEntries(fields) as Piece
}

const redactValue = async (value: unknown, redactor: TextRedactor): Promise<unknown> => {
  if (typeof value === 'string') return redactor.redact(value)
  if (Array.isArray(value)) {
    const parts: unknown[] = []
    for (const part of value) parts.push(await redactValue(part, redactor))
    return parts
  }
  if (!isRecord(value)) return value
  const fields: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) {
    fields.push([await redactor.redact(name), await redactValue(field, redactor)])
  }
  return Object.fromEntries(fields)
}

const PLACEHOLDER = /<SECRET:([a-z0-9-]{1,40})(?:#\d{1,6})?>/g

/**
 * What is replaced in a draft, by kind: secrets as they stand in it, those that were replaced when the history was read
 * included, and whatever else a redactor reports.
 */
export const redactionsIn = (
  draft: TemplateDraft,
  reported: TemplateDraft['redactions'],
): TemplateDraft['redactions'] => {
  const { patterns, workflows, recoveries, conventions, contextMarkers, addendum } = draft
  const text = JSON.stringify([patterns, workflows, recoveries, conventions, contextMarkers, addendum])
  const counts = new Map<string, number>()
  for (const [, kind = ''] of text.matchAll(PLACEHOLDER)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  for (const { kind, count } of reported) if (!counts.has(kind)) counts.set(kind, count)
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
}
