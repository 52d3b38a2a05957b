import { AppError } from '../lib/error.ts'
import type { PackTemplate } from '../schema/pack.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { canonicalJson } from './canonical.ts'
import { addedUp, type Dropped, textsIn } from './pack-gate.ts'
import type { Redactor } from './redact.ts'

/**
 * Refuses a template in which anything is left that must not leave the machine: a secret, a value of the environment, the user's
 * home, name or host. Nothing is replaced: what stands in a template although building takes it out is for a person to look at.
 */
export const requireClean = async (packed: PackTemplate, redactor: Pick<Redactor, 'remaining'>): Promise<void> => {
  for (const [piece, value] of piecesOf(packed)) {
    // Each text alone, as it was redacted; and all of a piece together, because a secret is known by the name before it.
    for (const text of new Set([...textsIn(value), canonicalJson(value)])) {
      const [first] = await redactor.remaining(text)
      if (first !== undefined) throw refused(packed, piece, first.kind)
    }
  }
}

const piecesOf = (packed: PackTemplate): [piece: string, value: unknown][] => {
  const { patterns, workflows, recoveries, conventions, contextMarkers, addendum, ...rest } = packed
  const { name, hash: _hash, certificate, ...labels } = rest
  return [
    ['its name', name],
    ['its addendum', addendum],
    ...patterns.map((piece): [string, unknown] => [`the pattern ${piece.id} (${piece.shape})`, quotedOf(piece)]),
    ...workflows.map((piece): [string, unknown] => [`the workflow ${piece.id}`, quotedOf(piece)]),
    ...recoveries.map((piece): [string, unknown] => [`the recovery ${piece.id}`, quotedOf(piece)]),
    ...conventions.map(({ text }, at): [string, unknown] => [`convention ${at + 1}`, text]),
    ...contextMarkers.map(({ value }, at): [string, unknown] => [`marker ${at + 1}`, value]),
    ['its description or figures', labels],
    // Without the hashes of the certificate, which are no secret.
    ['its certificate', { arm: certificate?.arm, against: certificate?.against, model: certificate?.model }],
  ]
}

/** Without our own ids, which are random letters and no secret. */
const quotedOf = <Piece extends { id: string }>({ id: _id, ...rest }: Piece): Omit<Piece, 'id'> => rest

const refused = ({ name }: PackTemplate, piece: string, kind: string): AppError =>
  new AppError('export-refused', `${name} was not exported: ${piece} holds what must not leave (${kind})`, {
    hint: `look at it with \`warmstart show ${name}\`; building it anew takes such things out, \`warmstart edit ${name}\` changes or drops a piece`,
  })

/**
 * A redacted draft without the pieces in which a secret is left all the same: a secret that only the name before it gives away, such as
 * an argument called `password`. They are counted, not shown.
 */
export const withoutSecrets = async (
  draft: TemplateDraft,
  redactor: Pick<Redactor, 'remaining'>,
): Promise<{ draft: TemplateDraft; dropped: Dropped }> => {
  let count = 0
  const clean = async <Piece extends { id: string }>(pieces: readonly Piece[]): Promise<Piece[]> => {
    const kept: Piece[] = []
    for (const piece of pieces) {
      if ((await redactor.remaining(canonicalJson(quotedOf(piece)))).length === 0) kept.push(piece)
      else count++
    }
    return kept
  }
  const [patterns, workflows] = [await clean(draft.patterns), await clean(draft.workflows)]
  const recoveries = await clean(draft.recoveries)
  const dropped = count === 0 ? [] : addedUp([{ reason: 'secret', count }])
  return { draft: { ...draft, patterns, workflows, recoveries }, dropped }
}
