import { failed, ok, undecided, type Finding } from '../finding.ts'
import { natureOf, type Nature } from '../../shell/nature.ts'
import type { ShellCommand, ShellScript } from '../../shell/script.ts'

/** What it means that a command printed nothing, or nothing but blanks. */
export const judgeSilence = (script: ShellScript | undefined, printedBlanks = false): Finding => {
  if (script === undefined || script.commands.length === 0) return undecided('no-output')
  const { deciders } = script
  const last = deciders.at(-1)
  if (last === undefined) return ok('left-in-background')
  const nature = natureOf(last)
  if (last.stdoutTaken) return judgeTaken(last, nature)
  // `test -f x && echo yes`: echo would have spoken.
  if (deciders.length > 1 && SPEAKS.has(last.program) && !(printedBlanks && isBlankPerhaps(last)))
    return failed('stopped-before-echo', last.program, 'expected')
  // `rg x f && sed -n 1,9p f`: had the search matched, it would have printed.
  const unanswered = deciders.find((one) => !one.stdoutTaken && ASKS.has(natureOf(one)))
  if (unanswered !== undefined && unanswered !== last) return failed('no-match', unanswered.program, 'expected')
  const asked = deciders.slice(0, -1).some((one) => natureOf(one) === 'mute')
  if (asked && SAYS_SOMETHING.has(last.program)) return failed('stopped-before-echo', last.program, 'expected')
  if (isSilentFetch(last)) return failed('nothing-fetched', last.program, 'environment')
  if (nature === 'search') return failed('no-match', last.program, 'expected')
  if (nature === 'probe') return failed('nothing-found', last.program, 'expected')
  if (nature === 'patch') return failed('patch-not-confirmed', last.program)
  if (last.stderrDropped && saysSomething(last)) return failed('complaint-dropped', last.program, 'expected')
  if (nature === 'mute' || nature === 'stranger') return undecided('no-output', last.program)
  // Programs we know complain when they fail; saying nothing is how they say that all is well.
  return ok('silent-success', last.program)
}

const ASKS: ReadonlySet<Nature> = new Set<Nature>(['search', 'probe'])

/** `curl -s` hides its complaint, and a server that answers sends something. */
const isSilentFetch = (command: ShellCommand): boolean =>
  command.program === 'curl' &&
  command.words.some((word) => /^-[a-zA-Z]*s/.test(word) || word === '--silent') &&
  !command.words.some((word) => /^-[a-zA-Z]*[oOX]|^--(?:output|request|remote-name)/.test(word))

/** `echo $NAME` prints an empty line where the name has no value. */
const isBlankPerhaps = (command: ShellCommand): boolean =>
  (command.program === 'echo' || command.program === 'printf') && command.words.every((word) => /^[-$]/.test(word))

const SPEAKS = new Set(['echo', 'printf', 'pwd', 'date'])

/**
 * Programs that print something whenever they work. If they print nothing and their errors were thrown away, they
 * failed.
 */
const SAYS_SOMETHING = new Set(['ls', 'cat', 'stat', 'file', 'readlink', 'head', 'tail'])

const saysSomething = (command: ShellCommand): boolean =>
  SAYS_SOMETHING.has(command.program) ||
  (command.program === 'git' && command.words.some((word) => GIT_SAYS_SOMETHING.has(word)))

const GIT_SAYS_SOMETHING = new Set(['show', 'rev-parse', 'describe', 'blame', 'cat-file', 'get-url'])

const judgeTaken = (command: ShellCommand, nature: Nature): Finding => {
  if (command.stderrDropped && nature !== 'silent' && nature !== 'unfailing')
    return undecided('output-dropped', command.program)
  if (nature === 'mute' || nature === 'search' || nature === 'probe' || nature === 'report' || nature === 'stranger') {
    return undecided('output-redirected', command.program)
  }
  return ok('silent-success', command.program)
}
