import * as v from 'valibot'
import { PackTemplate } from '../schema/pack.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { pick } from './fields.ts'
import type { Version } from './version.ts'

export interface Leaving {
  name: string
  number: number
  hash: string
  version: Version
  effect: Pick<PackTemplate, 'effect' | 'effectReason' | 'certificate'>
}

/**
 * A template as it leaves: without evidence, ids of sessions, owner and pins, a project only by the name of its folder. Fields
 * that the format does not have are not taken along, whatever the version holds.
 */
export const packedOf = ({ name, number, hash, version, effect }: Leaving): PackTemplate => {
  const { draft, description, tags, taskType } = version
  return v.parse(PackTemplate, {
    ...draft,
    name,
    version: number,
    hash,
    description,
    tags,
    taskType,
    scope: { ...draft.scope, project: folderOf(draft.scope.project) },
    recoveries: draft.recoveries.map((recovery) => ({
      ...recovery,
      fingerprint: { ...recovery.fingerprint, projects: recovery.fingerprint.projects.map((path) => folderOf(path)) },
    })),
    ...effect,
  })
}

function folderOf(path: string): string
function folderOf(path: string | null): string | null
function folderOf(path: string | null): string | null {
  if (path === null) return null
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
}

/** The draft that a packed template stands for. */
export const unpackedOf = (packed: PackTemplate, owner: string): TemplateDraft => {
  const withEvidence = <Piece>(pieces: readonly Piece[]): (Piece & { evidence: [] })[] =>
    pieces.map((piece) => ({ ...piece, evidence: [] }))
  return {
    ...pick(packed, ['taskType', 'userPatterns', 'contextMarkers', 'addendum', 'toolRates', 'redactions', 'leftOut']),
    ...pick(packed, ['tokens', 'metrics']),
    scope: { ...packed.scope, owner },
    patterns: withEvidence(packed.patterns),
    workflows: withEvidence(packed.workflows),
    recoveries: withEvidence(packed.recoveries),
    conventions: withEvidence(packed.conventions),
    sourceSessions: [],
    madeBy: '',
    how: 'import',
  }
}
