import { isoTime } from '../../lib/clock.ts'
import type { Review, ReviewList } from './shape.ts'
import type { Template, TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { difference } from '../../template/diff.ts'
import { findVersion, readable, readTemplate, readTemplates } from '../../template/run.ts'
import { readStored } from '../../template/validate.ts'
import type { Version } from '../../template/version.ts'
import { hurtingTemplates } from '../experiment/hurting-operation.ts'
import { hurtingLessons } from '../lessons/hurting-operation.ts'
import { explainTemplate } from '../explain/template-operation.ts'

export type { Review, ReviewList } from './shape.ts'

/** The templates that wait for a person, newest first, and the templates and lessons in use that hurt. */
export const waiting = async (
  store: Connection,
  { owner, now }: { owner: string; now: () => number },
): Promise<ReviewList> => {
  const { templates } = await readTemplates(store, { owner })
  return {
    waiting: templates.filter(({ state }) => state === 'candidate' || state === 'quarantined'),
    hurting: await hurtingTemplates(store, owner),
    hurtingLessons: await hurtingLessons({ owner, now }, store),
  }
}

/**
 * Shows one template, its difference from the template in use for the same project, and its evidence. Changes nothing.
 */
export const review = async (store: Connection, { owner, name }: { owner: string; name: string }): Promise<Review> => {
  const template = await readTemplate(store, { owner, name })
  const { version, how, madeBy, at, note } = await versionOf(store, {
    owner,
    name: `${template.id}@${template.version}`,
  })
  const against = await inUse(store, owner, template)
  const before = against === undefined ? undefined : await versionOf(store, { owner, name: against })
  const { name: own, version: number, hash } = template
  return {
    template,
    provenance: { how, madeBy, at, note },
    against: against ?? null,
    diff: { to: { name: own, version: number, hash }, ...difference(before?.version ?? nothing(version), version) },
    evidence: (await explainTemplate(store, { owner, name })).pieces,
    next: nextSteps(template, against),
  }
}

const versionOf = async (store: Connection, { owner, name }: { owner: string; name: string }) => {
  const { row, stored } = await findVersion(store, { owner, name })
  const version = readable(row.name, stored, readStored(stored, owner))
  return { version, how: stored.how, madeBy: stored.made_by, at: isoTime(stored.at) ?? '', note: stored.note }
}

/**
 * The newest active template of the same project; none for a template without a project. An active template is
 * compared with its own previous version.
 */
const inUse = async (store: Connection, owner: string, template: TemplateSummary): Promise<string | undefined> => {
  const { id, name, version, state, scope } = template
  if (state === 'active') return version > 1 ? `${name}@${version - 1}` : undefined
  if (scope.project === null) return undefined
  const { templates } = await readTemplates(store, { owner, state: 'active' })
  const same = templates.find((each) => each.id !== id && sameProject(each.scope.project, scope.project))
  return same === undefined ? undefined : `${same.name}@${same.version}`
}

/** A project is named by its path, or by the name of its folder. */
const sameProject = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && (one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`))

const nothing = (like: Version): Version => ({
  description: '',
  tags: [],
  taskType: null,
  pinned: { kept: [], dropped: [] },
  draft: {
    ...like.draft,
    patterns: [],
    workflows: [],
    recoveries: [],
    conventions: [],
    contextMarkers: [],
    addendum: '',
  },
})

const nextSteps = ({ name, state, addendumYes }: Template, against: string | undefined): Review['next'] => {
  const isActive = state === 'active'
  const promote = `warmstart promote ${name}`
  const waits = addendumYes?.confirmed === false
  return [
    ...(isActive ? [] : [{ command: promote, meaning: `puts it to use${waits ? ', without its addendum' : ''}` }]),
    ...(waits
      ? [{ command: `${promote} --rules ${addendumYes.id}`, meaning: 'puts it to use with its addendum' }]
      : []),
    { command: `warmstart edit ${name} --drop PIECE`, meaning: 'takes a piece out first' },
    { command: `warmstart test ${name} MESSAGE`, meaning: 'shows what a session would get' },
    ...(isActive || against === undefined
      ? []
      : [
          {
            command: `warmstart retire ${against.slice(0, against.lastIndexOf('@'))}`,
            meaning: 'takes the one in use out of use',
          },
        ]),
    isActive
      ? { command: `warmstart retire ${name}`, meaning: 'takes it out of use' }
      : { command: `warmstart delete ${name}`, meaning: 'says no' },
  ]
}
