import { failed, ok, type Finding } from '../finding.ts'
import { natureOf, type Nature } from '../../shell/nature.ts'
import type { ShellCommand } from '../../shell/script.ts'
import type { TextView } from '../text-view.ts'
import { judgePullChecks } from './pull-checks.ts'

/** Programs whose exit code follows from what they print, by their documentation. The last decider is asked first. */
export const judgeProgram = (deciders: ShellCommand[], view: TextView): Finding | undefined => {
  for (const command of deciders.toReversed()) {
    if (command === deciders.at(-1) && command.words.includes('--exit-zero')) return ok('findings-allowed')
    const found = RULES.get(command.program)?.(command, view) ?? byNature(command, deciders, view)
    if (found !== undefined) return found
  }
  return undefined
}

const byNature = (command: ShellCommand, deciders: ShellCommand[], view: TextView): Finding | undefined => {
  const nature = natureOf(command)
  const printed = view.lastLines[0] ?? ''
  if (nature === 'patch') {
    return view.head.includes('Success. Updated')
      ? ok('patch-confirmed')
      : failed('patch-not-confirmed', view.firstLines[0] ?? '', 'agent')
  }
  // A report that printed anything found something; with commands around it the words may be theirs.
  if (
    nature === 'report' &&
    deciders.at(-1) === command &&
    deciders.every((one) => one === command || QUIET.has(natureOf(one))) &&
    view.lastLines.length > deciders.filter((one) => natureOf(one) === 'unfailing').length
  ) {
    return failed('findings-reported', printed, 'expected')
  }
  // `grep -c` prints a zero, or one for each file, where others print nothing.
  if (
    nature === 'search' &&
    view.whole &&
    view.lastLines.length < MANY_LINES &&
    view.lastLines.every((line) => line === '0' || /^[^:]{1,300}:0$/.test(line)) &&
    command.words.some(isCountFlag)
  ) {
    return failed('no-match', printed, 'expected')
  }
  return undefined
}

/** Before a report they print nothing, or a line. */
const QUIET: ReadonlySet<Nature> = new Set<Nature>(['silent', 'unfailing'])

/** More than are looked at. */
const MANY_LINES = 60

const isCountFlag = (word: string): boolean => word === '--count' || /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word)

type Rule = (command: ShellCommand, view: TextView) => Finding | undefined

const judgeGit: Rule = (command, view) => {
  if (!command.words.includes('commit')) return undefined
  const line = [...view.lastLines.slice(0, 4), view.firstLines[0] ?? ''].find((one) => NOTHING_COMMITTED.test(one))
  // `git commit && git status` says that nothing is left to commit because there was.
  return line === undefined || /^\[[^\]\n]{1,120} [0-9a-f]{7,40}\] /m.test(view.tail)
    ? undefined
    : failed('nothing-to-commit', line, 'agent')
}

const NOTHING_COMMITTED =
  /^(?:nothing (?:added )?to commit|no changes added to commit|nothing added to commit|Aborting commit)/

const judgeGh: Rule = (command, view) => {
  // A run that is watched ends with its state, and with its code where that was asked for.
  if (command.words.includes('watch') && command.words.includes('--exit-status')) {
    const failure = view.lastLines.find((one) => /^X (?:\S.{0,120} · \d|.{1,120} in \d)/.test(one))
    return failure === undefined ? undefined : failed('findings-reported', failure, 'expected')
  }
  return command.words.includes('checks') ? judgePullChecks(view.lastLines) : undefined
}

const judgeSystemctl: Rule = (command, view) => {
  const asks = command.words.find(
    (word) => word === 'is-active' || word === 'is-enabled' || word === 'status' || word === 'is-failed',
  )
  if (asks === undefined) return undefined
  const line = view.lastLines.find((one) => UNIT_DOWN.test(one))
  return line === undefined ? undefined : failed('unit-not-running', line, 'expected')
}

const UNIT_DOWN =
  /^(?:\s{0,12}Active: (?:inactive|failed)|(?:inactive|failed|unknown|disabled|not-found|activating)$|Unit .{1,200} could not be found)/

/** They stop with a non-zero code when a file is not formatted as they would. */
const judgeFormatCheck: Rule = (command, view) => {
  const lists =
    command.program === 'prettier' && command.words.some((word) => word === '-l' || word === '--list-different')
  if (lists && view.lastLines.every((one) => !one.includes(' '))) {
    return failed('findings-reported', view.lastLines[0] ?? '', 'expected')
  }
  const checks = command.words.some((word) =>
    /^(?:--check|--diff|--list-different|-c|-l|--exit-non-zero-on-diff)$/.test(word),
  )
  const line = checks
    ? view.lastLines.find((one) => /^(?:\[warn\] |would reformat|Would reformat|Diff in |--- )/.test(one))
    : undefined
  return line === undefined ? undefined : failed('findings-reported', line, 'expected')
}

/** Uncaught exceptions end the output; a traceback further up was caught and logged. */
const judgeInterpreter: Rule = (_command, view) => {
  const last = view.lastLines[0] ?? ''
  if (!/^(?:[\w.]{1,120}(?:Error|Exception|Exit|Interrupt|NotFound|Warning|Timeout|Expired))(?:: |$)/.test(last))
    return undefined
  return view.tail.includes('Traceback (most recent call last)')
    ? failed('uncaught-exception', last, 'agent')
    : undefined
}

/** `which a b` fails when it found fewer than it was asked for. */
const judgeWhich: Rule = (command, view) => {
  const asked = command.words.filter((word) => !word.startsWith('-')).length
  if (command.words.length !== asked || !view.whole || view.lastLines.length >= asked) return undefined
  return failed('nothing-found', view.lastLines[0] ?? '', 'expected')
}

/** `-w '%{http_code}'` prints 000 when there was no answer at all. */
const judgeCurl: Rule = (command, view) => {
  const last = view.lastLines[0] ?? ''
  return command.words.includes('-w') && /\b000$/.test(last)
    ? failed('nothing-fetched', last, 'environment')
    : undefined
}

/**
 * `go test` says `ok` for each package, not for the run. Packages that do not compile, or that its own vet refuses, are
 * listed before the others, from the first column and with line and column; a test's own messages are indented.
 */
const judgeGo: Rule = (command, view) => {
  if (command.words[0] !== 'test') return undefined
  const line = view.lastLines.find((one) => GO_REFUSED.test(one))
  return line === undefined ? undefined : failed('code-has-errors', line, 'agent')
}

const GO_REFUSED = /^(?:vet: )?[^\s:]{1,300}\.go:\d{1,7}:\d{1,5}: /

/** `diff a b && git status`: had the files been equal, it would not have the last word. */
const judgeDiff: Rule = (_command, view) => {
  const last = view.lastLines[0] ?? ''
  return /^(?:[<>] |\\ No newline at end)/.test(last) ? failed('findings-reported', last, 'expected') : undefined
}

/** `npm audit` and `npm outdated` answer by their exit code, and so does `npm ls` about a package that is not there. */
const judgeNpm: Rule = (command, view) => {
  const [verb = '', named] = command.words.filter((word) => !word.startsWith('-'))
  const answer = isListing(verb) && named === undefined ? undefined : NPM_FINDINGS.get(verb)
  const line = answer === undefined ? undefined : view.lastLines.find((one) => answer.test(one))
  return line === undefined ? undefined : failed('findings-reported', line, 'expected')
}

const isListing = (verb: string): boolean => verb === 'ls' || verb === 'list'

const NPM_NOTHING = /^└── \(empty\)$/
const NPM_FINDINGS = new Map([
  ['audit', /^[1-9]\d{0,5} (?:(?:info|low|moderate|high|critical) severity )?vulnerabilit/],
  ['outdated', /^Package\s{1,80}Current\s{1,80}Wanted/],
  ['ls', NPM_NOTHING],
  ['list', NPM_NOTHING],
])

/** `jq -e` turns a last value of null or false into exit code 1. */
const judgeJq: Rule = (command, view) => {
  const last = view.lastLines[0] ?? ''
  const asks = command.words.some((word) => word === '--exit-status' || /^-[a-zA-Z]{0,6}e[a-zA-Z]{0,6}$/.test(word))
  return asks && (last === 'null' || last === 'false') ? failed('nothing-found', last, 'expected') : undefined
}

const RULES = new Map<string, Rule>([
  ['jq', judgeJq],
  ['go', judgeGo],
  ['which', judgeWhich],
  ['curl', judgeCurl],
  ['git', judgeGit],
  ['diff', judgeDiff],
  ['gh', judgeGh],
  ['npm', judgeNpm],
  ['systemctl', judgeSystemctl],
  ['prettier', judgeFormatCheck],
  ['black', judgeFormatCheck],
  ['ruff', judgeFormatCheck],
  ['cargo', judgeFormatCheck],
  ['python', judgeInterpreter],
  ['python3', judgeInterpreter],
])
