import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { distinctNames } from '../../lib/distinct-names.ts'
import { AppError } from '../../lib/error.ts'
import { createProjectFinder } from '../../sources/project.ts'
import { NO_PROJECT } from '../../schema/project.ts'
import type { ListedPlace } from '../../store/facts/project.ts'

/** A directory, and the project that its sessions count under. For a whole project both are the same. */
export interface NamedPlace {
  path: string
  project: string
}

/**
 * Finds the place that a user names: by a path, by a folder with as much before it as is needed (`work/cli`), or by a
 * repository (`sam/shop`). If several fit, the error names them. `unknown` stands for sessions without a recorded
 * directory.
 */
export const findPlace = (places: readonly ListedPlace[], given: string, cwd: string): NamedPlace | AppError => {
  if (given === NO_PROJECT && !places.some(({ project }) => endsIn(project, given)))
    return { path: NO_PROJECT, project: NO_PROJECT }
  const path = pathOf(given, cwd)
  const exact = path === undefined ? undefined : placeAt(places, path)
  if (exact !== undefined) return exact
  const name = given.replace(/(?<=.)[\\/]+$/, '').toLowerCase()
  const fits = [
    ...places.filter(({ project, repository }) => endsIn(project, name) || endsIn(repository ?? '', name)).map(whole),
    ...places
      .filter(({ path: held, project }) => held !== project && endsIn(held, name))
      .map(({ path: held, project }) => ({ path: held, project })),
  ]
  const byProject = Map.groupBy(fits, ({ project }) => project)
  if (byProject.size === 1) return fits[0] ?? unknown(given)
  if (byProject.size === 0) return path !== undefined && isAbsolute(given) ? { path, project: path } : unknown(given)
  const names = distinctNames([...byProject.keys()])
  return new AppError(
    'ambiguous',
    `several projects are called ${given}: ${[...byProject.keys()].slice(0, 8).join(', ')}`,
    {
      hint: `say which, as in ${names.get([...byProject.keys()][0] ?? '') ?? given}`,
    },
  )
}

const whole = ({ project }: ListedPlace): NamedPlace => ({ path: project, project })

/** Only a text that looks like a path is one: `shop` may be a folder here and the name of a project elsewhere. */
const pathOf = (given: string, cwd: string): string | undefined => {
  if (given.startsWith('~/')) return join(homedir(), given.slice(2))
  if (isAbsolute(given) || /^\.{1,2}(?:[\\/]|$)/.test(given)) return resolve(cwd, given)
  return undefined
}

const placeAt = (places: readonly ListedPlace[], path: string): NamedPlace | undefined => {
  const isKnown = (wanted: string): NamedPlace | undefined => {
    const held = places.find((place) => place.path === wanted)
    if (places.some(({ project }) => project === wanted)) return { path: wanted, project: wanted }
    return held === undefined ? undefined : { path: wanted, project: held.project }
  }
  const { project } = createProjectFinder()(path, undefined)
  return isKnown(path) ?? (project === undefined ? undefined : isKnown(project))
}

const endsIn = (path: string, name: string): boolean => {
  const small = path.toLowerCase().replaceAll('\\', '/')
  return name !== '' && (small === name || small.endsWith(`/${name}`))
}

const unknown = (given: string): AppError =>
  new AppError('no-such-project', `no session was held in a project called ${given}`, {
    hint: '`warmstart project` lists them',
  })
