import { failed, ok, undecided, type Finding } from './finding.ts'
import { INTERRUPT, sendsInterrupt } from './interrupt.ts'
import { judgeShellText } from './rules/shell.ts'
import type { Subject } from './subject.ts'

/** What the result itself shows: for shells the output of the deciding commands, for other tools their first words. */
export const judgeText = (subject: Subject): Finding => {
  if (subject.family === 'shell' && sendsInterrupt(subject.args))
    return failed('interrupted-by-agent', INTERRUPT, 'expected')
  if (subject.family === 'shell') return judgeShellText(subject.script(), subject.view(), subject.tool === 'Bash')
  const view = subject.view()
  if (view.empty) return undecided('no-output')
  const first = view.firstLines[0] ?? ''
  if (STARTS_AS_ERROR.test(first) || BARE_REFUSAL.test(first)) return failed('starts-as-error', first)
  // Playwright's server puts an error where the result of its section would stand.
  const second = view.firstLines[1] ?? ''
  if (first === '### Result' && /^(?:\w{0,40}Error): /.test(second)) return failed('starts-as-error', second)
  if (view.lastLines.length === 1 && ONE_REFUSAL.test(first)) return failed('starts-as-error', first, 'agent')
  // A harness has no other way to tell the model that a call failed than to open the result with it.
  return ok('answered', first)
}

const STARTS_AS_ERROR =
  /^(?:\[?(?:Error|ERROR|error)\]?(?::| -| executing| calling| \d|!)|[A-Z]\w{1,40}(?:Error|Exception): |[Ff]ailed to |Invalid (?:input|arguments?|parameters?|request)\b|[A-Z]\w{1,30} error: |Traceback \(|MCP error|### Error|Tool (?:error|failed|execution failed)|E[A-Z]{4,14}: |HTTP [45]\d\d\b)/

/** An answer that is one sentence about an argument: `prompt` is required when `stop` is not true. */
const ONE_REFUSAL = /^[`'"]?[\w.[\]]{1,60}[`'"]? (?:is (?:required|not a valid|invalid)|must (?:be|not be|have))\b/

/** What clients of servers say and nothing else. */
const BARE_REFUSAL = /^(?:fetch failed|Not connected|Connection closed|Unauthorized|Forbidden)\.?$/
