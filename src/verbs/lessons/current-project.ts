import { dirname, relative, resolve } from 'node:path'
import type { Context } from '../../interfaces/cli/command.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'

/** The project that the sessions of a directory count under. */
export const currentProject = async (context: Context, directory = process.cwd()): Promise<string> => {
  const [{ createProjectFinder }, { projectHere }] = await Promise.all([
    import('../../sources/project.ts'),
    import('../../store/templates/delivery.ts'),
  ])
  return (await projectHere(await context.store(), createProjectFinder()(directory, undefined))) ?? directory
}

/**
 * The project that a person names, as the store knows it. Lessons and a yes to them belong to that name, so the name of
 * a folder, a relative path and the full path must lead to the same one.
 */
export const namedProject = async (context: Context, given: string): Promise<string> => {
  if (/^\.{1,2}(?:\/|$)/.test(given)) return currentProject(context, resolve(given))
  const name = projectOf(given) ?? given
  if (name === '*') return name
  const { projectsNamed } = await import('../../store/facts/project.ts')
  const [found, ...others] = await projectsNamed(await context.store(), name)
  return found === undefined || others.length > 0 ? name : found
}

/** The project of `--project`; without one that of the current directory. */
export const askedProject = async (context: Context): Promise<string> => {
  const given = context.text('project')
  return given === undefined ? currentProject(context) : namedProject(context, given)
}

/** The name of a file relative to its working tree: the same on every machine. */
export const nameInProject = async (path: string): Promise<string> => {
  const { createProjectFinder } = await import('../../sources/project.ts')
  const { root } = createProjectFinder()(dirname(path), undefined)
  return relative(root ?? dirname(path), path)
}
