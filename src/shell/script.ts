import { isAssignment, isCommandFlag, nameOf, SHELLS } from './names.ts'
import { readTokens } from './read-tokens.ts'
import { remoteCommand } from './remote.ts'
import type { ShellRedirect } from './token.ts'
import { lookThrough } from './wrappers.ts'

/** One simple command: a program with its words. Wrappers such as `sudo`, `timeout 60` or `npx` are looked through. */
export interface ShellCommand {
  /** Without directory; empty for a bare assignment. */
  program: string
  words: string[]
  /** What it writes to standard error is not shown. */
  stderrDropped: boolean
  /** What it writes to standard output goes to a file or nowhere. */
  stdoutTaken: boolean
  /** The wrappers that were looked through, which may themselves be missing. */
  via: string[]
  /** The files it is redirected to or from: where one cannot be opened, the shell does not run the command at all. */
  files: string[]
  /** Inside a loop, whose outcome is that of the last round only. */
  looped: boolean
}

export interface ShellScript {
  /** Every simple command, in order. */
  commands: ShellCommand[]
  /** Those whose failure becomes that of the line, in order: `a && b` has both, `a; b | c` only c, `a &` none. */
  deciders: ShellCommand[]
  /** The command line as it was given, heredocs included. */
  source: string
}

type Joiner = 'start' | 'and' | 'or' | 'then' | 'pipe'

interface Step {
  joiner: Joiner
  /** A shell of its own, whose options are not those of the script. */
  inner?: boolean
  commands: ShellCommand[]
  deciders: ShellCommand[]
}

/** `bash -c "bash -c ..."` deeper than this is no real command line. */
const MAX_SHELL_DEPTH = 3

/** The program of a line that cannot be read: nothing is known of it. */
export const UNREADABLE = '?'

const UNKNOWN: ShellCommand = {
  program: UNREADABLE,
  words: [],
  stderrDropped: false,
  stdoutTaken: false,
  via: [],
  files: [],
  looped: false,
}

/** Reads a command line: which programs it runs and whose failure would show. Takes any text and never throws. */
export const readShell = (text: string, depth = 0): ShellScript => {
  const steps: Step[] = []
  let joiner: Joiner = 'start'
  let words: string[] = []
  let redirects: ShellRedirect[] = []
  let loops = 0
  const flush = (next: Joiner): void => {
    if (words[0] === 'do') loops += 1
    const step = toStep(joiner, words, redirects, depth, loops > 0)
    if (words[0] === 'done') {
      loops = Math.max(0, loops - 1)
      // `while read x; do ...; done < list`: without the list no round is run.
      steps
        .at(-1)
        ?.commands.at(-1)
        ?.files.push(...redirects.map((one) => one.target))
    }
    if (step !== undefined) {
      steps.push(step)
      joiner = next
    } else if (next === 'pipe' || joiner === 'start') joiner = steps.length === 0 ? 'start' : next
    else if (next !== 'then') joiner = next
    words = []
    redirects = []
  }
  const read = readTokens(text)
  if (read === undefined) return { commands: [UNKNOWN], deciders: [UNKNOWN], source: text }
  for (const token of read.tokens) {
    if (token.kind === 'word') words.push(token.text)
    else if (token.kind === 'redirect') {
      if (!token.inline) redirects.push(token)
    } else if (token.text === '(' || token.text === ')') {
      // Groups are flattened: `(a; b) && c` fails when b or c does.
      if (words.length > 0) flush('then')
    } else flush(JOINERS[token.text])
  }
  flush('then')
  const last = read.tokens.at(-1)
  const background = last?.kind === 'operator' && last.text === '&'
  return {
    commands: steps.flatMap((step) => step.commands),
    deciders: background ? [] : decidersOf(steps),
    source: text,
  }
}

const JOINERS = { '&&': 'and', '||': 'or', ';': 'then', '&': 'then', '|': 'pipe' } as const

/** Words that open or close a compound command and run nothing themselves. */
const KEYWORDS = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '{', '}', '!', 'done', 'fi', 'esac'])
const HEADERS = new Set(['for', 'case', 'select', 'function'])

const toStep = (
  joiner: Joiner,
  all: string[],
  redirects: ShellRedirect[],
  depth: number,
  looped: boolean,
): Step | undefined => {
  let start = 0
  while (start < all.length && (KEYWORDS.has(all[start] ?? '') || isAssignment(all[start] ?? ''))) start += 1
  const own = all.slice(start)
  const words = lookThrough(own)
  const first = words[0]
  if (first === undefined || HEADERS.has(first)) {
    return all.some(isAssignment) ? single(joiner, bareAssignment(looped)) : undefined
  }
  const inner = depth < MAX_SHELL_DEPTH ? innerShell(words) : undefined
  if (inner !== undefined) {
    const script = readShell(inner, depth + 1)
    return { joiner, commands: script.commands, deciders: script.deciders, inner: true }
  }
  const stderrDropped = redirects.some((one) => !one.input && one.descriptor === 2 && isNowhere(one, redirects))
  const stdoutTaken = redirects.some((one) => !one.input && one.descriptor === 1 && !one.target.startsWith('&'))
  const via = own.slice(0, own.length - words.length)
  const files = redirects.map((one) => one.target)
  const command = { program: nameOf(first), words: words.slice(1), stderrDropped, stdoutTaken, via, files, looped }
  const remote = depth < MAX_SHELL_DEPTH ? remoteCommand(command.program, command.words) : undefined
  if (remote === undefined) return single(joiner, command)
  const script = readShell(remote, depth + 1)
  return { joiner, commands: [command, ...script.commands], deciders: [command, ...script.deciders] }
}

const bareAssignment = (looped: boolean): ShellCommand => ({
  program: '',
  words: [],
  stderrDropped: false,
  stdoutTaken: true,
  via: [],
  files: [],
  looped,
})

const single = (joiner: Joiner, command: ShellCommand): Step => ({ joiner, commands: [command], deciders: [command] })

const isNowhere = (redirect: ShellRedirect, all: ShellRedirect[]): boolean =>
  redirect.target === '/dev/null' ||
  (redirect.target === '&1' && all.some((other) => other.descriptor === 1 && other.target === '/dev/null'))

const innerShell = (words: string[]): string | undefined => {
  if (!SHELLS.has(nameOf(words[0] ?? ''))) return undefined
  const flag = words.findIndex((word, index) => index > 0 && isCommandFlag(word))
  return flag > 0 ? words[flag + 1] : undefined
}

const decidersOf = (steps: Step[]): ShellCommand[] => {
  const saved = savedCode(steps)
  if (saved !== undefined) return saved
  const stopsAtFirst = steps.some((step) => step.inner !== true && step.commands.some(setsErrexit))
  const wholePipes = steps.some((step) => step.inner !== true && step.commands.some(setsPipefail))
  const deciders: ShellCommand[] = []
  // Where the list of commands that is being read began: `set -e` forgives all of an && list but its last command.
  let listStart = 0
  for (const [index, step] of steps.entries()) {
    const gaveUp = step.joiner === 'or' && step.commands.every(givesUp)
    // What stands left of `||` is recovered from; what stands left of `;` is forgotten, unless the script stops there.
    if (step.joiner === 'or' && !gaveUp) deciders.length = stopsAtFirst ? listStart : 0
    else if (step.joiner === 'then' || step.joiner === 'start') {
      if (!stopsAtFirst) deciders.length = 0
      else if (deciders.length > listStart + 1) deciders.splice(listStart, deciders.length - listStart - 1)
      listStart = deciders.length
    }
    const pipedOn = steps[index + 1]?.joiner === 'pipe'
    if (!gaveUp && (!pipedOn || wholePipes)) deciders.push(...step.deciders)
  }
  return deciders
}

/** `make > log; code=$?; tail log; exit $code`: the code is that of the command before the assignment. */
const savedCode = (steps: Step[]): ShellCommand[] | undefined => {
  const last = steps.at(-1)?.commands.at(-1)
  if (last?.program !== 'exit' || !(last.words[0] ?? '').startsWith('$')) return undefined
  const assigned = steps.findLastIndex((step) => step.commands.at(-1)?.program === '')
  return steps[assigned - 1]?.deciders
}

/** `make || exit 1`: what failed on the left stays failed. */
export const givesUp = (command: ShellCommand): boolean =>
  command.program === 'false' ||
  ((command.program === 'exit' || command.program === 'return') && command.words[0] !== '0')

const setsErrexit = (command: ShellCommand): boolean =>
  command.program === 'set' && command.words.some((word) => word === 'errexit' || /^-[a-z]*e[a-z]*$/.test(word))

const setsPipefail = (command: ShellCommand): boolean => command.program === 'set' && command.words.includes('pipefail')
