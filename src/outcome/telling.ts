import { EXCEPTION, type Complaint } from '../complaint/complaint.ts'
import { withoutTerminalCodes } from '../lib/terminal-codes.ts'
import { commandText } from '../shell/command-text.ts'
import { natureOf } from '../shell/nature.ts'
import { MAX_EVIDENCE_CHARS } from './finding.ts'
import { INTERRUPT, sendsInterrupt } from './interrupt.ts'
import { judgeWatched } from './rules/pull-checks.ts'
import type { Subject } from './subject.ts'

/** Lines that only say that something failed. */
const MUTE =
  /^(?:(?:the )?(?:command|process|script) )?(?:exit(?:ed)?|failed)?(?: with)?(?:[ _]?(?:code|status))?:? ?-?\d{0,3}\.?$|^flag error$|^rejected$|^interrupted$|^error:?$/i

/** What runners and harnesses print around a program's own words. */
const AROUND =
  /^(?:exit code:? \d|> |\$ |\+ |npm (?:err!|error) (?:code|errno|lifecycle|path|command|a complete)|debugger (?:attached|listening)|waiting for the debugger|wall time:? |output:|chunk id:|total output lines|process exited|command exited|failed in sandbox |bash: line \d+: warning: here-document|node:internal|\s*at |# \S+$|\[?(?:info|debug|trace|notice)\b|warning: truncated output|refreshing (?:checks|run) status)/i

/** The first line of a traceback says only that one follows. */
const OPENS_TRACE = /^(?:Traceback \(most recent|[✖✗×●] |\d+ (?:failed|failing)|FAIL(?:ED)?$|=+ )/

/** Last words that count or repeat what was said above. */
const SUMMARY =
  /^(?:error: (?:(?:doc)?test failed|could not (?:compile|apply)|aborting due|\d+ targets? failed)|test result: FAILED|\S{0,60} ?ERROR task failed|npm (?:ERR!|error)(?: |$)|g?make(?:\[\d+\])?: \*\*\*|.{0,22}ELIFECYCLE|For more information|Node\.js v\d|Backtrace omitted|Found [1-9]\d* errors?|✖ \d+ problems?|[1-9]\d* issues?:|exit status \d|warning: build failed)/

/** What a harness writes when a person said no. */
const REFUSED = /^The user (?:doesn't|does not) want to /

/** Words by which a complaint is known. */
const COMPLAINT =
  /\b(?:error|fatal|failed|failure|cannot|can't|could not|couldn't|unable|not found|no such|denied|refused|invalid|illegal|unknown|unexpected|undefined|missing|ignored|conflict|exception|unrecognized|unsupported|already exists|does not|is not|timed out|usage:)\b/i

/** Lines that open with `fatal`, `error` or the like, as programs print when they give up. */
const PLAIN = /^CONFLICT \(|^(?:[\w./@-]{1,40}: )?(?:fatal|error|panic|ERROR|Error|Fatal|FATAL)(?:: \S|\[)/

/** And by which its absence is. */
const DENIAL = /\b(?:0|no|without) (?:errors?|failures?|failed|warnings?|problems?|issues?)\b/i

/** How many lines are searched at each end of the output. */
const MOST_LINES = 40
const LOOK_CHARS = 8_192

/**
 * Finds the words that tell a failure best. The evidence will do, unless it only says that something failed, begins
 * with a harness's wrapping, or is a summary. Else the first complaint of the call, a complaining line of the output,
 * or its last line.
 */
export const tellingEvidence = (evidence: string, subject: Subject): string => {
  const said = evidence.trim()
  const isPoor = [MUTE, AROUND, OPENS_TRACE, SUMMARY, REFUSED].some((pattern) => pattern.test(said))
  if (!isPoor) return clean(evidence)
  const told =
    userWords(subject) ??
    interrupt(subject) ??
    absentMatch(subject) ??
    tellingComplaint(subject) ??
    reportedError(subject)
  if (told !== undefined) return clean(told)
  return REFUSED.test(said) ? evidence : (complainingLine(evidence, subject) ?? evidence)
}

const clean = (line: string): string => withoutTerminalCodes(line).slice(0, MAX_EVIDENCE_CHARS)

const complainingLine = (evidence: string, subject: Subject): string | undefined => {
  const lines = ownLines(subject)
  const isComplaint = (line: string): boolean => COMPLAINT.test(line) && !DENIAL.test(line)
  const plain = lines.findLast((line) => PLAIN.test(line) && !SUMMARY.test(line))
  const complaint = plain ?? lines.find((line) => isComplaint(line) && !SUMMARY.test(line)) ?? lines.find(isComplaint)
  if (complaint !== undefined) return clean(complaint)
  if (SUMMARY.test(evidence)) return undefined
  // The output of a command ends with the error, that of other tools begins with it.
  const own = subject.family === 'shell' ? lines.at(-1) : lines[0]
  return own === undefined || evidence.length > own.length ? undefined : clean(own)
}

/** Lines of the output that are the program's own, and not words that the command line itself printed. */
const ownLines = (subject: Subject): string[] => {
  const { body } = subject.envelope()
  const command = subject.family === 'shell' ? (commandText(subject.args) ?? '') : ''
  const whole = body.length <= 2 * LOOK_CHARS
  const parts = whole ? [body] : [body.slice(0, LOOK_CHARS), body.slice(-LOOK_CHARS)]
  const lines = parts.flatMap((part) => part.split('\n'))
  const looked = lines.length <= 2 * MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)]
  return looked
    .map((line) => withoutTerminalCodes(inner(line)).trim())
    .filter((text) => text !== '' && !MUTE.test(text) && !AROUND.test(text) && !isPrinted(command, text))
}

/** `echo "--- can we reach it? ---"`. */
const isPrinted = (command: string, text: string): boolean => text.length > 5 && command.includes(text)

/** What the user said when they refused a call, or in the message after it. */
const userWords = ({ result = '', fields }: Subject): string | undefined => {
  const found = /\b(?:the user said|user (?:feedback|provided the following reason)):\s{0,4}(\S[^\n]{0,400})/i.exec(
    result.slice(0, LOOK_CHARS),
  )
  const later = fields?.['userWords']
  return found?.[1] ?? (typeof later === 'string' && later !== '' ? later : undefined)
}

const interrupt = ({ args }: Subject): string | undefined => (sendsInterrupt(args) ? INTERRUPT : undefined)

/** A search that printed nothing found nothing; a check of a pull request that is not done names the first that waits. */
const absentMatch = (subject: Subject): string | undefined => {
  const view = subject.view()
  const script = subject.script()
  if (script === undefined) return subject.family === 'shell' ? judgeWatched(view.lastLines)?.evidence : undefined
  const last = script.deciders.at(-1)
  if (last === undefined) return undefined
  const isChecks = last.program === 'gh' && last.words.includes('checks')
  if (view.empty) {
    const search = script.deciders.find((command) => ASKS.has(natureOf(command)))
    if (search !== undefined) return `${search.program}: no match`
    return isChecks
      ? `gh pr checks: ${subject.exitCode === PENDING_CODE ? 'checks are pending' : 'a check failed'}`
      : undefined
  }
  if (!isChecks) return undefined
  return view.lastLines.findLast((line) => /\t(?:fail|pending)\t/.test(line))
}

const ASKS: ReadonlySet<string> = new Set(['search', 'probe'])
/** By gh's manual. */
const PENDING_CODE = 8

/**
 * Chooses the failed test, the first finding or the missing thing. Of several exceptions it takes the last, because the
 * earlier ones caused it.
 */
const tellingComplaint = (subject: Subject): string | undefined => {
  const complaints = subject.complaints()
  const named = complaints.find(({ code }) => code !== EXCEPTION) ?? complaints.at(-1)
  return named === undefined ? undefined : (panicMessage(named, subject) ?? named.line)
}

/** Newer Rust says where a program panicked and, on the next line, why. */
const panicMessage = ({ code, line }: Complaint, subject: Subject): string | undefined => {
  if (code !== EXCEPTION || !line.startsWith('thread ') || !line.endsWith(':')) return undefined
  const { body } = subject.envelope()
  const at = body.indexOf(line)
  const below = at < 0 ? '' : body.slice(at + line.length, at + line.length + LOOK_CHARS)
  return /^\s{0,8}(\S[^\n]{0,400})/.exec(below)?.[1]
}

/** Reports of Rust programs: `Error:` alone, and below it the numbered messages. */
const reportedError = (subject: Subject): string | undefined => {
  const end = withoutTerminalCodes(subject.envelope().body.slice(-LOOK_CHARS))
  return /(?:^|\n)Error: ?\n\s{1,6}(?:0: )?(\S[^\n]{0,300})/.exec(end)?.[1]
}

/** Codex puts what a sandboxed command printed behind a sentence of its own. */
const inner = (line: string): string => /^(?:failed in sandbox .{0,200}?)?,? ?\bstderr: (.*)$/.exec(line)?.[1] ?? line
