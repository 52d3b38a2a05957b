import {
  IGNORED_PATH,
  INVALID_ARGUMENT,
  IS_DIRECTORY,
  MISSING_COLUMN,
  MISSING_MODULE,
  MISSING_PACKAGE,
  MISSING_PATH,
  MISSING_PROGRAM,
  MISSING_REMOTE,
  MISSING_REVISION,
  MISSING_TABLE,
  MISSING_TARGET,
  MISSING_TASK,
  NOT_REPOSITORY,
  UNKNOWN_COMMAND,
  UNKNOWN_FIELD,
  UNKNOWN_FLAG,
} from '../complaint/complaint.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'
import { code, type Said } from './clause.ts'
import { LAUNCHERS } from './command-remedy.ts'
import { NO_LIBRARY, WRONG_ROOT } from './missing.ts'

/** The words for something that is not there, and for what to ask for instead. */
export const missingClause = ({ trigger, remedy }: Said): LessonClause => {
  const { subject, program } = trigger
  const instead = remedy === null ? '' : ` (${verbFor(remedy)} ${code(remedy.text)})`
  const list = (head: string, item = code(subject), tail = '.'): LessonClause => ({
    group: `${trigger.code} ${head}`,
    head,
    item: item + instead,
    tail,
  })
  switch (trigger.code) {
    case MISSING_PATH:
      return withAlone(list('These paths do not exist: '))
    case WRONG_ROOT:
      return list('The repository is not at ', code(subject), ': paths begin at the working directory.')
    case MISSING_MODULE:
      return list(program === 'python' ? 'Python cannot import ' : `${program} cannot find the package `)
    case MISSING_PROGRAM:
      return list('Not on the PATH: ')
    case MISSING_TASK:
      return list(`${code(program)} has no ${TASK_WORDS[program] ?? 'task'} `)
    case NO_LIBRARY:
      return {
        ...list('', `${code(`${program} test ${subject}`)} fails (no library targets found)`),
        item: `${code(`${program} test ${subject}`)} fails (no library targets found)${remedy === null ? '' : `: use ${code(remedy.text)}`}`,
      }
    case MISSING_TARGET:
      return list(program === 'go' ? 'There are no Go files in ' : `${code(program)} has no target `)
    case MISSING_REVISION:
      return list('git has no branch or revision ')
    case UNKNOWN_FLAG:
      return withAlone(list('These flags do not exist: ', code(`${program} ${subject}`)))
    case UNKNOWN_FIELD:
      return list(`${code(`${program} --json`)} has no field `)
    case UNKNOWN_COMMAND:
      return withAlone(list('These commands do not exist: ', code(`${program} ${subject}`)))
    case IS_DIRECTORY:
      return {
        ...list('These are directories, not files: ', code(subject), '. List them.'),
        alone: `${code(subject)} is a directory: list it.`,
      }
    case NOT_REPOSITORY:
      return {
        ...list(''),
        item: subject === '.' ? 'The project is not a git repository' : OUTSIDE_REPOSITORY,
      }
    case IGNORED_PATH:
      return list('git ignores ', code(subject), ': it cannot be added.')
    case INVALID_ARGUMENT:
      return { ...list(''), item: `${code(program)} takes one name: put others behind \`--\`` }
    case MISSING_TABLE:
      return list('The database has no table ')
    case MISSING_COLUMN:
      return list('The database has no column ')
    case MISSING_REMOTE:
      return list('git has no remote ')
    case MISSING_PACKAGE:
      return list(`${program === '' ? 'There is' : `${program} finds`} no package `)
    default:
      return list('Not there: ')
  }
}

/** One of its kind needs no list. */
const withAlone = (clause: LessonClause): LessonClause => {
  const [, name = '', instead = ''] = /^(`[^`]*`)(?: \((.*)\))?$/.exec(clause.item) ?? []
  return { ...clause, alone: `${name} does not exist${instead === '' ? '' : `: ${instead}`}.` }
}

/** How a remedy is told: `(it is ...)`, `(use ...)`. */
export const verbFor = ({ kind, text }: NonNullable<Said['remedy']>): string => {
  if (kind === 'path') return 'it is'
  if (text.startsWith('PYTHONPATH=')) return 'set'
  return LAUNCHERS.includes(text) ? 'start it with' : 'use'
}

const OUTSIDE_REPOSITORY =
  'The shell stays where a `cd` left it (git says "not a git repository" there): go back to the repository'

const TASK_WORDS: Record<string, string> = {
  npm: 'script',
  pnpm: 'script',
  yarn: 'script',
  bun: 'script',
  make: 'target',
  just: 'recipe',
}
