import type { Context } from '../../interfaces/cli/command.ts'

/** The project that a directory belongs to: the one under which its sessions count. */
export const currentProject = async (context: Context, directory = process.cwd()): Promise<string> => {
  const [{ createProjectFinder }, { projectHere }] = await Promise.all([
    import('../../sources/project.ts'),
    import('../../store/delivery.ts'),
  ])
  return (await projectHere(await context.store(), createProjectFinder()(directory, undefined))) ?? directory
}
