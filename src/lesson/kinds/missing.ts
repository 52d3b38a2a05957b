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
import { type AskedCommand, askedCommands, commandNaming, holdsWord, readVerb } from '../asked.ts'
import type { LessonCall, LessonComplaint, LessonSession } from '../facts.ts'
import { isPassing, repositoryPath } from '../repository-path.ts'
import type { Mistake } from '../sighting.ts'
import { isSayable, isSayableProgram } from '../words.ts'

/** An absolute path that starts at a directory where the repository is not. */
export const WRONG_ROOT = 'wrong-root'
/** A package lacks the part that a flag asks for. */
export const NO_LIBRARY = 'no-library-target'

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

interface Asked {
  complaint: LessonComplaint
  call: LessonCall
  session: LessonSession
  commands: readonly AskedCommand[]
}

const missing = (code: string, program: string, subject: string): Mistake[] =>
  isSayable(subject) && (program === '' || isSayableProgram(program))
    ? [{ kind: 'missing', trigger: { code, program, subject } }]
    : []

const readPath = ({ complaint, call, session, commands }: Asked): Mistake[] => {
  const named = complaint.subject.replace(/^['"`]|['"`:.,]+$/g, '')
  if (complaint.program === 'git' && isBranch(named, commands)) return missing(MISSING_REVISION, 'git', named)
  const asking = commandNaming(commands, named)
  const place = repositoryPath(named, session, asking?.at ?? call.cwd)
  if (place === undefined) return []
  // If the call does not name the path, a program looked for it on its own.
  const isAsked = call.paths.length > 0 || asking !== undefined || holdsWord(call.command ?? '', named)
  if (!isAsked && !(place.inside && holdsWord(call.command ?? '', place.path))) return []
  if (!place.inside) return rootsOf(place.full, place.root)
  const path = place.path.replace(/\/+$/, '')
  if (path === '' || isPassing(path)) return []
  const found = missing(MISSING_PATH, '', path)
  const fromRoot = named.replace(/^\.\//, '').replace(/\/+$/, '')
  const rest = path !== fromRoot && !named.startsWith('/') ? { rest: fromRoot } : {}
  return found.length === 0 ? [] : [...found, ...foldersOf(path)].map((one) => ({ ...one, ...rest }))
}

/** After `git checkout mian` git says that no file has this name, but a branch was meant. */
const isBranch = (name: string, commands: readonly AskedCommand[]): boolean =>
  !/\.\w{1,8}$|\/$/.test(name) &&
  commands.some(
    ({ program, words }) =>
      program === 'git' && TAKES_BRANCH.has(words[0] ?? '') && words.at(-1) === name && !words.includes('--'),
  )

const TAKES_BRANCH = new Set(['checkout', 'switch', 'merge', 'rebase'])

/** The directories above a missing path, which may be missing themselves. */
const foldersOf = (path: string): Mistake[] => {
  const parts = path.split('/')
  return parts.slice(1).flatMap((_, index) => {
    const folder = parts.slice(0, index + 1).join('/')
    return missing(MISSING_PATH, '', folder).map((one) => ({ ...one, isImplied: true }))
  })
}

/**
 * Every directory on the way to a missing file that could be a wrong root, starting where the path departs from the
 * right root.
 */
const rootsOf = (full: string, root: string): Mistake[] => {
  const [parts, right] = [full.split('/'), root.split('/')]
  const leaves = parts.findIndex((part, index) => part !== right[index])
  // If the path and the root share no beginning, the path is about something else.
  if (leaves < FEWEST_COMMON || isScratchRoot(full)) return []
  // A call can also ask for the wrong root itself, for example with `cd`.
  return parts.slice(leaves).flatMap((_, offset) => {
    const end = leaves + offset + 1
    const subject = shownRoot(parts.slice(0, end), leaves)
    const rest = parts.slice(end).join('/')
    return missing(WRONG_ROOT, '', subject).map((one) => ({ ...one, isImplied: true, rest }))
  })
}

/** `/home/sam/...` shares two names with every other path of sam, so two are too few. */
const FEWEST_COMMON = 3

const isScratchRoot = (full: string): boolean => /^\/(?:private\/)?(?:tmp|var)\//.test(full)

/** The last directory that both paths share, and what follows it. A person's name is not shown. */
const shownRoot = (parts: readonly string[], leaves: number): string => {
  const isHome = leaves === 3 && /^(?:home|Users)$/.test(parts[1] ?? '')
  return parts.slice(isHome ? leaves : leaves - 1).join('/')
}

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

const readTarget = (asked: Asked): Mistake[] => {
  const { complaint, commands, session, call } = asked
  const { program, subject, line } = complaint
  if (/no library target/.test(line))
    return commands.some(({ words }) => words.includes('--lib')) ? missing(NO_LIBRARY, 'cargo', '--lib') : []
  if (program === 'cargo') return missing(MISSING_TARGET, targetFlag(commands, subject), subject)
  if (program === 'gradle') return missing(MISSING_TARGET, program, subject)
  if (program !== 'go') return []
  if (!/no Go files/.test(line)) return readPath(asked)
  const place = repositoryPath(subject, session, call.cwd)
  return place?.inside === true && place.path !== '' ? missing(MISSING_TARGET, 'go', place.path) : []
}

/** The flag that the name was passed with: `cargo --features`, `cargo -p`. */
const targetFlag = (commands: readonly AskedCommand[], subject: string): string => {
  const words = commands.find((command) => command.program === 'cargo' && command.words.includes(subject))?.words ?? []
  const flag = words[words.indexOf(subject) - 1] ?? ''
  return /^--?[a-z]+$/.test(flag) ? `cargo ${flag}` : 'cargo'
}

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
  return asking === undefined ? [] : missing(UNKNOWN_COMMAND, asking.program, subject)
}

/** `git log mian` asks for a revision. A name with a file extension is a path that git was given. */
const readRevision = (asked: Asked): Mistake[] => {
  const { subject } = asked.complaint
  if (/\.\w{1,5}$/.test(subject)) return readPath(asked)
  if (/[~^@{]|\.\.|^[\da-f]{7,40}$/.test(subject)) return []
  return missing(MISSING_REVISION, 'git', subject)
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

/** A command got more arguments than it takes. Read only for commands whose right use we know. */
const readArgument = ({ commands }: Asked): Mistake[] => {
  const verb = commands.map(readVerb).find((each) => ONE_ARGUMENT.has(each))
  return verb === undefined
    ? []
    : [{ kind: 'missing', trigger: { code: INVALID_ARGUMENT, program: verb, subject: '' } }]
}

const ONE_ARGUMENT = new Set(['cargo test', 'cargo bench'])

const readNamed =
  (code: string) =>
  ({ complaint: { subject, program } }: Asked): Mistake[] =>
    missing(code, /^[a-z][\w-]{1,20}$/.test(program) ? program : '', subject)

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
  [MISSING_TABLE]: readNamed(MISSING_TABLE),
  [MISSING_COLUMN]: readNamed(MISSING_COLUMN),
  [MISSING_REMOTE]: readNamed(MISSING_REMOTE),
  [MISSING_PACKAGE]: readNamed(MISSING_PACKAGE),
}
