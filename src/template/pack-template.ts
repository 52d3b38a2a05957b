import { isRecord } from '../lib/json.ts'
import type { PackTemplate } from '../schema/pack.ts'
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
  return shapedTemplate({
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
  }) as PackTemplate
}

function folderOf(path: string): string
function folderOf(path: string | null): string | null
function folderOf(path: string | null): string | null {
  if (path === null) return null
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
}

/** The draft that a packed template stands for. It is made of whatever was given: `pack-read.ts` holds it against the checks. */
export const unpackedOf = (given: PackTemplate, owner: string): TemplateDraft => {
  const packed = shapedTemplate(given)
  const withEvidence = (pieces: unknown): unknown[] => (pieces as object[]).map((piece) => ({ ...piece, evidence: [] }))
  return {
    ...pick(packed, ['taskType', 'userPatterns', 'contextMarkers', 'addendum', 'toolRates', 'redactions', 'leftOut']),
    ...pick(packed, ['tokens', 'metrics']),
    scope: { ...(packed['scope'] as object), owner },
    patterns: withEvidence(packed['patterns']),
    workflows: withEvidence(packed['workflows']),
    recoveries: withEvidence(packed['recoveries']),
    conventions: withEvidence(packed['conventions']),
    sourceSessions: [],
    madeBy: '',
    how: 'import',
  } as unknown as TemplateDraft
}

type Shape = (value: unknown) => unknown

/** A record with these fields alone; where something else stands, that stays, for the checks to speak of. */
const shaped =
  (names: readonly string[], inner: Record<string, Shape> = {}): Shape =>
  (value) => {
    if (!isRecord(value)) return value
    const known = names.filter((name) => Object.hasOwn(value, name))
    return Object.fromEntries(known.map((name) => [name, inner[name]?.(value[name]) ?? value[name]]))
  }

const each =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? value.map(shape) : value

const words = (text: string): string[] => text.split(' ')

const rate = shaped(['rate', 'low', 'high', 'n'])
const counts = each(shaped(['kind', 'reason', 'count']))

const PATTERN = words(
  'id tool kind shape arguments slots intent intentFrom result resultIs type support uses successRate reason sessionTypes recovery lastSeenAt tokens',
)
const STEP = words('tool kind shape arguments result resultIs')
const RECOVERY = words(
  'id signature errorType cause tool failed workedTool worked strategy support occurrences successRate reason fingerprint lastSeenAt expiresAt retest tokens',
)
const USER = words(
  'messageCount meanLength questionShare commandShare reason style requestStyle feedbackStyle preferredTools domains',
)
const METRICS = words('sessionsScanned sessionsQualified patterns sources toolDistribution avgProficiencyGain reason')
const EFFECT = words('design verdict measure estimate low high warm cold model until')
const CERTIFICATE = words('design metric arm against n estimate low high verdict model date declaration data hash')

const SHAPES: Record<string, Shape> = {
  scope: shaped(['project', 'source', 'platform', 'model']),
  patterns: each(shaped(PATTERN, { successRate: rate })),
  workflows: each(shaped(words('id intent steps support tokens'), { steps: each(shaped(STEP)) })),
  recoveries: each(shaped(RECOVERY, { successRate: rate, fingerprint: shaped(['sources', 'platforms', 'projects']) })),
  conventions: each(shaped(['text', 'kind', 'count'])),
  userPatterns: shaped(USER, { questionShare: rate, commandShare: rate }),
  contextMarkers: each(shaped(['kind', 'value', 'count'])),
  toolRates: each(shaped(['tool', 'successRate'], { successRate: rate })),
  redactions: counts,
  leftOut: counts,
  metrics: shaped(METRICS),
  effect: shaped(EFFECT),
  certificate: shaped(CERTIFICATE),
}
const PLAIN = words('name version hash description tags taskType addendum tokens effectReason')

/** The fields that a packed template has, and no others. */
export const shapedTemplate = shaped([...PLAIN, ...Object.keys(SHAPES)], SHAPES) as (
  value: unknown,
) => Record<string, unknown>
