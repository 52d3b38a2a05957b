import { natureOf } from './programs.ts'
import { lastStatement } from './rules/shell-ending.ts'
import type { Subject } from './subject.ts'

/**
 * Whether a shell call that ended well shows the failure of a command whose exit code was lost: `go test | tail`,
 * `make; echo done`, `npm test || true`. Only lines that state a failure outright count.
 */
export const isMasked = (subject: Subject): boolean => {
  if (subject.family !== 'shell' || subject.result === undefined || subject.result.length < SHORTEST_FAILURE_CHARS) return false
  if (!HINT.test(subject.result.slice(-HINT_CHARS))) return false
  const script = subject.script()
  if (script === undefined || script.commands.length < 2) return false
  const hidden = script.commands.filter((command) => !script.deciders.includes(command))
  if (!hidden.some((command) => LOUD.has(natureOf(command)))) return false
  const view = subject.view()
  const codeShown = view.lastLines.slice(0, 3).some((line) => ECHOED_CODE.test(line))
  return codeShown || lastStatement(view.lastLines.slice(0, NEAR_END_LINES))?.outcome === 'error'
}

const SHORTEST_FAILURE_CHARS = 4

/** A cheap look at the end before anything is taken apart: most results show nothing of the kind. */
const HINT_CHARS = 4096
const HINT = /fail|FAIL|[Ee]rror|ERR|fatal|panic|[Ee]xception|not found|denied|exit|EXIT|rc=|RC=|\*\*\*|Killed|rejected|CONFLICT|issues|problems/

const NEAR_END_LINES = 30

const LOUD = new Set(['test', 'check', 'build', 'ordinary', 'stranger'])

/** `echo "exit: $?"` behind a `;`. */
const ECHOED_CODE = /^(?:\S{1,30} )?(?:exit|EXIT|Exit|rc|RC|status)(?:[ _]?(?:code|CODE|status))?\s?[:=]\s?[1-9]\d{0,2}$/
