import { dirname, relative } from 'node:path'
import type { Context } from '../../interfaces/cli/command.ts'

/** The project that the sessions of a directory count under. */
export const currentProject = async (context: Context, directory = process.cwd()): Promise<string> => {
  const [{ createProjectFinder }, { projectHere }] = await Promise.all([
    import('../../sources/project.ts'),
    import('../../store/templates/delivery.ts'),
  ])
  return (await projectHere(await context.store(), createProjectFinder()(directory, undefined))) ?? directory
}

/** The name of a file relative to its working tree: the same on every machine. */
export const nameInProject = async (path: string): Promise<string> => {
  const { createProjectFinder } = await import('../../sources/project.ts')
  const { root } = createProjectFinder()(dirname(path), undefined)
  return relative(root ?? dirname(path), path)
}
