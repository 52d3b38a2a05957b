import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { canAsk } from '../../interfaces/cli/keys.ts'
import { currentProject, namedProject, nameInProject } from './current-project.ts'
import { createReviewEffects } from './review-effects.ts'
import { beginReview, pressKey, type ReviewState, settleEffect } from './review-machine.ts'
import { readReview, reasonAgainstFile } from './review-operation.ts'
import { reviewLines, reviewSummary } from './review-show.ts'

export const reviewLessonsCommand: Command = {
  name: 'lessons review',
  summary: 'decide about lessons one by one, each with its evidence',
  flags: {
    project: { type: 'string', value: 'PATH', help: "the project (default: the current directory's)" },
    file: { type: 'string', value: 'FILE', help: 'the file that w writes into (default: the one that is there)' },
    all: { type: 'boolean', help: "also lessons that are stale, refused, written, or told by the project's own files" },
  },
  details: [
    'Keys: g gives a lesson to new sessions by hooks, w writes it into CLAUDE.md or AGENTS.md, r refuses it for good, s skips it, b goes back, u takes the last decision back, a gives all that wait, q ends. Every decision counts at once.',
    'Without a terminal, or with --json, it prints what `warmstart lessons` prints.',
  ],
  examples: [['warmstart lessons review', '']],
  run: async (context) => {
    if (context.isSet('json') || !canAsk()) {
      const { printLessons } = await import('./print-lessons.ts')
      await printLessons(context)
      return EXIT.ok
    }
    return reviewInTerminal(context)
  },
}

/** Runs the review of one project on the screen, and ends with a summary of the decisions. */
export const reviewInTerminal = async (context: Context, given = context.text('project')): Promise<number> => {
  const { app, terminal } = context
  const store = await context.store()
  const named = given === undefined ? undefined : await namedProject(context, given)
  const project = named ?? (await currentProject(context))
  const { lessons, isHung } = await readReview(app, store, { project, isAll: context.isSet('all') })
  if (isHung) setTimeout(() => process.exit(EXIT.ok), GRACE_MS).unref()
  if (lessons.length === 0) {
    const { printLessons } = await import('./print-lessons.ts')
    await printLessons(context)
    return EXIT.ok
  }
  const file = await instructionFile(context, named)
  const standing = lessons.map((each) => each.standing)
  const carryOut = await createReviewEffects({ app, store, project, lessons: standing, file: file ?? NO_FILE })
  const items = lessons.map((each) => ({
    ...each,
    cannotWrite: file === undefined ? NOT_HERE : reasonAgainstFile(each.standing),
  }))
  const view = { colors: terminal.colors, file: file?.name ?? 'a file', project: basename(project) }
  const state = await runReview(beginReview(items), carryOut, view)
  for (const line of reviewSummary(state, { ...view, width: terminal.width, height: 0 })) terminal.line(line)
  if ([...state.decided.values()].includes('given')) {
    const { givenRemarks } = await import('./given-remarks.ts')
    terminal.line()
    for (const line of givenRemarks(app, terminal)) terminal.line(line)
  }
  return EXIT.ok
}

const GRACE_MS = 200
const NO_FILE = { path: '', name: '' }
const NOT_HERE = 'The directory of the project is not on this machine.'

const runReview = async (
  begun: ReviewState,
  carryOut: Awaited<ReturnType<typeof createReviewEffects>>,
  view: Pick<Parameters<typeof reviewLines>[1], 'colors' | 'file' | 'project'>,
): Promise<ReviewState> => {
  const { openFullScreen } = await import('../../interfaces/cli/full-screen.ts')
  const screen = openFullScreen()
  let state = begun
  try {
    await screen.forgetKeys()
    while (state.mode.kind !== 'over') {
      const shown = state
      screen.show((size) => reviewLines(shown, { ...view, ...size }))
      const key = await screen.nextKey()
      const step = pressKey(state, key ?? 'interrupt')
      state =
        step.effect === undefined ? step.state : settleEffect(step.state, step.effect, await carryOut(step.effect))
    }
    return state
  } finally {
    screen.close()
  }
}

const NAMES = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.claude/CLAUDE.md']

/**
 * The file that the user named; else the one that holds our block, else one that exists. Undefined if the project is
 * not on this machine.
 */
const instructionFile = async (
  context: Context,
  project: string | undefined,
): Promise<{ path: string; name: string } | undefined> => {
  const given = context.text('file')
  if (given !== undefined) return { path: resolve(given), name: await nameInProject(resolve(given)) }
  const { createProjectFinder } = await import('../../sources/project.ts')
  const root = project ?? createProjectFinder()(process.cwd(), undefined).root
  if (root === undefined || statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  const there = NAMES.filter((name) => existsSync(join(root, name)))
  const name = there.find((each) => holdsBlock(join(root, each))) ?? there[0] ?? newName(root)
  return { path: join(root, name), name }
}

const newName = (root: string): string => (existsSync(join(root, '.claude')) ? 'CLAUDE.md' : 'AGENTS.md')

const holdsBlock = (path: string): boolean => {
  try {
    return readFileSync(path, 'utf8').includes('<!-- warmstart lessons: begin')
  } catch {
    return false
  }
}
