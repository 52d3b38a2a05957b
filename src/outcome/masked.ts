import { natureOf, type Nature } from '../shell/nature.ts'
import { lastStatement } from './rules/shell-ending.ts'
import { commandText } from '../shell/command-text.ts'
import { maskOf } from '../shell/mask.ts'
import { MAX_EVIDENCE_CHARS } from './finding.ts'
import type { Subject } from './subject.ts'
import { readLastLines } from './text-view.ts'

/**
 * Whether a shell call that ended well shows the failure of a command whose exit code was lost: `go test | tail`,
 * `make; echo done`, `npm test || true`. Only lines that state a failure outright count. The cheap questions come
 * first, because this is asked of every shell call that went well.
 */
export const isMasked = (subject: Subject): boolean => {
  if (subject.family !== 'shell' || subject.result === undefined) return false
  if (!canHide(commandText(subject.args))) return false
  // Not the harness' own lines, which speak of an exit code each time.
  const end = subject.envelope().body.slice(-HINT_CHARS)
  if (!HINT.test(end)) return false
  const lastLines = readLastLines(end, HINT_CHARS)
  const stated = lastStatement(lastLines)?.outcome === 'error'
  if (!stated && !lastLines.slice(0, 3).some((line) => ECHOED_CODE.test(line))) return false
  const script = subject.script()
  if (script === undefined) return false
  const deciders = new Set(script.deciders)
  return script.commands.some((command) => !deciders.has(command) && LOUD.has(natureOf(command)))
}

/** What hid a failure, and the line that tells of it: `| tail` hid: --- FAIL: TestCart. */
export const hiddenFailure = (subject: Subject): string => {
  const mask = maskOf(commandText(subject.args) ?? '') ?? ''
  const lines = readLastLines(subject.envelope().body.slice(-HINT_CHARS), HINT_CHARS)
  const told =
    subject.complaints()[0]?.line ??
    lastStatement(lines)?.evidence ??
    lines.find((line) => ECHOED_CODE.test(line)) ??
    ''
  return `\`${mask}\`${HID}${told}`.slice(0, MAX_EVIDENCE_CHARS)
}

const HID = ' hid: '

/** What hid the failure, out of the evidence that `hiddenFailure` wrote; a general word where that names nothing. */
export const maskIn = (evidence: string): string => {
  const end = evidence.indexOf(`\`${HID}`)
  return end > 1 && evidence.startsWith('`') ? evidence.slice(1, end) : OTHER_MASK
}

export const OTHER_MASK = 'other'

/** One command alone has nothing behind which to hide. */
const canHide = (command: string | undefined): boolean => command !== undefined && /[|;\n]/.test(command)

/** A screenful: what failed further up than this was not the point of the call. */
const HINT_CHARS = 2048
const HINT =
  /[Ff]ail|FAIL|[Ee]rror|ERR|fatal|panic|xception|not found|denied|[Ee]xit(?:ing|ed)? ?(?:with|status|code|[:=])|EXIT|\b[Rr][Cc]=|\*\*\*|Killed|CONFLICT|issue|problems/

/** Programs that end a failed run with a line that says so. */
const LOUD: ReadonlySet<Nature> = new Set<Nature>(['test', 'check', 'build', 'ordinary', 'stranger'])

/** `echo "exit: $?"` behind a `;`. */
const ECHOED_CODE =
  /^(?:\S{1,30} )?(?:exit|EXIT|Exit|rc|RC|status)(?:[ _]?(?:code|CODE|status))?\s?[:=]\s?[1-9]\d{0,2}$/
