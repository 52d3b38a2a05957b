import { EXCEPTION } from '../complaint/complaint.ts'
import { natureOf } from '../shell/nature.ts'
import { MAX_EVIDENCE_CHARS } from './finding.ts'
import type { Subject } from './subject.ts'

/** Says no more than that it failed. */
const MUTE =
  /^(?:(?:the )?(?:command|process|script) )?(?:exit(?:ed)?|failed)?(?: with)?(?:[ _]?(?:code|status))?:? ?-?\d{0,3}\.?$|^flag error$|^rejected$|^interrupted$/i

/** What runners and harnesses print around a program's own words. */
const AROUND =
  /^(?:exit code:? \d|> |\$ |\+ |npm (?:err!|error) (?:code|errno|lifecycle|path|command|a complete)|debugger (?:attached|listening)|waiting for the debugger|wall time:? |output:|chunk id:|total output lines|process exited|command exited|failed in sandbox |bash: line \d+: warning: here-document|node:internal|\s*at |# \S+$|\[?(?:info|debug|trace|notice)\b)/i

/** Words by which a complaint is known. */
const COMPLAINT =
  /\b(?:error|fatal|failed|failure|cannot|can't|could not|couldn't|unable|not found|no such|denied|refused|invalid|illegal|unknown|unexpected|undefined|missing|ignored|conflict|exception|unrecognized|unsupported|already exists|does not|is not|timed out|usage:)\b/i

/** And by which its absence is. */
const DENIAL = /\b(?:0|no|without) (?:errors?|failures?|failed|warnings?|problems?|issues?)\b/i

/** Lines looked at for one. */
const MOST_LINES = 40
const LOOK_CHARS = 8_192

/**
 * The words a failure is best told by: the evidence, unless that only says that something failed or begins with a
 * harness's wrapping; then the first line of the output that complains, else its first line that is the program's own.
 */
export const tellingEvidence = (evidence: string, subject: Subject): string => {
  if (!MUTE.test(evidence.trim()) && !AROUND.test(evidence) && !OPENS_TRACE.test(evidence)) return evidence
  const told = userWords(subject) ?? absentMatch(subject) ?? tellingComplaint(subject)
  if (told !== undefined) return told.slice(0, MAX_EVIDENCE_CHARS)
  const body = subject.envelope().body.slice(0, LOOK_CHARS)
  let own: string | undefined
  for (const line of body.split('\n', MOST_LINES)) {
    const text = inner(line).trim()
    if (text === '' || MUTE.test(text) || AROUND.test(text)) continue
    if (COMPLAINT.test(text) && !DENIAL.test(text)) return text.slice(0, MAX_EVIDENCE_CHARS)
    own ??= text
  }
  return own === undefined || evidence.length > own.length ? evidence : own.slice(0, MAX_EVIDENCE_CHARS)
}

/** What the user said when they refused a call. */
const userWords = ({ result = '' }: Subject): string | undefined => {
  const found = /\b(?:the user said|user (?:feedback|provided the following reason)):\s{0,4}(\S[^\n]{0,400})/i.exec(
    result.slice(0, LOOK_CHARS),
  )
  return found?.[1]
}

/** A search that printed nothing found nothing; a check of a pull request that is not done names the first that waits. */
const absentMatch = (subject: Subject): string | undefined => {
  const last = subject.script()?.deciders.at(-1)
  if (last === undefined) return undefined
  const nature = natureOf(last)
  if (subject.view().empty) {
    return nature === 'search' || nature === 'probe' ? `${last.program}: no match` : undefined
  }
  if (last.program !== 'gh' || !last.words.includes('checks')) return undefined
  return subject.view().lastLines.findLast((line) => /\t(?:fail|pending)\t/.test(line))
}

/** The first line of a traceback says only that one follows. */
const OPENS_TRACE = /^(?:Traceback \(most recent|[✖✗×●] |\d+ (?:failed|failing)|FAIL(?:ED)?$|=+ )/

/** The failed test, the first finding, what is missing; of exceptions the last, because the ones before it were its cause. */
const tellingComplaint = (subject: Subject): string | undefined => {
  const complaints = subject.complaints()
  const named = complaints.find(({ code }) => code !== EXCEPTION) ?? complaints.at(-1)
  return named?.line
}

/** Codex puts what a sandboxed command printed behind a sentence of its own. */
const inner = (line: string): string => /^(?:failed in sandbox .{0,200}?)?,? ?\bstderr: (.*)$/.exec(line)?.[1] ?? line
