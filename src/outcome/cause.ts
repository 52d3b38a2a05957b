import type { Cause } from '../schema/outcome.ts'
import { causeOfComplaints } from './complaint-cause.ts'
import type { Finding } from './finding.ts'
import { readJsonResult } from './envelope.ts'
import { judgeHarnessText } from './harness.ts'
import { sendsInterrupt } from './interrupt.ts'
import { natureOf } from '../shell/nature.ts'
import { judgeWatched } from './rules/pull-checks.ts'
import { lastStatement } from './rules/shell-ending.ts'
import type { Subject } from './subject.ts'
import type { TextView } from './text-view.ts'

/** Why a call failed, for errors whose rule does not say so itself. The first of these that applies. */
export const findCause = (subject: Subject, finding: Finding): Cause => {
  if (finding.cause !== undefined) return finding.cause
  const said = saidByHarness(subject)
  if (said !== undefined) return said
  if (subject.family === 'shell') return causeOfShell(subject, finding)
  const view = subject.view()
  const words = `${finding.evidence}\n${view.firstLines.join('\n')}`
  return isEnvironment(words) ? 'environment' : 'agent'
}

/** A harness speaks in place of the result, or in the error field of a JSON result. */
const saidByHarness = (subject: Subject): Cause | undefined => {
  const { result, family } = subject
  if (result === undefined) return undefined
  const error = readJsonResult(result)?.['error']
  return judgeHarnessText(typeof error === 'string' ? error : result, family)?.cause
}

const causeOfShell = (subject: Subject, finding: Finding): Cause => {
  const view = subject.view()
  const code = subject.exitCode ?? subject.envelope().exitCode
  // The agent ended the process itself.
  if (code !== undefined && sendsInterrupt(subject.args)) return 'expected'
  const byCode = code === undefined ? undefined : CODES.get(code)
  if (byCode !== undefined) return byCode
  if (code === undefined || code === 1 || code === 8 || code === 3) {
    if (finding.rule !== 'own-complaint' && isAnswer(subject, view)) return 'expected'
  }
  const byComplaint = causeOfComplaints(subject.complaints())
  if (byComplaint !== undefined) return byComplaint
  const stated = lastStatement(view.lastLines)
  const environment = isEnvironment(edgeLines(view))
  if (stated?.cause === 'expected') return 'expected'
  if (environment) return 'environment'
  return stated?.outcome === 'error' && stated.cause !== undefined ? stated.cause : 'agent'
}

/** Conventions of shells and of `timeout`: not executable, not found, timed out, interrupted, killed, terminated. */
const CODES = new Map<number, Cause>([
  [124, 'environment'],
  [126, 'environment'],
  [127, 'environment'],
  [130, 'user'],
  [137, 'environment'],
  [143, 'environment'],
  [-1, 'environment'],
])

/** A non-zero code by which a program answers a question: no match, files differ, a check has findings. */
const isAnswer = (subject: Subject, view: TextView): boolean => {
  const deciders = subject.script()?.deciders ?? []
  const last = deciders.at(-1)
  if (last === undefined) return judgeWatched(view.lastLines) !== undefined
  const nature = natureOf(last)
  // `rg total src && sed -n 1,9p src`: silence means that the search found nothing.
  if (view.empty && deciders.some((command) => ASKS.has(natureOf(command)))) return true
  if (nature === 'report' || nature === 'mute') return !hasOwnComplaint(last.program, view)
  if (nature === 'search' || nature === 'probe') return view.empty || !hasOwnComplaint(last.program, view)
  return last.program === 'gh' && last.words.includes('checks')
}

const ASKS: ReadonlySet<string> = new Set(['search', 'probe'])

const hasOwnComplaint = (program: string, view: TextView): boolean =>
  view.lastLines.some((line) => line.startsWith(`${program}: `) || /^(?:fatal|error): /.test(line))

const edgeLines = (view: TextView): string => [...view.firstLines, ...view.lastLines.slice(0, 20)].join('\n')

const isEnvironment = (text: string): boolean => ENVIRONMENT.some((pattern) => pattern.test(text))

const ENVIRONMENT = [
  // network
  /Could not resolve host|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|[Cc]onnection (?:refused|reset|timed out|closed)|Network is unreachable|i\/o timeout|TLS handshake|no such host|[Tt]emporary failure in name resolution|Name or service not known|socket hang up|Could not read from remote repository|fetch failed|getaddrinfo|SSL certificate|certificate verify failed/,
  // limits and services
  /[Rr]ate.?limit|Too Many Requests|overloaded|quota exceeded|(?:status code|HTTP(?:\/\d(?:\.\d)?)?|HTTP error) (?:401|403|407|408|429|5\d\d)\b|Service Unavailable|Bad Gateway|Gateway Time-?out|Internal Server Error|Cannot connect to the Docker daemon|API Error|is the server running/,
  // permission and sandbox
  /[Pp]ermission denied|EACCES|EPERM|[Oo]peration not permitted|Read-only file system|sandbox denied|read-only sandbox|[Nn]etwork (?:access is (?:disabled|blocked|restricted|denied)|restrictions)|requires approval|haven't granted|has been denied|EROFS|Access is denied|password is required|authentication (?:failed|required)|not logged in|gh auth login/,
  // missing programs and packages
  /command not found|: not found$|is not recognized as|No module named ['"]?\w|Cannot find (?:module|package) '[^./]|executable file not found|spawn \S{1,80} ENOENT|not installed\b/m,
  // time, memory, disk
  /timed out|[Tt]imeout (?:exceeded|expired)|deadline exceeded|No space left on device|ENOSPC|[Oo]ut of memory|Cannot allocate memory|\.lock': (?:File exists|Operation)|address already in use|EADDRINUSE|database is locked|SQLITE_BUSY|database system is (?:starting up|in recovery)|too many (?:clients|connections)/,
]
