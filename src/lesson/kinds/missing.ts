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
import { ruleOf } from '../../shell/harmless/table.ts'
import { isKnownProgram } from '../../shell/nature.ts'
import { askedCommands, commandNaming, holdsWord, leadOf, readVerb } from '../asked.ts'
import type { LessonCall, LessonSession } from '../facts.ts'
import { isPassing, repositoryPath } from '../repository-path.ts'
import type { Mistake } from '../sighting.ts'
import { type Asked, missing, readPath } from './missing-path.ts'
import { NO_LIBRARY, readTarget } from './missing-target.ts'

/** The missing things that a failed call asked for. */
export const missingMistakes = (call: LessonCall, session: LessonSession): Mistake[] => {
  const commands = askedCommands(call)
  return call.complaints
    .flatMap((complaint) => READERS[complaint.code]?.({ complaint, call, session, commands }) ?? [])
    .filter(({ trigger }) => isOwnWord(trigger, call))
}

/**
 * A program can print anything, however often. So a lesson repeats a name only if the session itself wrote it in its
 * command. Paths are compared with the call where they are read, and a program's name that our table knows is safe.
 */
const isOwnWord = ({ code, subject }: Mistake['trigger'], { command = '' }: LessonCall): boolean =>
  !PRINTED_NAMES.has(code) ||
  holdsWord(command, subject) ||
  holdsWord(command, subject.replace(/^-{1,2}/, '')) ||
  (code === MISSING_PROGRAM && (isKnownProgram(subject) || ruleOf(subject) !== undefined))

const PRINTED_NAMES: ReadonlySet<string> = new Set([
  MISSING_PROGRAM,
  MISSING_MODULE,
  MISSING_TASK,
  MISSING_TARGET,
  MISSING_REVISION,
  MISSING_TABLE,
  MISSING_COLUMN,
  MISSING_REMOTE,
  MISSING_PACKAGE,
  UNKNOWN_FLAG,
  UNKNOWN_FIELD,
])

const readProgram = (asked: Asked): Mistake[] => {
  const { complaint, call, commands } = asked
  const { subject, line } = complaint
  if (subject.includes('/')) return readPath(asked)
  if (!/^[A-Za-z][\w.+-]{1,40}$/.test(subject)) return []
  const isAsked = commandNaming(commands, subject) !== undefined || holdsWord(call.command ?? '', subject)
  return isAsked || SHELL_SPEAKS.test(line) ? missing(MISSING_PROGRAM, '', subject) : []
}

const SHELL_SPEAKS = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh(?:\[\d+\])?:/

const readModule = ({ complaint: { program, subject } }: Asked): Mistake[] => {
  // A relative module or a file is the project's own code. The compiler's complaint says more about it.
  if (/^[./~]|^(?:node|file):|\.(?:[cm]?[jt]sx?|py|json)$/.test(subject)) return []
  return missing(MISSING_MODULE, program, subject)
}

const readTask = ({ complaint: { program, subject } }: Asked): Mistake[] =>
  subject.includes('/') || isPassing(subject) ? [] : missing(MISSING_TASK, program, subject)

/** A complaint about a flag does not always name the program. The flag belongs to the command that has it. */
const readFlag = ({ complaint, commands }: Asked): Mistake[] => {
  const { program } = complaint
  const [subject = ''] = complaint.subject.split('=')
  const flag = subject.startsWith('-') ? subject : subject.length === 1 ? `-${subject}` : `--${subject}`
  const asking = commands.find(({ words }) => words.some((word) => word === flag || word.startsWith(`${flag}=`)))
  if (asking === undefined && !/^[a-z]\w{1,20}$/.test(program)) return []
  if (asking === undefined && !commands.some((command) => command.program === program)) return []
  return missing(UNKNOWN_FLAG, asking === undefined ? program : readVerb(asking), flag)
}

const readField = ({ complaint: { subject, program }, commands }: Asked): Mistake[] => {
  const asking = commandNaming(commands, subject) ?? commands.find((command) => command.program === program)
  return missing(UNKNOWN_FIELD, asking === undefined ? program : readVerb(asking), subject)
}

const readCommand = ({ complaint: { subject }, commands }: Asked): Mistake[] => {
  const asking =
    commands.find(({ words }) => words[0] === subject) ?? commands.find(({ words }) => words.includes(subject))
  return asking === undefined ? [] : missing(UNKNOWN_COMMAND, leadOf(asking, subject), subject)
}

/** `git log mian` asks for a revision. A name with a file extension is a path that git was given. */
const readRevision = (asked: Asked): Mistake[] => {
  const subject = sideOf(asked.complaint.subject)
  if (/\.\w{1,5}$/.test(subject)) return readPath(asked)
  if (/[~^@{]|\.\.|^[\da-f]{7,40}$/.test(subject)) return []
  return missing(MISSING_REVISION, 'git', subject)
}

/** `master...HEAD` can only fail because of `master`. */
const sideOf = (range: string): string => {
  const [one = '', other] = range.split(/\.{2,3}/)
  if (other === undefined) return range
  const sides = [one, other].filter((side) => side !== '' && !/^HEAD\b/.test(side))
  return sides.length === 1 ? (sides[0] ?? '') : range
}

/** A file tool was given a directory instead of a file. */
const readDirectory = ({ complaint: { subject, line }, call, session }: Asked): Mistake[] => {
  const place = repositoryPath(subject === '' ? (call.paths[0] ?? '') : subject, session, call.cwd)
  if (/not a directory/i.test(line) || place?.inside !== true || place.path === '' || isPassing(place.path)) return []
  return missing(IS_DIRECTORY, '', place.path)
}

/** git was run outside of a repository: in a project without one, or in another directory. */
const readRepository = ({ call, session, commands }: Asked): Mistake[] => {
  const at = commands.find(({ program }) => program === 'git')?.at ?? call.cwd
  const place = at === undefined ? undefined : repositoryPath(at, session, at)
  const isProject = place?.inside === true && place.path === ''
  return [{ kind: 'missing', trigger: { code: NOT_REPOSITORY, program: 'git', subject: isProject ? '.' : '' } }]
}

const readIgnored = ({ complaint: { subject }, session, call }: Asked): Mistake[] => {
  const place = repositoryPath(subject, session, call.cwd)
  return place?.inside === true && place.path !== '' ? missing(IGNORED_PATH, 'git', place.path.replace(/\/+$/, '')) : []
}

/** A command got more arguments than it takes: it says how many, or we know its right use. */
const readArgument = ({ commands, complaint: { subject, program } }: Asked): Mistake[] => {
  const counted = /^(?:at-most-)?\d{1,2}$/.test(subject)
    ? commands.find((command) => command.program === program && DEPTH_KNOWN.test(readVerb(command)))
    : undefined
  if (counted !== undefined) return missing(INVALID_ARGUMENT, readVerb(counted), `takes-${subject}`)
  const verb = commands.map(readVerb).find((each) => ONE_ARGUMENT.has(each))
  return verb === undefined
    ? []
    : [{ kind: 'missing', trigger: { code: INVALID_ARGUMENT, program: verb, subject: '' } }]
}

/** A program with the words that say what it is to do. */
const DEPTH_KNOWN = / /
const ONE_ARGUMENT = new Set(['cargo test', 'cargo bench'])

const readNamed =
  (code: string) =>
  ({ complaint: { subject, program } }: Asked): Mistake[] =>
    missing(code, /^[a-z][\w-]{1,20}$/.test(program) ? program : '', subject)

/** A database names a table with its schema, and a column with its table: `shop.invoices`. */
const readStored =
  (code: string) =>
  (asked: Asked): Mistake[] => {
    const { complaint, call } = asked
    const subject = holdsWord(call.command ?? '', complaint.subject) ? complaint.subject : lastPart(complaint.subject)
    return readNamed(code)({ ...asked, complaint: { ...complaint, subject } })
  }

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Whether a mistake of this kind is read from complaints with this code. */
export const isMissingCode = (code: string): boolean => Object.hasOwn(READERS, code) || code === NO_LIBRARY

const READERS: Record<string, (asked: Asked) => Mistake[]> = {
  [MISSING_PATH]: readPath,
  [MISSING_PROGRAM]: readProgram,
  [MISSING_MODULE]: readModule,
  [MISSING_TASK]: readTask,
  [MISSING_TARGET]: readTarget,
  [MISSING_REVISION]: readRevision,
  [UNKNOWN_FLAG]: readFlag,
  [UNKNOWN_FIELD]: readField,
  [UNKNOWN_COMMAND]: readCommand,
  [IS_DIRECTORY]: readDirectory,
  [NOT_REPOSITORY]: readRepository,
  [IGNORED_PATH]: readIgnored,
  [INVALID_ARGUMENT]: readArgument,
  [MISSING_TABLE]: readStored(MISSING_TABLE),
  [MISSING_COLUMN]: readStored(MISSING_COLUMN),
  [MISSING_REMOTE]: readNamed(MISSING_REMOTE),
  [MISSING_PACKAGE]: readNamed(MISSING_PACKAGE),
}
