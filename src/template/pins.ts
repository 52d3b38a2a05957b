import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'

export type Pinned = Template['pinned']

/**
 * A draft with a person's word on its pieces: what was dropped stays out, workflows that show it included; what was kept comes first
 * and stays, as the draft has it anew or else as it was before. The addendum stays where the draft brings none.
 */
export const applyPins = (draft: TemplateDraft, previous: { draft: TemplateDraft; pinned: Pinned }): TemplateDraft => {
  const { pinned, draft: before } = previous
  const dropped = new Set(pinned.dropped)
  const shapes = new Set([...draft.patterns, ...before.patterns].filter(({ id }) => dropped.has(id)).map(keyOf))
  const pinnedPieces = <Piece extends { id: string }>(now: readonly Piece[], then: readonly Piece[]): Piece[] => {
    const kept = pinned.kept.flatMap((id): Piece[] => {
      const piece = now.find(withId(id)) ?? then.find(withId(id))
      return piece === undefined ? [] : [piece]
    })
    const isKept = new Set(kept.map(({ id }) => id))
    return [...kept, ...now.filter(({ id }) => !isKept.has(id))].filter(({ id }) => !dropped.has(id))
  }
  const patterns = pinnedPieces(draft.patterns, before.patterns)
  const recoveries = pinnedPieces(draft.recoveries, before.recoveries)
  const known = new Set(recoveries.map(({ id }) => id))
  const after = {
    ...draft,
    // A link to a recovery that was dropped leads nowhere.
    patterns: patterns.map((each) =>
      each.recovery === null || known.has(each.recovery) || !dropped.has(each.recovery)
        ? each
        : { ...each, recovery: null },
    ),
    workflows: pinnedPieces(draft.workflows, before.workflows).filter(
      ({ steps }) => !steps.some((step) => shapes.has(keyOf(step))),
    ),
    recoveries,
    ...(draft.addendum === '' ? addendumOf(before) : addendumOf(draft)),
  }
  return { ...after, tokens: tokensAfter(draft, after) }
}

const addendumOf = ({ addendum, systemAddendum }: TemplateDraft) => ({ addendum, systemAddendum })

const withId =
  (id: string) =>
  (piece: { id: string }): boolean =>
    piece.id === id

const keyOf = ({ tool, shape }: { tool: string; shape: string }): string => `${tool}\u0000${shape}`

/** What a template costs after pieces were taken out or put in: each piece knows its own cost. */
export const tokensAfter = (before: TemplateDraft, after: TemplateDraft): number =>
  Math.max(0, before.tokens + piecesCost(after) - piecesCost(before))

const piecesCost = ({ patterns, workflows, recoveries, addendum }: TemplateDraft): number =>
  [...patterns, ...workflows, ...recoveries].reduce((sum, { tokens }) => sum + tokens, 0) + estimateTokens(addendum)
