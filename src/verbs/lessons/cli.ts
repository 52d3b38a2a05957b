import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { TIME_FLAGS } from '../../interfaces/cli/history-filter.ts'
import { askKey, canAsk } from '../../interfaces/cli/keys.ts'
import { LESSON_KINDS } from '../../schema/lesson.ts'
import { printLessons } from './print-lessons.ts'

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
    kind: {
      type: 'string',
      value: 'KIND',
      choices: LESSON_KINDS,
      help: `only lessons of this kind: ${LESSON_KINDS.join(', ')}`,
    },
    'max-tokens': { type: 'string', value: 'N', help: 'with --format text: at most N tokens (default 250)' },
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
    '--until shows the lessons as of that time; the working tree is then not looked at.',
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

/** A user who chose a format or some of the lessons wants only those, and no question. */
const isBare = ({ given }: Context): boolean =>
  given.every(({ name }) => name === 'store') ||
  (given.length === 1 && given[0]?.name === 'project' && given[0].value !== '*')
