import { AppError } from '../../lib/error.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { TemplateExplanation } from '../../schema/listing/template-explanation.ts'
import { SEED_ID_PREFIX } from '../../schema/seed.ts'
import { findCall } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'
import { findSessions } from '../../store/facts/session.ts'
import { templatesHolding } from '../../store/templates/template.ts'
import { readTemplate } from '../../template/run.ts'

export type { TemplateExplanation } from '../../schema/listing/template-explanation.ts'

/**
 * Traces a seed back to files and lines: from the id of a seeded call, from a template, or from one piece of it
 * (`NAME/PIECE`, where PIECE is the beginning of its id).
 */
export const explainTemplate = async (
  store: Connection,
  { owner, name }: { owner: string; name: string },
): Promise<TemplateExplanation> => {
  const seeded = pieceOfSeedId(name)
  if (seeded !== undefined) return explainSeedId(store, owner, seeded)
  const slash = name.indexOf('/')
  const template = await readTemplate(store, { owner, name: slash < 0 ? name : name.slice(0, slash) })
  const wanted = slash < 0 ? '' : name.slice(slash + 1)
  const pieces = piecesOf(template).filter(({ id }) => id.startsWith(wanted))
  if (pieces.length === 0 && wanted !== '')
    throw new AppError('no-such-piece', `${template.name} has no piece whose id begins with ${wanted}`, {
      hint: `\`warmstart explain ${template.name}\` lists them`,
    })
  return { template: about(template), alsoIn: [], pieces: await withOutcomes(store, pieces) }
}

/** Whether a name is the id of a call that a seed put into a conversation. */
export const isSeedId = (name: string): boolean => pieceOfSeedId(name) !== undefined

const ID_DIGITS = 12

const pieceOfSeedId = (name: string): string | undefined => {
  const id = name.startsWith(SEED_ID_PREFIX) ? name.slice(SEED_ID_PREFIX.length, SEED_ID_PREFIX.length + ID_DIGITS) : ''
  return /^[0-9a-f]{12}$/.test(id) ? id : undefined
}

const explainSeedId = async (store: Connection, owner: string, piece: string): Promise<TemplateExplanation> => {
  const [first, ...others] = await templatesHolding(store, owner, piece)
  if (first === undefined)
    throw new AppError('no-such-template', `no template of ${owner} holds what the seed of ${piece} showed`, {
      hint: 'it was deleted, or the seed came from another store',
    })
  const template = await readTemplate(store, { owner, name: `${first.name}@${first.version}` })
  const pieces = piecesOf(template).filter(({ id }) => id === piece)
  const alsoIn = others.map(({ name, version }) => `${name}@${version}`)
  return { template: about(template), alsoIn, pieces: await withOutcomes(store, pieces) }
}

const about = ({ name, version, hash, state, how, madeBy }: Template): TemplateExplanation['template'] => ({
  name,
  version,
  hash,
  state,
  how,
  madeBy,
})

type Piece = TemplateExplanation['pieces'][number]

const piecesOf = ({ patterns, workflows, recoveries, conventions }: Template): Piece[] => [
  ...patterns.map(({ id, tool, shape, intent, support, evidence }) => ({
    ...piece('pattern', id, evidence),
    says: `${shape === tool ? tool : `${tool} ${shape}`}: ${intent}`,
    support,
  })),
  ...workflows.map(({ id, steps, support, evidence }) => ({
    ...piece('workflow', id, evidence),
    says: steps.map(({ shape }) => shape).join(', then '),
    support,
  })),
  ...recoveries.map(({ id, tool, signature, strategy, support, evidence }) => ({
    ...piece('recovery', id, evidence),
    says: `${tool}: ${signature} -> ${strategy}`,
    support,
    seedId: null,
  })),
  ...conventions.map(({ text, count, evidence }, at) => ({
    id: `convention-${at + 1}`,
    seedId: null,
    what: 'convention' as const,
    says: text,
    support: count,
    evidence: evidence.map(({ session, line }) => ({
      call: null,
      session,
      file: null as string | null,
      line,
      outcome: null,
      rule: null,
    })),
  })),
]

const piece = (
  what: 'pattern' | 'workflow' | 'recovery',
  id: string,
  evidence: Template['patterns'][number]['evidence'],
) => ({
  id,
  what,
  seedId: `${SEED_ID_PREFIX}${id}`,
  evidence: evidence.map(({ call, session, file, line }) => ({
    call,
    session,
    file,
    line,
    outcome: null as string | null,
    rule: null as string | null,
  })),
})

/** Reads today's outcomes of the calls, because a person may have overruled one since. */
const withOutcomes = async (store: Connection, pieces: Piece[]): Promise<Piece[]> => {
  for (const { evidence } of pieces) {
    for (const each of evidence) {
      // A user's message has no call, so the file comes from its session.
      if (each.call === null) each.file = (await findSessions(store, each.session, 1))[0]?.path ?? null
      const call = each.call === null || each.file === null ? undefined : await findCall(store, each.call)
      each.outcome = call?.outcome ?? null
      each.rule = call?.rule ?? null
    }
  }
  return pieces
}
