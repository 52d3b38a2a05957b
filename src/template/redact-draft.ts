import { isRecord } from '../lib/json.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'

/** What replaces secrets in a text, the same one by the same placeholder. */
export interface TextRedactor {
  redact(text: string): string | Promise<string>
}

/**
 * The same draft without anything that a redactor knows for a secret: every text that a template shows goes through it,
 * keys and numbers stay.
 */
export const redactDraft = async (draft: TemplateDraft, redactor: TextRedactor): Promise<TemplateDraft> => {
  const shown = {
    patterns: draft.patterns.map(({ evidence: _calls, ...rest }) => rest),
    workflows: draft.workflows.map(({ evidence: _calls, ...rest }) => rest),
    recoveries: draft.recoveries.map(({ evidence: _calls, ...rest }) => rest),
    conventions: draft.conventions.map(({ text }) => text),
    contextMarkers: draft.contextMarkers,
    addendum: draft.addendum,
  }
  const clean = (await redactValue(shown, redactor)) as typeof shown
  return {
    ...draft,
    patterns: withEvidence(draft.patterns, clean.patterns),
    workflows: withEvidence(draft.workflows, clean.workflows),
    recoveries: withEvidence(draft.recoveries, clean.recoveries),
    conventions: draft.conventions.map((convention, at) => ({ ...convention, text: clean.conventions[at] ?? '' })),
    contextMarkers: clean.contextMarkers,
    addendum: clean.addendum,
  }
}

/** Ids of calls and sessions are looked up by, so they stay as they are. */
const withEvidence = <Piece extends { evidence: unknown }>(
  pieces: readonly Piece[],
  clean: readonly Omit<Piece, 'evidence'>[],
): Piece[] => pieces.map((piece, at) => ({ ...clean[at], evidence: piece.evidence }) as Piece)

/** Words that name a thing of ours rather than quote anybody. */
const OURS = new Set(['id', 'kind', 'type', 'intentFrom', 'resultIs', 'cause', 'errorType', 'lastSeenAt', 'expiresAt'])

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
    fields.push([name, isOurs(value, name) ? field : await redactValue(field, redactor)])
  }
  return Object.fromEntries(fields)
}

/** Arguments may have a field of any of these names; only pieces, which have an id of their own, are ours. */
const isOurs = (holder: Record<string, unknown>, name: string): boolean =>
  OURS.has(name) && ('support' in holder || 'steps' in holder || 'shape' in holder)
