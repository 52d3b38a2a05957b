import { answer } from '../../interfaces/cli/answer.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import type { ProjectReport } from './operation.ts'

const joinCommand: Command = {
  name: 'project join',
  readsOnly: true,
  summary: 'count the sessions of one project as those of another',
  arguments: 'A B',
  positionals: { least: 2, most: 2 },
  flags: {},
  details: [
    'A and B are paths, names of folders (as much of the path as tells them apart), or repositories (sam/shop). The sessions of A count to B, also those read later. A directory of a project can be joined to another project alone. `warmstart project split A` takes it back.',
  ],
  examples: [
    ['warmstart project join ~/old/shop ~/work/shop', 'the repository has moved, and its remote is not recorded'],
    ['warmstart project join sam/shop-fork sam/shop', 'a fork counts as the original'],
  ],
  run: async (context) => {
    const { join } = await import('./operation.ts')
    const [subject = '', target = ''] = context.positionals
    return show(context, await join(context.app, await context.store(), { subject, target, cwd: process.cwd() }))
  },
}

const splitCommand: Command = {
  name: 'project split',
  readsOnly: true,
  summary: 'count the sessions of a directory by themselves',
  arguments: 'A',
  positionals: { least: 1, most: 1 },
  flags: {},
  details: [
    'Takes a join back. A directory that counts to a project because both have the same remote stays apart from now on; `warmstart project join` joins it again.',
  ],
  examples: [['warmstart project split ~/experiments/shop', '']],
  run: async (context) => {
    const { split } = await import('./operation.ts')
    const [subject = ''] = context.positionals
    return show(context, await split(context.app, await context.store(), { subject, cwd: process.cwd() }))
  },
}

export const projectCommand: Command = {
  name: 'project',
  readsOnly: true,
  summary: 'show which directories count as one project, and join or split them',
  arguments: '[VERB]',
  verbs: { join: async () => joinCommand, split: async () => splitCommand },
  details: [
    'A project is a repository. Its working trees and clones are joined by the remote, which is read from files of git or from the sessions, and by their paths where the directory is gone. docs/projects.md tells how.',
  ],
  examples: [
    ['warmstart project', ''],
    ['warmstart project join ~/old/shop ~/work/shop', ''],
  ],
  run: async (context) => {
    const { projects } = await import('./operation.ts')
    return show(context, await projects(await context.store()))
  },
}

const show = (context: Context, shown: ProjectReport): Promise<number> =>
  answer(context, shown, async (report, screen) => (await import('./show.ts')).projectLines(report, screen))
