import { failed, ok, type Finding } from '../finding.ts'
import { natureOf, type Nature } from '../../shell/nature.ts'
import { searchLiterals } from '../../shell/search-literals.ts'
import { givesUp, type ShellCommand, type ShellScript } from '../../shell/script.ts'
import { INTERPRETER } from '../../shell/names.ts'
import type { TextView } from '../text-view.ts'
import { judgeOwnComplaint, judgeShellComplaint } from './shell-complaint.ts'
import { judgeEnding, judgeLastLines } from './shell-ending.ts'
import { judgeWatched } from './pull-checks.ts'
import { judgeProgram } from './shell-program.ts'
import { judgeSilence } from './shell-silence.ts'

/**
 * What the output of a shell call shows when its exit code is unknown. Only the commands that decide the exit code
 * are asked; what the others print is theirs.
 */
export const judgeShellText = (script: ShellScript | undefined, view: TextView, forgiving = false): Finding => {
  const found = judgeOutput(script, view)
  return forgiving && found.outcome !== 'ok' && isAnswerOnly(script, found)
    ? ok('answer-not-error', found.evidence)
    : found
}

/**
 * If one of these programs comes last on the command line, Claude Code reads its exit code 1 as an answer (no match,
 * files differ, condition false, some directories unreadable) and reports the call as ok.
 */
const isAnswerOnly = (script: ShellScript | undefined, found: Finding): boolean => {
  const last = script?.commands.at(-1)
  if (last === undefined || last.looped || last.via.length > 0 || last !== script?.deciders.at(-1)) return false
  if (ANSWERS.get(last.program) === found.rule) return true
  // Where zsh finds no file for a pattern, the search does not run, and the code is the same.
  return found.rule === 'shell-refused' && SEARCHES.has(last.program) && /: no matches found: /.test(found.evidence)
}

const SEARCHES = new Set(['grep', 'rg'])

const ANSWERS = new Map([
  ['grep', 'no-match'],
  ['rg', 'no-match'],
  ['diff', 'findings-reported'],
  ['find', 'own-complaint'],
  ['test', 'no-output'],
  ['[', 'no-output'],
])

const judgeOutput = (given: ShellScript | undefined, view: TextView): Finding => {
  const script = given === undefined ? undefined : withoutFilter(given)
  if (script === undefined && !view.empty) {
    const watched = judgeWatched(view.lastLines)
    if (watched !== undefined) return watched
  }
  const deciders = script?.deciders ?? []
  if (view.empty) return judgeSilence(script, /\s/.test(view.head.slice(0, 1)))
  const complaint = script === undefined ? undefined : judgeShellComplaint(script, view)
  if (complaint !== undefined) return complaint
  // `cat gone | grep x`: all that was printed is the complaint of a command that does not decide.
  if (
    script !== undefined &&
    deciders.length > 0 &&
    script.commands.length > deciders.length &&
    withoutOthers(script, view).lastLines.length === 0
  ) {
    return judgeSilence(script)
  }
  const unanswered = script === undefined ? undefined : judgeAfterHeading(script, view)
  if (unanswered !== undefined) return unanswered
  const last = deciders.at(-1)
  const nature = last === undefined ? 'stranger' : natureOf(last)
  if (script !== undefined && script.commands.length > 0 && last === undefined) return ok('left-in-background')
  if (deciders.length === 1 && nature === 'unfailing') return ok('cannot-fail', last?.program)
  return (
    judgeGivingUp(script, view) ??
    judgeAnnouncement(deciders, view) ??
    judgeOwnComplaint(script, view) ??
    judgeProgram(deciders, view) ??
    judgeUnmatched(last, view) ??
    judgeByNature(script, nature, view)
  )
}

/** `cat notes && grep total src`: where no line holds what was looked for, the search printed none of them. */
const judgeUnmatched = (last: ShellCommand | undefined, view: TextView): Finding | undefined => {
  if (last === undefined || last.looped || last.stdoutTaken || natureOf(last) !== 'search' || isCutShort(view))
    return undefined
  const literals = searchLiterals(last)
  if (literals === undefined) return undefined
  const text = view.head.toLowerCase()
  return literals.some((literal) => text.includes(literal)) ? undefined : failed('no-match', last.program, 'expected')
}

/** Harnesses leave out the middle of long outputs, most of them with a word about it: what is not there may have been. */
const isCutShort = (view: TextView): boolean =>
  !view.whole || view.head.length > WHOLE_CHARS || /\btruncated\b|\bomitted\b/.test(view.head)

const WHOLE_CHARS = 5_000

/** `set -o pipefail; make | tail -5`: what is shown are the last words of make, and its failure counts. */
const withoutFilter = (script: ShellScript): ShellScript => {
  const last = script.deciders.at(-1)
  if (last === undefined || !FILTERS.has(last.program) || last.words.some((word) => !/^-|^\d+$/.test(word)))
    return script
  const before = script.commands[script.commands.indexOf(last) - 1]
  return before === undefined || before !== script.deciders.at(-2) || before.stdoutTaken
    ? script
    : { ...script, deciders: script.deciders.slice(0, -1) }
}

const FILTERS = new Set(['tail', 'head', 'cat'])

const judgeByNature = (script: ShellScript | undefined, nature: Nature, view: TextView): Finding => {
  const deciders = script?.deciders ?? []
  const alone = script === undefined || script.commands.length === deciders.length
  if (!DATA.has(nature)) return judgeRun(script, nature, view, alone)
  const last = deciders.at(-1)
  const earlier = deciders.slice(0, -1).findLast((command) => LOUD.has(natureOf(command)))
  if (earlier === undefined) return ok('printed-data', last?.program)
  // An earlier command of an && chain that failed leaves its complaint as the end of the output.
  const ending = last !== undefined && isTidy(last) ? judgeEnding(natureOf(earlier), view, alone) : judgeLastLines(view)
  return ending?.outcome === 'error' ? ending : ok('printed-data', last?.program)
}

/** Whether a command prints names and numbers in a form of its own, never free text. */
const isTidy = (command: ShellCommand): boolean =>
  TIDY.has(command.program) ||
  (command.program === 'git' && (command.words[0] === 'status' || command.words.includes('--oneline')))

const TIDY = new Set(['ls', 'wc', 'du', 'stat', 'file', 'date', 'pwd'])

/**
 * A program written into the command line prints what its author wanted to see, error messages of others included.
 * Unless it ends itself with a code, it fails by an exception that it did not catch, and then the interpreter says so.
 */
const isInline = (command: ShellCommand): boolean =>
  INTERPRETER.test(command.program) &&
  /^(?:-|-[a-z]{0,4}[cep]|--eval|--input-type=.{1,20})?$/.test(command.words[0] ?? '')

/** Programs in command lines end themselves near their end or their beginning. */
const MAX_LOOK_CHARS = 65_536

const unlessData = (found: Finding, view: TextView): Finding =>
  found.outcome !== 'error' || (UNCAUGHT.test(found.evidence) && TRACE.test(view.tail)) || found.rule === 'killed'
    ? found
    : ok('printed-data', found.evidence)

const UNCAUGHT = /^(?:[\w.]{0,120}(?:Error|Exception|Exit|Interrupt)\b|Node\.js v|Uncaught|\S{1,200}python[\d.]*: )/
const TRACE = /Traceback \(most recent|^ {2}File "|^ {4}at |^Node\.js v|python[\d.]*: /m

/**
 * `curl url | sh` succeeds when curl fails. So lines that open with the name of a command that does not decide the exit
 * code are left out.
 */
const withoutOthers = (script: ShellScript, view: TextView): TextView => {
  const deciding = new Set(script.deciders.map((command) => command.program))
  const others = script.commands.map((command) => command.program).filter((name) => name !== '' && !deciding.has(name))
  const isOthers = (line: string): boolean => others.some((name) => line.startsWith(`${name}: `))
  if (!view.lastLines.some(isOthers)) return view
  const keep = (lines: string[]): string[] => lines.filter((line) => !isOthers(line))
  return { ...view, firstLines: keep(view.firstLines), lastLines: keep(view.lastLines) }
}

const judgeRun = (script: ShellScript | undefined, nature: Nature, view: TextView, alone: boolean): Finding => {
  const last = script?.deciders.at(-1)
  const others = script === undefined || alone ? view : withoutOthers(script, view)
  const own = last === undefined ? others : afterBuilding(last, others)
  const found = judgeEnding(nature, last !== undefined && !alone ? lastScriptOnly(last, own) : own, alone)
  if (script === undefined || last === undefined) return found
  const explained = found.outcome === 'ok' && EXPLAINING.has(last.program) ? explainedError(own) : undefined
  if (explained !== undefined) return failed('error-explained', explained)
  const first = script.deciders.every((one) => one === last || !LOUD.has(natureOf(one)))
  if (found.rule === 'no-complaint' && isScolded(last, view))
    return failed('usage-shown', view.firstLines[0] ?? '', 'agent')
  const inline = first && isInline(last) && !EXITS_BY_HAND.test(script.source.slice(0, MAX_LOOK_CHARS))
  // Node ends with its version when an exception was not caught. A stack without it was printed on purpose: in a
  // program that cannot end itself to go on, else mostly to give up where nothing follows.
  const printed = nature === 'ordinary' && NODES.has(last.program) && UNCAUGHT.test(found.evidence)
  if (found.outcome === 'error' && printed && !/^Node\.js v\d/m.test(view.tail) && (inline || !endsInStack(view)))
    return ok('exception-caught', found.evidence)
  return inline ? unlessData(found, view) : unlessScripted(script, found)
}

/** `error: failed to select a version`, and what it means in a few lines below. */
const explainedError = (view: TextView): string | undefined => {
  const at = view.lastLines.slice(0, EXPLANATION_LINES).findIndex((line) => /^error(?:\[\w{1,12}\])?: /.test(line))
  const below = view.lastLines.slice(0, Math.max(0, at))
  return at >= 0 && below.every((line) => EXPLANATION.test(line)) ? view.lastLines[at] : undefined
}

const EXPLANATION_LINES = 12
const EXPLANATION =
  /^(?:\s|[a-z]|Caused by:|For more information|Usage:|Run |See |Did you mean|Note:|Hint:|Try |Please )/

/** Programs that print nothing of others, and end a failed run with `error: ` and an explanation. */
const EXPLAINING = new Set('cargo rustup rustc uv bun deno just mise pixi poetry zig'.split(' '))

const endsInStack = (view: TextView): boolean => /^(?: {4}at |\}$|\] ?\{?$)/.test(view.lastLines[0] ?? '')

/** A program that answers with how to call it, without having been asked, was not called so. */
const isScolded = (command: ShellCommand, view: TextView): boolean =>
  view.whole &&
  /^[Uu]sage:? /.test(view.firstLines[0] ?? '') &&
  !command.words.some((word) => /^(?:-h|-\?|--?help\b|help$)/.test(word))

/** An inline program that ends itself with a code of its own: what it prints then may be a complaint. */
const EXITS_BY_HAND = /SystemExit|sys\.exit|process\.exit|os\._exit|\bdie\b|\bexit\(|\bexit [1-9]/

const NODES = new Set(['node', 'tsx'])

/** `npm run lint; npm run build`: the output of the last one begins with the last heading that npm printed. */
const lastScriptOnly = (last: ShellCommand, view: TextView): TextView => {
  if (last.program !== 'npm' && last.program !== 'pnpm') return view
  const heading = view.lastLines.findIndex((line) => /^> \S{1,200}@\S{1,40} \S/.test(line))
  return heading < 0 ? view : { ...view, lastLines: view.lastLines.slice(0, heading) }
}

/** `cargo run` builds first and says that it is done with that; how the program then went is told after its heading. */
const afterBuilding = (last: ShellCommand, view: TextView): TextView => {
  if (last.program !== 'cargo' || (last.words[0] !== 'run' && last.words[0] !== 'r')) return view
  const heading = view.lastLines.findIndex((line) => /^\s{3,8}Running `/.test(line))
  return heading < 0 ? view : { ...view, lastLines: view.lastLines.slice(0, heading) }
}

/** A weak complaint whose words stand in the command itself was printed on purpose, mostly by a fallback. */
const unlessScripted = (script: ShellScript | undefined, found: Finding): Finding => {
  if (found.outcome !== 'error' || !WEAK_RULES.has(found.rule)) return found
  const scripted = script?.commands.some((command) => command.words.some((word) => word.includes(found.evidence)))
  return scripted === true ? ok('complaint-scripted', found.evidence) : found
}

const WEAK_RULES = new Set(['error-line-last', 'error-line-first', 'short-complaint'])

const DATA: ReadonlySet<Nature> = new Set<Nature>([
  'content',
  'viewer',
  'search',
  'probe',
  'unfailing',
  'silent',
  'mute',
  'report',
  'patch',
])
const LOUD: ReadonlySet<Nature> = new Set<Nature>(['test', 'check', 'build', 'ordinary', 'stranger'])

/** `make || { echo "no build"; exit 1; }`: the words before the exit are printed exactly when it is reached. */
const judgeGivingUp = (script: ShellScript | undefined, view: TextView): Finding | undefined => {
  const last = script?.commands.at(-1)
  if (last === undefined || last !== script?.deciders.at(-1) || !givesUp(last)) return undefined
  const before = script.commands.at(-2)
  if (before?.program !== 'echo' || before.stdoutTaken) return undefined
  const literal = (spoken(before).split(/[$`\\*]/)[0] ?? '').trim()
  if (literal.length < 2 || !view.whole) return undefined
  return view.head.includes(literal) ? failed('gave-up', literal, 'agent') : ok('did-not-give-up', literal)
}

/**
 * `make && echo built`: the words are printed exactly when everything before them worked. Only literal words can be
 * compared, so an echo with an expansion counts up to it.
 */
const judgeAnnouncement = (deciders: ShellCommand[], view: TextView): Finding | undefined => {
  const last = deciders.at(-1)
  if (deciders.length < 2 || last?.program !== 'echo' || last.stdoutTaken) return undefined
  const literal = (spoken(last).split(/[$`\\*]/)[0] ?? '').trim()
  if (literal.length < 2) return undefined
  const found = view.tail.includes(literal) || view.head.includes(literal)
  if (found) return ok('announced', literal)
  return view.whole ? failed('announcement-missing', view.lastLines[0] ?? '') : undefined
}

/**
 * `echo "== todos =="; grep TODO src`, `pwd && rg TODO`: when the heading is the last line printed, the command after it printed nothing.
 */
const judgeAfterHeading = (script: ShellScript, view: TextView): Finding | undefined => {
  const announced = script.deciders.slice(0, -1).every((command) => HEADINGS.has(command.program))
  const command = announced ? script.deciders.at(-1) : script.deciders[0]
  const heading = command === undefined ? undefined : script.commands[script.commands.indexOf(command) - 1]
  if (heading === undefined || heading.stdoutTaken || !isHeading(heading, view)) return undefined
  const found = judgeSilence(announced ? { ...script, deciders: script.deciders.slice(-1) } : script)
  return found.outcome === 'unknown' ? undefined : found
}

/** They cannot fail, and what they print is known. */
const HEADINGS = new Set(['echo', 'pwd'])

const isHeading = (command: ShellCommand, view: TextView): boolean => {
  if (command.program === 'pwd') return view.lastLines.length === 1 && /^\/\S*$/.test(view.lastLines[0] ?? '')
  if (command.program !== 'echo') return false
  const literal = spoken(command).trim()
  return literal.length > 1 && !/[$`\\]/.test(literal) && view.lastLines[0]?.trim() === literal
}

const spoken = (echo: ShellCommand): string => echo.words.filter((word) => !/^-[neE]+$/.test(word)).join(' ')
