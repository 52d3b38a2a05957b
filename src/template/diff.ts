import type { TemplateDiff } from '../schema/listing/template-diff.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { canonicalJson, markerKey, PATTERN_CONTENT, RECOVERY_CONTENT, STEP_CONTENT } from './canonical.ts'
import { pick } from './fields.ts'
import { type Version, writtenOf } from './version.ts'

type Compared = Omit<TemplateDiff, 'from' | 'to'>
type PieceDiff = TemplateDiff['patterns']

/** What is in one version and not in the other, or in both and not the same. The content is equal exactly when the hashes are. */
export const difference = (from: Version, to: Version): Compared => ({
  isSame: writtenOf(from).hash === writtenOf(to).hash,
  patterns: betweenPieces(from.draft.patterns.map(patternPiece), to.draft.patterns.map(patternPiece)),
  workflows: betweenPieces(from.draft.workflows.map(workflowPiece), to.draft.workflows.map(workflowPiece)),
  recoveries: betweenPieces(from.draft.recoveries.map(recoveryPiece), to.draft.recoveries.map(recoveryPiece)),
  conventions: betweenSets(conventionTexts(from.draft), conventionTexts(to.draft)),
  contextMarkers: betweenSets(markerTexts(from.draft), markerTexts(to.draft)),
  addendum: betweenTexts(from.draft.addendum, to.draft.addendum),
  description: betweenTexts(from.description, to.description),
  tags: betweenTexts(from.tags.join(', '), to.tags.join(', ')),
  taskType: betweenTexts(from.taskType ?? '', to.taskType ?? ''),
})

interface Piece {
  id: string
  what: string
  fields: Record<string, unknown>
}

const patternPiece = (pattern: TemplateDraft['patterns'][number]): Piece => ({
  id: pattern.id,
  what: `${pattern.tool}: ${pattern.shape}`,
  fields: pick(pattern, PATTERN_CONTENT),
})

const workflowPiece = ({ id, intent, steps }: TemplateDraft['workflows'][number]): Piece => ({
  id,
  what: steps.map(({ shape }) => shape).join(' → '),
  fields: { intent, steps: steps.map((step) => pick(step, STEP_CONTENT)) },
})

const recoveryPiece = (recovery: TemplateDraft['recoveries'][number]): Piece => ({
  id: recovery.id,
  what: `${recovery.tool}: ${recovery.signature}`,
  fields: pick(recovery, RECOVERY_CONTENT),
})

const betweenPieces = (from: readonly Piece[], to: readonly Piece[]): PieceDiff => {
  const [before, after] = [byKey(from), byKey(to)]
  const both = [...after].flatMap(([key, now]) => {
    const old = before.get(key)
    return old === undefined ? [] : [{ key, old, now }]
  })
  const shared = new Set(both.map(({ key }) => key))
  return {
    added: [...after].filter(([key]) => !shared.has(key)).map(([, piece]) => named(piece)),
    removed: [...before].filter(([key]) => !shared.has(key)).map(([, piece]) => named(piece)),
    changed: both.flatMap(({ old, now }) => {
      const fields = changedFields(old, now)
      return fields.length === 0 ? [] : [{ ...named(now), fields }]
    }),
    reordered: orderOf(before, shared) !== orderOf(after, shared),
  }
}

/** A damaged or foreign template may hold an id twice: the second is another piece. */
const byKey = (pieces: readonly Piece[]): Map<string, Piece> => {
  const keyed = new Map<string, Piece>()
  for (const piece of pieces) {
    let occurrence = 1
    while (keyed.has(`${piece.id} ${occurrence}`)) occurrence++
    keyed.set(`${piece.id} ${occurrence}`, piece)
  }
  return keyed
}

const named = ({ id, what }: Piece) => ({ id, what })

const changedFields = (old: Piece, now: Piece): { field: string; from: string; to: string }[] =>
  Object.keys(now.fields).flatMap((field) => {
    const [from, to] = [asText(old.fields[field]), asText(now.fields[field])]
    return from === to ? [] : [{ field, from, to }]
  })

const asText = (value: unknown): string => (typeof value === 'string' ? value : canonicalJson(value))

const orderOf = (pieces: ReadonlyMap<string, Piece>, shared: ReadonlySet<string>): string =>
  [...pieces.keys()].filter((key) => shared.has(key)).join('\n')

const conventionTexts = ({ conventions }: TemplateDraft): string[] => conventions.map(({ text }) => text)
const markerTexts = ({ contextMarkers }: TemplateDraft): string[] => contextMarkers.map(markerKey)

const betweenSets = (from: readonly string[], to: readonly string[]): { added: string[]; removed: string[] } => ({
  added: leftOver(to, from),
  removed: leftOver(from, to),
})

/** What is left of a list when each text of another is taken away once. */
const leftOver = (texts: readonly string[], others: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts.filter((text) => {
    const left = counts.get(text) ?? 0
    if (left > 0) counts.set(text, left - 1)
    return left === 0
  })
}

const betweenTexts = (from: string, to: string): { from: string; to: string } | null =>
  from === to ? null : { from, to }
