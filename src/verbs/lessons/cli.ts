import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { filterOf, projectOf, TIME_FLAGS } from '../../interfaces/cli/history-filter.ts'
import { askKey, canAsk } from '../../interfaces/cli/keys.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { currentProject } from './current-project.ts'
import type { Lessons } from './operation.ts'

const KINDS = ['missing', 'too-large', 'check', 'command', 'masked', 'environment', 'rule', 'place'] as const

export const lessonsCommand: Command = {
  name: 'lessons',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show what goes wrong in a project again and again, and what to do',
  arguments: '[VERB]',
  verbs: {
    review: async () => (await import('./review-cli.ts')).reviewLessonsCommand,
    accept: async () => (await import('./consent-cli.ts')).acceptCommand,
    refuse: async () => (await import('./consent-cli.ts')).refuseCommand,
    write: async () => (await import('./write-cli.ts')).writeCommand,
    undo: async () => (await import('./write-cli.ts')).undoCommand,
    ledger: async () => (await import('./ledger-cli.ts')).lessonsLedgerCommand,
    holdout: async () => (await import('./ledger-cli.ts')).holdoutCommand,
  },
  flags: {
    project: {
      type: 'string',
      multiple: true,
      value: 'PATH',
      help: "the project: its path or the name of its folder; several are taken as one, '*' takes all (default: the current directory's)",
    },
    agent: { type: 'string', value: 'NAME', help: 'only sessions of this agent' },
    ...TIME_FLAGS,
    kind: { type: 'string', value: 'KIND', choices: KINDS, help: `only lessons of this kind: ${KINDS.join(', ')}` },
    'max-tokens': { type: 'string', value: 'N', help: 'with --format text: at most so many tokens (default 250)' },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: ['text', 'json', 'markdown'],
      help: 'text: what a session is told at its start; json: an object a line; markdown: a table',
    },
    all: { type: 'boolean', help: "also lessons that are stale, refused, or told by the project's own files" },
  },
  details: [
    'A lesson needs two independent sessions that made the same mistake. It is checked against the working tree where that is on this machine. The project’s own instruction files are read, and what they say is not told again.',
    'With --until, that time is today and the working tree is not looked at.',
  ],
  examples: [
    ['warmstart lessons', 'what was found in the sessions of this project'],
    ['warmstart lessons review', 'decide about them one by one'],
    ['warmstart lessons --format text', 'what a new session would be told'],
    ["warmstart lessons --project '*' --kind environment", 'what this machine refuses'],
  ],
  run: async (context) => {
    const { lessons, inVain } = await printLessons(context)
    const isWaiting = inVain.length > 0 || lessons.some(({ state }) => state === 'candidate')
    if (isWaiting && isBare(context) && canAsk() && (await askKey(OFFER)) === 'r') {
      const { reviewInTerminal } = await import('./review-cli.ts')
      return reviewInTerminal(context)
    }
    return EXIT.ok
  },
}

const OFFER = 'r reviews them one by one, any other key ends '

/** A person who chose a form or a part of the lessons wants that, and no question. */
const isBare = ({ given }: Context): boolean =>
  given.every(({ name }) => name === 'store') ||
  (given.length === 1 && given[0]?.name === 'project' && given[0].value !== '*')

/** Prints the lessons that are asked for, in the form that is asked for. */
export const printLessons = async (context: Context): Promise<Lessons> => {
  const { terminal } = context
  const { listLessons, toListing } = await import('./operation.ts')
  const found = await listLessons(context.app, await context.store(), await readAsked(context))
  // A mount that does not answer keeps the process alive for as long as it likes.
  if (found.isHung) setTimeout(() => process.exit(EXIT.ok), GRACE_MS).unref()
  const format = context.isSet('json') ? 'json' : context.text('format')
  const listed = found.lessons.map(toListing)
  if (format === 'json') await terminal.jsonLines(each(listed))
  else if (format === 'text') await terminal.document(found.text)
  else {
    const { lessonLines, markdownLines } = await import('./show.ts')
    const told = { ...found, inVain: found.inVain.map(toListing) }
    const lines = format === 'markdown' ? markdownLines(listed) : lessonLines(listed, told, terminal)
    for (const line of lines) terminal.line(line)
  }
  return found
}

const GRACE_MS = 200

const readAsked = async (context: Context) => {
  const named = context.given.flatMap(({ name, value }) =>
    name === 'project' && typeof value === 'string' ? [value] : [],
  )
  const { since, until } = filterOf({
    ...context,
    text: (name) => (name === 'project' ? undefined : context.text(name)),
  })
  // No directory of this machine belongs to the sample.
  const here = async (): Promise<string> => (context.isSet('sample') ? '*' : await currentProject(context))
  return {
    projects: named.length === 0 ? [await here()] : named.map((name) => projectOf(name) ?? name),
    agent: context.text('agent'),
    since,
    until,
    kind: context.text('kind') as Lesson['kind'] | undefined,
    maxTokens: context.count('max-tokens'),
    isAll: context.isSet('all'),
  }
}

// oxlint-disable-next-line require-await
const each = async function* <T>(rows: readonly T[]): AsyncIterable<T> {
  yield* rows
}
