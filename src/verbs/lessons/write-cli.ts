import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isYes } from '../run/ask-approval.ts'
import { type Command, type Context, EXIT, type Flag } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import { currentProject, nameInProject } from './current-project.ts'
import type { FileChange } from './write-file.ts'

const YES: Flag = { type: 'boolean', help: 'do it without asking' }

export const writeCommand: Command = {
  name: 'lessons write',
  summary: 'write lessons into an instruction file, as a block that can be taken out again',
  arguments: 'FILE',
  positionals: { least: 1, most: 1 },
  flags: {
    yes: YES,
    force: { type: 'boolean', help: 'also where a person has edited the block; lines that are not ours stay' },
  },
  details: [
    'FILE is CLAUDE.md, AGENTS.md or the like; its project is the one that it stands in. The change is shown first and made after a yes. Nothing outside the block is touched, and the block changes only when a lesson does.',
    'A lesson that stands in a file is no longer given by hooks and leaves the experiment.',
  ],
  examples: [
    ['warmstart lessons write CLAUDE.md', ''],
    ['warmstart lessons undo CLAUDE.md', 'takes the block out again'],
  ],
  run: async (context) => {
    const path = pathIn(context)
    const { readyLessons } = await import('./ready-operation.ts')
    const { planWrite } = await import('./write-file.ts')
    const store = await context.store()
    const { lessons } = await readyLessons(context.app, store, await currentProject(context, dirname(path)))
    const change = planWrite(path, lessons, { isForced: context.isSet('force') })
    return carryOut(context, change, { path, isUndo: false })
  },
}

export const undoCommand: Command = {
  name: 'lessons undo',
  summary: 'take lessons out of an instruction file, or take back what you said about them',
  arguments: 'FILE|ID...',
  positionals: { least: 0, most: 100 },
  flags: {
    yes: YES,
    force: { type: 'boolean', help: 'also where a person has edited the block; all of it is taken out' },
    all: { type: 'boolean', help: 'take the one yes to the project back' },
    project: {
      type: 'string',
      value: 'PATH',
      help: "with ids or --all: the project (default: the current directory's)",
    },
  },
  details: [
    'With a file: the file is as it was before the block, and each lesson has the state again that it had before it was written.',
    'With ids: what you accepted or refused is undecided again.',
  ],
  examples: [
    ['warmstart lessons undo CLAUDE.md', ''],
    ['warmstart lessons undo 3f2a', 'this lesson is undecided again'],
    ['warmstart lessons undo --all', 'the yes to this project is taken back'],
  ],
  run: async (context) => {
    if (context.isSet('all') || !/\.mdc?$/i.test(context.positionals[0] ?? '.md')) {
      const { takeBack } = await import('./consent-cli.ts')
      return takeBack(context)
    }
    const path = pathIn(context)
    const { planUndo } = await import('./write-file.ts')
    return carryOut(context, planUndo(path, { isForced: context.isSet('force') }), { path, isUndo: true })
  },
}

const pathIn = ({ positionals }: Context): string => {
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0)
    throw new AppError('usage', 'which file?', { hint: 'name one, as in CLAUDE.md' })
  return resolve(name)
}

const carryOut = async (
  context: Context,
  { diff, ids, write }: FileChange,
  { path, isUndo }: { path: string; isUndo: boolean },
): Promise<number> => {
  const { terminal, app } = context
  if (diff === '') {
    terminal.line(`${path} says it already.`)
    return EXIT.ok
  }
  for (const line of diff.split('\n')) terminal.line(line)
  if (!context.isSet('yes') && !(await isAllowed())) {
    terminal.note('nothing was changed; --yes makes the change')
    return EXIT.failed
  }
  write()
  const { recordTakenOut, recordWritten } = await import('./consent-operation.ts')
  const store = await context.store()
  if (isUndo) await recordTakenOut(app, store, ids)
  else await recordWritten(app, store, { ids, file: await nameInProject(path) })
  terminal.line(isUndo ? `Taken out of ${path}.` : `Written into ${path}.`)
  return EXIT.ok
}

/** Asks on the terminal; without a terminal the answer is no. */
const isAllowed = async (): Promise<boolean> => {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return isYes(await lines.question('Make this change? [y/N] '))
  } catch {
    return false
  } finally {
    lines.close()
  }
}
