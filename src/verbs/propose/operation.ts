import type { App } from '../../app.ts'
import { distinctNames } from '../../lib/distinct-names.ts'
import { AppError } from '../../lib/error.ts'
import { conductOf } from '../../mine/sessions/session-rows.ts'
import { disqualification } from '../../mine/sessions/qualify.ts'
import { refreshTallies } from '../../profile/run.ts'
import type { Proposals } from './shape.ts'
import type { Template, TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { minedSessions, type MinedSessionRow } from '../../store/derived/harvest.ts'
import { projectsOf } from '../../store/facts/project.ts'
import { findTemplates, templateNamed } from '../../store/templates/template.ts'
import { suggestedName } from '../../template/name.ts'
import { saveTemplate } from '../../template/run.ts'
import { contentHash } from '../../template/version.ts'
import { draftFound } from '../build/operation.ts'

export type { Proposals } from './shape.ts'

export interface ProposeInput {
  project?: string | undefined
  minSupport?: number | undefined
  owner?: string | undefined
}

const MIN_SUPPORT = 2
const MIN_MESSAGES = 30
/** The newest of the best sessions; more of them change little and take time to read. */
const MOST_SESSIONS = 30

/**
 * Makes a candidate for each project from its best sessions: the half of the qualifying sessions with the fewest own
 * errors. No session gets a candidate until a person promotes it.
 */
export const propose = async (
  app: App,
  store: Connection,
  { project, minSupport = MIN_SUPPORT, owner = app.owner }: ProposeInput,
): Promise<Proposals> => {
  await refreshTallies(store)
  const rows = await minedSessions(store, { owner, project })
  const byProject = [...Map.groupBy(rows, (row) => row.project)].toSorted(([one], [other]) =>
    (one ?? '') < (other ?? '') ? -1 : 1,
  )
  const names = distinctNames(await projectsOf(store, owner))
  const proposals: Proposals = { proposed: [], passedOver: [] }
  for (const [place, sessions] of byProject) {
    const best = bestOf(sessions)
    const reason = whyNot(best.length, minSupport)
    const made =
      reason ??
      (await candidate(app, store, { project: place, called: names.get(place ?? ''), best, minSupport, owner }))
    if (typeof made === 'string') proposals.passedOver.push({ project: place, reason: made })
    else proposals.proposed.push({ template: summary(made), isNew: made.isNew, sessions: best.length })
  }
  return proposals
}

const whyNot = (sessions: number, minSupport: number): string | undefined => {
  if (sessions >= minSupport) return undefined
  return `${sessions} of its sessions went well; ${minSupport} are needed`
}

/** Keeps the order: newest first. */
const bestOf = (sessions: readonly MinedSessionRow[]): MinedSessionRow[] => {
  const good = sessions.filter((row) => disqualification(conductOf(row), MIN_MESSAGES) === undefined)
  const rates = good.map(ownErrors).toSorted((one, other) => one - other)
  const middle = rates[Math.floor((rates.length - 1) / 2)] ?? 0
  return good.filter((row) => ownErrors(row) <= middle).slice(0, MOST_SESSIONS)
}

/** The share of calls that failed by the agent's own mistake. */
const ownErrors = (row: MinedSessionRow): number => (row.agent ?? 0) / Math.max(1, (row.ok ?? 0) + (row.failed ?? 0))

interface Candidate {
  /** Null: sessions without a recorded directory. */
  project: string | null
  /** As much of the path as tells the project from the owner's others. */
  called: string | undefined
  best: readonly MinedSessionRow[]
  minSupport: number
  owner: string
}

/** The saved candidate, or why there is none. */
const candidate = async (
  app: App,
  store: Connection,
  { project, called = project ?? NO_DIRECTORY, best, minSupport, owner }: Candidate,
): Promise<Template | string> => {
  const now = app.now()
  const name = await freeName(store, owner, { project, called })
  try {
    const wanted = await draftFound(app, store, {
      options: { owner, now, sessions: best.map(({ id }) => id), minSupport },
      wanted: {
        name,
        owner,
        state: 'candidate',
        how: 'propose',
        description: `proposed for ${project ?? 'sessions without a directory'}`,
      },
      scope: { owner, project, source: null, platform: null, model: null },
    })
    const same = await inUse(store, owner, contentHash(wanted.draft))
    if (same !== undefined) return `nothing new: ${same}, which is in use, holds the same`
    return await saveTemplate(store, { ...wanted, owner, now })
  } catch (error) {
    if (!(error instanceof AppError) || !PASSED_OVER.has(error.code)) throw error
    return error.message
  }
}

/** A free name, or that of the last candidate for the same project. A promoted template keeps its name. */
const freeName = async (
  store: Connection,
  owner: string,
  { project, called }: { project: string | null; called: string },
): Promise<string> => {
  // Converted first, because some letters become two, and then cut so that a number still fits behind it.
  const folder = suggestedName(called.replaceAll(/[\\/]+/g, '-')).slice(0, FOLDER_CHARS)
  for (let number = 1; ; number++) {
    const name = suggestedName(`${folder}-candidate${number === 1 ? '' : `-${number}`}`)
    const row = await templateNamed(store, owner, name)
    if (row === undefined || (row.state === 'candidate' && row.project === project)) return name
  }
}

const FOLDER_CHARS = 40
const NO_DIRECTORY = 'no-directory'

/** The name of an active template with this content. */
const inUse = async (store: Connection, owner: string, hash: string): Promise<string | undefined> =>
  (await findTemplates(store, owner, hash)).find(
    ({ template }) => template.state === 'active' && template.hash === hash,
  )?.template.name

/** Finding nothing to propose is not a failure. */
const PASSED_OVER = new Set(['nothing-found'])

const summary = (template: Template): TemplateSummary => {
  const { id, name, version, hash, state, description, tags, taskType, scope, createdAt, updatedAt } = template
  const { sourceSessions, patternCount, recoveryCount, tokens, usage, success, reason } = template
  return {
    id,
    name,
    version,
    hash,
    state,
    description,
    tags,
    taskType,
    scope,
    createdAt,
    updatedAt,
    sourceSessions,
    patternCount,
    recoveryCount,
    tokens,
    usage,
    success,
    ...(reason === undefined ? {} : { reason }),
  }
}
