import { isAssignment, nameOf } from '../../shell/names.ts'
import type { ShellCommand } from '../../shell/script.ts'
import { piecesOf, segmentsOf } from '../../shell/pieces.ts'
import { natureOf } from '../../shell/nature.ts'
import { lookThrough } from '../../shell/wrappers.ts'
import type { LessonCall } from '../facts.ts'

/** One command of a line as it was written, without the pipe, the redirections and the variables around it. */
export interface BareCommand {
  /** As written: `./scripts/test.sh -v`. */
  text: string
  /** The words without their quotes. */
  words: readonly string[]
  /** Words before the program that only start it: `uv run`. */
  launcher: readonly string[]
  /** The program as it was written, with its directory. */
  program: string
  /** The program's name without its directory. */
  name: string
  /** The words after the program. */
  rest: readonly string[]
}

/** The commands of a call's line that do the work, without `cd`, filters behind a pipe, and `echo`. */
export const bareCommands = (call: Pick<LessonCall, 'command'>): readonly BareCommand[] => {
  let bare = remembered.get(call)
  if (bare === undefined) remembered.set(call, (bare = readBare(call)))
  return bare
}

/** Cached by call, because several kinds of lesson ask about the same call. */
const remembered = new WeakMap<object, readonly BareCommand[]>()

const readBare = ({ command }: Pick<LessonCall, 'command'>): BareCommand[] => {
  if (command === undefined || command === '' || command.length > MAX_CHARS) return []
  const pieces = piecesOf(command)
  return segmentsOf(pieces).flatMap((segment): BareCommand[] => {
    const before = pieces.slice(0, segment[0]).findLast((piece) => piece.kind === 'operator')
    if (before?.text === '|') return []
    const from = segment.findIndex((index) => !isAssignment(pieces[index]?.text ?? ''))
    if (from < 0) return []
    const own = segment.slice(from)
    const words = own.map((index) => pieces[index]?.value ?? '')
    const inner = lookThrough(words)
    const [program = '', ...rest] = inner
    const name = nameOf(program)
    if (name === '' || ASIDE.has(name)) return []
    const text = own.map((index) => pieces[index]?.text ?? '').join(' ')
    return [{ text, words, launcher: words.slice(0, words.length - inner.length), program, name, rest }]
  })
}

/** A longer line is a script rather than a command, so it is not read. */
const MAX_CHARS = 2_000
const ASIDE = new Set('cd echo printf true : set export sleep pwd source . then do done fi'.split(' '))

/** What a command checks. `check` stands for rules, types and format. */
export type Work = 'test' | 'check' | 'build'

/**
 * What a command checks; undefined if it checks nothing. The name of a project's task counts too: `just test`, `make
 * lint`, `npm run build:web`.
 */
export const readWork = ({ program, words }: Pick<ShellCommand, 'program' | 'words'>): Work | undefined => {
  const nature = RUNNERS.has(program) ? 'other' : natureOf({ ...PLAIN, program, words: [...words] })
  if (nature === 'test' || nature === 'check' || nature === 'build') return nature
  if (RUNNERS.has(program) || TASKED.has(program)) {
    const task = taskIn(words)
    return task === undefined
      ? undefined
      : (TASKS.find(([, pattern]) => pattern.test(task))?.[0] ?? checkingNature(task))
  }
  return undefined
}

/** The task that a runner is asked for, also through another runner and for one package: `pnpm --filter web turbo lint`. */
const taskIn = (words: readonly string[]): string | undefined =>
  words.find(
    (word, index) =>
      !word.startsWith('-') && !PASSED.has(word) && !/^[@.]|\//.test(word) && !NAMING.test(words[index - 1] ?? ''),
  )

const PASSED = new Set('run run-script exec turbo nx lerna workspace workspaces recursive'.split(' '))
/** Flags whose value names a package or a directory. */
const NAMING = /^(?:--filter|-F|-C|--dir|--prefix|--cwd|-w|--workspace|--scope|workspace)$/

/** A runner can start a test runner or a linter by its own name: `pnpm vitest`. */
const checkingNature = (program: string): Work | undefined => {
  const nature = natureOf({ ...PLAIN, program, words: [] })
  return nature === 'test' || nature === 'check' ? nature : undefined
}

const PLAIN = { stderrDropped: false, stdoutTaken: false, via: [], files: [], looped: false }
const RUNNERS = new Set('npm pnpm yarn bun just make gmake mise task rake'.split(' '))
/** Programs whose first word says what they do. */
const TASKED = new Set('flutter dart rails mix gradlew gradle mvn mvnw swift composer'.split(' '))
const word = (names: string): RegExp => new RegExp(`(?:^|[^a-z])(?:${names})(?:$|[^a-z])`)
const TASKS: [Work, RegExp][] = [
  ['test', word('tests?|t|spec|e2e|integration|unit|smoke')],
  [
    'check',
    word(
      'lint|check|analyze|analyse|analysis|phpstan|pint|credo|dialyzer|fmt|format|typecheck|types|tsc|vet|clippy|style|verify|ci',
    ),
  ],
  ['build', word('build|compile|bundle')],
]

/** `readWork` for a bare command. */
export const workOfBare = ({ name, rest }: BareCommand): Work | undefined =>
  readWork({ program: name, words: [...rest] })
