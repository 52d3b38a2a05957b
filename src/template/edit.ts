import { AppError } from '../lib/error.ts'
import { redactWithReport } from '../lib/redact/redact.ts'
import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { applyPins, type Pinned, tokensAfter } from './pins.ts'
import type { Version } from './version.ts'

/** What a person may change by hand. Undefined fields stay. */
export interface Edit {
  addendum?: string | undefined
  description?: string | undefined
  tags?: string[] | undefined
  taskType?: Template['taskType'] | undefined
  /** Pieces by id, by the beginning of one, or by what they do. */
  drop?: readonly string[] | undefined
  keep?: readonly string[] | undefined
  /** What was taken out of these words already, by kind. */
  replaced?: Template['redactions'] | undefined
}

/** The version after an edit. Drops and keeps are remembered for later builds; secrets in an addendum are replaced. */
export const edited = (version: Version, edit: Edit): Version => {
  const pinned = pinsAfter(version, edit)
  const before = version.draft
  const addendum = edit.addendum === undefined ? undefined : redactWithReport(edit.addendum)
  const base: TemplateDraft = {
    ...before,
    ...(addendum === undefined ? {} : { addendum: addendum.text, systemAddendum: undefined }),
    redactions: addedTo(addedTo(before.redactions, addendum?.found ?? {}), countsOf(edit.replaced ?? [])),
  }
  // Pins fall back on the addendum of the version before, and an edit may have emptied it.
  const draft = applyPins(base, { draft: base, pinned })
  return {
    draft: { ...draft, tokens: tokensAfter(before, draft), how: 'edit', madeBy: 'person' },
    description: edit.description ?? version.description,
    tags: edit.tags ?? version.tags,
    taskType: edit.taskType === undefined ? version.taskType : edit.taskType,
    pinned,
  }
}

const pinsAfter = ({ draft, pinned }: Version, { drop = [], keep = [] }: Edit): Pinned => {
  const pieces = piecesOf(draft)
  const drops = drop.map((text) => pieceNamed(text, [...pieces, ...withoutPiece(pinned.kept)]))
  const keeps = keep.map((text) => pieceNamed(text, [...pieces, ...withoutPiece(pinned.dropped)]))
  const both = drops.find((id) => keeps.includes(id))
  if (both !== undefined) {
    const hint = 'decide for one of the two'
    throw new AppError('usage', `${both} is to be dropped and kept at once`, { hint })
  }
  return {
    kept: [...new Set([...pinned.kept.filter((id) => !drops.includes(id)), ...keeps])],
    dropped: [...new Set([...pinned.dropped.filter((id) => !keeps.includes(id)), ...drops])].toSorted(),
  }
}

interface Piece {
  id: string
  what: string
}

const piecesOf = ({ patterns, workflows, recoveries }: TemplateDraft): Piece[] => [
  ...patterns.map(({ id, shape }) => ({ id, what: shape })),
  ...workflows.map(({ id, intent }) => ({ id, what: intent })),
  ...recoveries.map(({ id, signature }) => ({ id, what: signature })),
]

/** Only the id of a piece that was dropped before is known. */
const withoutPiece = (ids: readonly string[]): Piece[] => ids.map((id) => ({ id, what: '' }))

/** Shorter beginnings of an id would be ambiguous tomorrow. */
const SHORTEST_PREFIX = 4

const pieceNamed = (text: string, pieces: readonly Piece[]): string => {
  const exact = pieces.filter(({ id, what }) => id === text || what === text)
  const fits = exact.length > 0 ? exact : pieces.filter(({ id }) => isPrefix(text, id))
  const [found, ...others] = [...new Map(fits.map((piece) => [piece.id, piece])).values()]
  if (found === undefined) {
    throw new AppError('no-such-pattern', `the template holds no pattern ${text}`, {
      hint: `give its id (at least ${SHORTEST_PREFIX} digits) or what it does, as \`warmstart show\` prints them`,
    })
  }
  if (others.length > 0) {
    const lines = [found, ...others].map(({ id, what }) => `  ${id}  ${what}`)
    throw new AppError('ambiguous', [`several patterns fit ${text}:`, ...lines].join('\n'), { hint: 'give an id' })
  }
  return found.id
}

const isPrefix = (text: string, id: string): boolean =>
  text.length >= SHORTEST_PREFIX && id.startsWith(text.toLowerCase())

const countsOf = (list: Template['redactions']): Record<string, number> =>
  Object.fromEntries(list.map(({ kind, count }) => [kind, count]))

/** Counts of what was replaced, with those of another text added. */
export const addedTo = (counts: Template['redactions'], found: Record<string, number>): Template['redactions'] => {
  const sums = new Map(counts.map(({ kind, count }) => [kind, count]))
  for (const [kind, count] of Object.entries(found)) sums.set(kind, (sums.get(kind) ?? 0) + count)
  return [...sums].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}
