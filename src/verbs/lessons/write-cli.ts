import { basename, dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isYes } from '../../interfaces/cli/ask-approval.ts'
import { type Command, type Context, EXIT, type Flag } from '../../interfaces/cli/command.ts'
import { currentProject } from './current-project.ts'
import type { FileChange } from './write-file.ts'

const FLAGS: Record<string, Flag> = {
  yes: { type: 'boolean', help: 'do it without asking' },
  force: { type: 'boolean', help: 'also where a person has edited the block' },
}

export const writeCommand: Command = {
  name: 'lessons write',
  summary: 'write lessons into an instruction file, as a block that can be taken out again',
  arguments: 'FILE',
  positionals: { least: 1, most: 1 },
  flags: FLAGS,
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
    const { readyLessons } = await import('../../operations/lessons-ready.ts')
    const { planWrite } = await import('./write-file.ts')
    const store = await context.store()
    const { lessons } = await readyLessons(context.app, store, await currentProject(context, dirname(path)))
    const change = planWrite(path, lessons, { isForced: context.isSet('force') })
    return carryOut(context, change, { path, word: 'written' })
  },
}

export const undoCommand: Command = {
  name: 'lessons undo',
  summary: 'take the block of lessons out of an instruction file',
  arguments: 'FILE',
  positionals: { least: 1, most: 1 },
  flags: FLAGS,
  examples: [['warmstart lessons undo CLAUDE.md', '']],
  run: async (context) => {
    const path = pathIn(context)
    const { planUndo } = await import('./write-file.ts')
    return carryOut(context, planUndo(path, { isForced: context.isSet('force') }), { path, word: 'accepted' })
  },
}

const pathIn = ({ positionals }: Context): string => resolve(positionals[0] ?? '')

const carryOut = async (
  context: Context,
  { diff, ids, write }: FileChange,
  { path, word }: { path: string; word: 'written' | 'accepted' },
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
  const { recordWritten } = await import('../../operations/lesson-consent.ts')
  await recordWritten(app, await context.store(), { ids, word, file: basename(path) })
  terminal.line(word === 'written' ? `Written into ${path}.` : `Taken out of ${path}.`)
  return EXIT.ok
}

/** Asks on the terminal; where no person sits at one the answer is no. */
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
