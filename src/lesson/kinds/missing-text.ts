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
} from '../../complaint/complaint.ts'
import type { LessonClause } from '../../schema/ready-lesson.ts'
import { lastName } from '../atlas.ts'
import { asCode, type Said } from '../clause.ts'
import { LAUNCHERS } from './command-remedy.ts'
import { WRONG_ROOT } from './missing-path.ts'
import { NO_LIBRARY } from './missing-target.ts'

/** The words for a missing thing and for what to ask for instead. */
export const missingClause = ({ trigger, remedy }: Said): LessonClause => {
  const { subject, program } = trigger
  const more = remedy === null ? undefined : remedyWords(remedy, subject)
  const list = (head: string, item = asCode(subject), tail = '.'): LessonClause => ({
    group: `${trigger.code} ${head}`,
    head,
    item,
    ...(more === undefined ? {} : { more }),
    tail,
  })
  /** All names and commands of missing things share one line, whatever kind of thing is missing. */
  const absent = (item: string): LessonClause => ({
    ...list('These do not exist: ', item),
    group: 'absent',
    alone: `${item} does not exist.`,
  })
  switch (trigger.code) {
    case MISSING_PATH:
      return absent(asCode(subject))
    case UNKNOWN_FLAG:
    case UNKNOWN_COMMAND:
      return absent(asCode(`${TASK_PROGRAMS[program] ?? program} ${subject}`))
    case UNKNOWN_FIELD:
      return absent(asCode(`${program} --json ${subject}`))
    case MISSING_TASK:
      return absent(asCode(`${TASK_COMMANDS[program] ?? program} ${subject}`))
    case MISSING_TARGET:
      if (program === 'go') return list('There are no Go files in ')
      return absent(asCode(program === 'gradle' ? `./gradlew :${subject}` : `${program} ${subject}`))
    case WRONG_ROOT:
      return list('The repository is not at ', asCode(subject), ': paths begin at the working directory.')
    case MISSING_MODULE:
      return list(program === 'python' ? 'Python cannot import ' : `${program} cannot find the package `)
    case MISSING_PROGRAM:
      return list('Not on the PATH: ')
    case NO_LIBRARY:
      return {
        ...list('', `${asCode(`${program} test ${subject}`)} fails (no library targets found)`),
        alone: `${asCode(`${program} test ${subject}`)} fails (no library targets found).`,
      }
    case MISSING_REVISION:
      return list('git has no branch or revision ')
    case IS_DIRECTORY:
      return {
        ...list('These are directories, not files: ', asCode(subject), '. List them.'),
        alone: `${asCode(subject)} is a directory: list it.`,
      }
    case NOT_REPOSITORY:
      return {
        ...list(''),
        item: subject === '.' ? 'The project is not a git repository' : OUTSIDE_REPOSITORY,
      }
    case IGNORED_PATH:
      return list('git ignores ', asCode(subject), ': it cannot be added.')
    case INVALID_ARGUMENT:
      return subject === ''
        ? { ...list(''), item: `${asCode(program)} takes one name: put others behind \`--\`` }
        : { ...list(''), item: `${asCode(program)} ${countedWords(subject)}` }
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

/** `takes-at-most-1` as words. */
const countedWords = (subject: string): string =>
  `${subject.replaceAll('-', ' ')} argument${subject.endsWith('-1') ? '' : 's'}`

/** What to do instead of asking for `subject`: `it is ...`, `use ...`, or a step before it. */
export const remedyWords = (remedy: NonNullable<Said['remedy']>, subject: string): string =>
  remedy.kind === 'advice' ? remedy.text : `${verbFor(remedy, subject)} ${asCode(remedy.text)}`

/**
 * The verb before a remedy. A path of another name in another folder need not be the missing file, so it is only what
 * sessions read instead.
 */
const verbFor = ({ kind, text }: NonNullable<Said['remedy']>, subject: string): string => {
  if (kind === 'path') return isSameThing(text, subject) ? 'it is' : 'see'
  if (text.startsWith('PYTHONPATH=')) return 'set'
  return LAUNCHERS.includes(text) ? 'start it with' : 'use'
}

/** The same name elsewhere, a similar name, or another folder beside it. */
const isSameThing = (path: string, subject: string): boolean => {
  const [name, other] = [lastName(path), lastName(subject)]
  if (name === other) return true
  const [stem, otherStem] = [stemOf(name), stemOf(other)]
  if (stem === otherStem || stem.startsWith(otherStem) || otherStem.startsWith(stem)) return true
  return isFolder(path) && isFolder(subject) && folderOf(path) === folderOf(subject)
}

const stemOf = (name: string): string => name.replace(/^\./, '').replace(/\..*$/, '').toLowerCase()
const isFolder = (path: string): boolean => !/\.\w{1,8}$/.test(path)
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const OUTSIDE_REPOSITORY = 'Outside of the project git says "not a git repository": `cd` back first'

/** Programs that a project ships itself. */
const TASK_PROGRAMS: Record<string, string> = { gradlew: './gradlew', mvnw: './mvnw' }

/** The command that runs a task, for each runner. */
const TASK_COMMANDS: Record<string, string> = {
  npm: 'npm run',
  pnpm: 'pnpm run',
  yarn: 'yarn run',
  bun: 'bun run',
  deno: 'deno task',
  mise: 'mise run',
  turbo: 'turbo run',
  tox: 'tox -e',
  cmake: 'cmake --preset',
  gradle: './gradlew',
}
