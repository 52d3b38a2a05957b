import { type Command, type Context, EXIT, type Flag } from '../../interfaces/cli/command.ts'
import type { Consent } from './consent-operation.ts'
import { AppError } from '../../lib/error.ts'
import { askedProject } from './current-project.ts'
import { toListing } from './operation.ts'

const PROJECT: Record<string, Flag> = {
  project: { type: 'string', value: 'PATH', help: "the project (default: the current directory's)" },
}

export const acceptCommand: Command = {
  name: 'lessons accept',
  summary: 'give lessons to new sessions',
  arguments: '[ID...]',
  positionals: { least: 0, most: 100 },
  flags: {
    ...PROJECT,
    all: { type: 'boolean', help: 'all lessons of the project but rules, and those that are found later' },
  },
  details: [
    'Hooks then give them to new sessions of this project. While it is not known what lessons of a kind do, each is withheld from half of the sessions, so that its effect can be seen; `warmstart lessons holdout 0` turns that off.',
    'A rule, which repeats words of a person, needs a yes to its own line: name its id.',
  ],
  examples: [
    ['warmstart lessons accept --all', 'one yes for the project'],
    ['warmstart lessons accept 3f2a', 'one lesson, by the beginning of its id'],
  ],
  run: async (context) => {
    const isAll = context.isSet('all')
    if (isAll === context.positionals.length > 0)
      throw new AppError('usage', isAll ? '--all takes no ids' : 'which lessons?', {
        hint: 'name them by their ids, or use --all',
      })
    const { acceptProject, decideLessons } = await import('./consent-operation.ts')
    const [store, project] = [await context.store(), await askedProject(context)]
    const consent = isAll
      ? await acceptProject(context.app, store, project)
      : await decideLessons(context.app, store, { project, ids: context.positionals, word: 'accepted' })
    return show(context, consent, isAll ? allWords(consent) : 'New sessions are given:')
  },
}

export const refuseCommand: Command = {
  name: 'lessons refuse',
  summary: 'never give a lesson to your sessions',
  arguments: 'ID...',
  positionals: { least: 1, most: 100 },
  flags: PROJECT,
  details: [
    'Counts for you alone, also on other machines that share the store. `warmstart lessons undo ID` takes it back.',
  ],
  examples: [['warmstart lessons refuse 3f2a', '']],
  run: async (context) => {
    const { decideLessons } = await import('./consent-operation.ts')
    const chosen = { project: await askedProject(context), ids: context.positionals, word: 'refused' as const }
    const consent = await decideLessons(context.app, await context.store(), chosen)
    return show(context, consent, 'Your sessions are not given any more:')
  },
}

/** Takes back a person's decision about single lessons, or with --all the yes to the project. */
export const takeBack = async (context: Context): Promise<number> => {
  const isAll = context.isSet('all')
  if (isAll && context.positionals.length > 0) throw new AppError('usage', '--all takes no ids')
  const { takeBackProject, takeBackWords } = await import('./consent-operation.ts')
  const [store, project] = [await context.store(), await askedProject(context)]
  const consent = isAll
    ? await takeBackProject(context.app, store, project)
    : await takeBackWords(context.app, store, { project, ids: context.positionals })
  return show(
    context,
    consent,
    isAll ? 'The yes is taken back. New sessions are not given any more:' : 'Undecided again:',
  )
}

const allWords = ({ changed, lessons }: Consent): string =>
  changed.length > 0
    ? 'New sessions of this project are given, as far as they fit into 250 tokens:'
    : lessons.some(({ state }) => state === 'active')
      ? 'All lessons of this project are given already.'
      : 'Nothing was found in this project yet. Lessons that are found later are given.'

const show = async ({ app, terminal, isSet }: Context, consent: Consent, heading: string): Promise<number> => {
  const rows = consent.changed.map(({ lesson, state }) => ({ ...toListing(lesson), state }))
  if (consent.isHung) setTimeout(() => process.exit(EXIT.ok), GRACE_MS).unref()
  if (isSet('json')) {
    await terminal.jsonLines(each(rows))
    return EXIT.ok
  }
  const { lessonLines } = await import('./show.ts')
  terminal.line(heading)
  if (rows.length > 0)
    for (const line of lessonLines(rows, { sessions: consent.sessions, leftOut: { told: 0, stale: 0 } }, terminal))
      terminal.line(line)
  if (consent.changed.some(({ state }) => state === 'active')) {
    const { givenRemarks } = await import('./given-remarks.ts')
    terminal.line()
    for (const line of givenRemarks(app, terminal)) terminal.line(line)
  }
  return EXIT.ok
}

const GRACE_MS = 200

// oxlint-disable-next-line require-await
const each = async function* <T>(rows: readonly T[]): AsyncIterable<T> {
  yield* rows
}
