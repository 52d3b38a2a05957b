import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { distinctNames } from '../../lib/distinct-names.ts'
import { AppError } from '../../lib/error.ts'
import { findPlace, type NamedPlace } from './find-operation.ts'
import { isWorktreePath } from '../../sources/project.ts'
import type { Connection } from '../../store/connection.ts'
import {
  deleteProjectClaims,
  listPlaces,
  type ListedPlace,
  listProjectClaims,
  settleProjects,
  type StoredClaim,
  writeProjectClaims,
} from '../../store/facts/project.ts'
import type { ProjectReport } from './shape.ts'

export type { ProjectReport } from './shape.ts'

type ProjectApp = Pick<App, 'now' | 'owner'>

/** Lists all projects with their directories, and the user's decisions about them. */
export const projects = async (store: Connection, changed: ProjectReport['changed'] = null): Promise<ProjectReport> => {
  const places = await listPlaces(store)
  const claims = await listProjectClaims(store)
  const names = distinctNames(places.map(({ project }) => project))
  const said = new Set(claims.filter(({ subject, target }) => subject !== target).map(({ subject }) => subject))
  return {
    projects: [...Map.groupBy(places, ({ project }) => project)]
      .toSorted(([, one], [, other]) => latestOf(other) - latestOf(one))
      .map(([project, held]) => ({
        name: names.get(project) ?? project,
        project,
        repositories: [...new Set(held.flatMap(({ repository }) => repository ?? []))].toSorted(),
        sessions: held.reduce((sum, { sessions }) => sum + sessions, 0),
        lastAt: isoTime(latestOf(held) || null),
        directories: directoriesIn(held, said),
      })),
    claims: claims.map(({ at, ...claim }) => ({ ...claim, at: isoTime(at) ?? '' })),
    changed,
  }
}

const latestOf = (places: readonly ListedPlace[]): number => Math.max(0, ...places.map(({ last_at }) => last_at ?? 0))

type Directory = ProjectReport['projects'][number]['directories'][number]

const directoriesIn = (places: readonly ListedPlace[], said: ReadonlySet<string>): Directory[] =>
  [...Map.groupBy(places, ({ path }) => path)].map(([path, held]) => ({
    path,
    sessions: held.reduce((sum, { sessions }) => sum + sessions, 0),
    how: held.some(({ project }) => project === path) ? 'itself' : said.has(path) ? 'person' : 'repository',
  }))

/** From now on, counts the sessions of a project, or of one of its directories, under another project. */
export const join = async (
  app: ProjectApp,
  store: Connection,
  { subject: given, target: named, cwd }: { subject: string; target: string; cwd: string },
): Promise<ProjectReport> => {
  const places = await listPlaces(store)
  const subject = found(findPlace(places, given, cwd), given)
  const target = found(findPlace(places, named, cwd), named)
  if (subject.project === target.project || subject.path === target.project)
    throw new AppError('usage', `${given} counts to ${target.project} already`, {
      hint: '`warmstart project` lists what counts to each project',
    })
  const claims = await listProjectClaims(store)
  const claim = { subject: subject.path, target: target.project, by: app.owner, at: app.now() }
  await change(store, { write: [claim], drop: reversed(claims, claim) })
  return projects(store, {
    how: 'joined',
    subject: subject.path,
    target: target.project,
    sessions: moved(places, await listPlaces(store)),
  })
}

/** Earlier decisions by which the target counts under the subject: the newer decision wins over them. */
const reversed = (
  claims: readonly StoredClaim[],
  { subject, target }: Pick<StoredClaim, 'subject' | 'target'>,
): string[] => {
  const said = new Map(claims.map((claim) => [claim.subject, claim.target]))
  let at = target
  for (let step = 0; step <= claims.length; step++) {
    const next = said.get(at)
    if (next === undefined || next === at) return []
    if (next === subject) return [at]
    at = next
  }
  return []
}

/**
 * From now on, counts the sessions of a directory separately: takes back an earlier decision, and ignores a common
 * remote.
 */
export const split = async (
  app: ProjectApp,
  store: Connection,
  { subject: given, cwd }: { subject: string; cwd: string },
): Promise<ProjectReport> => {
  const places = await listPlaces(store)
  const claims = await listProjectClaims(store)
  const { path, project } = found(findPlace(places, given, cwd), given)
  const isSaid = claims.some(({ subject, target }) => subject === path && target !== path)
  if (!isSaid && path === project) throw alone(path, places)
  const apart = { subject: path, target: path, by: app.owner, at: app.now() }
  await change(store, isSaid ? { write: [], drop: [path] } : { write: [apart], drop: [] })
  return projects(store, {
    how: 'split',
    subject: path,
    target: null,
    sessions: moved(places, await listPlaces(store)),
  })
}

const alone = (path: string, places: readonly ListedPlace[]): AppError => {
  const others = [
    ...new Set(places.filter((place) => place.project === path && place.path !== path).map((place) => place.path)),
  ]
  return others.length === 0
    ? new AppError('usage', `${path} is one directory: there is nothing to split`, {
        hint: '`warmstart project` lists them',
      })
    : new AppError('usage', `${path} is the project itself; which directory is to count by itself?`, {
        hint: `one of: ${others.slice(0, 5).join(', ')}`,
      })
}

const found = (place: NamedPlace | AppError, given: string): NamedPlace => {
  if (place instanceof AppError) throw place
  if (place.path.length > LONGEST_CHARS) throw new AppError('usage', `${given.slice(0, 40)}… is too long for a path`)
  return place
}

const LONGEST_CHARS = 1_000

const change = async (
  store: Connection,
  { write, drop }: { write: readonly StoredClaim[]; drop: readonly string[] },
): Promise<void> => {
  await store.transaction(async (transaction) => {
    await deleteProjectClaims(transaction, drop)
    await writeProjectClaims(transaction, write)
    await settleProjects(transaction, { isWorktree: isWorktreePath })
  })
}

/** The number of sessions that now count under another project. */
const moved = (before: readonly ListedPlace[], after: readonly ListedPlace[]): number => {
  const keyOf = ({ path, repository }: ListedPlace): string => `${path}\n${repository ?? ''}`
  const projectOf = new Map(before.map((place) => [keyOf(place), place.project]))
  return after
    .filter((place) => projectOf.get(keyOf(place)) !== place.project)
    .reduce((sum, { sessions }) => sum + sessions, 0)
}
