import { failed, ok, undecided, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'
import { judgeEnding } from './shell-ending.ts'

/** Code handed to an interpreter: it fails with the interpreter's uncaught exception, which ends the output. */
export const judgeScript = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  if (/^Script (?:failed|error|terminated|timed out)/.test(first)) return failed('script-failed', first)
  if (first.startsWith('Script running')) return undecided('still-running', first)
  // Code mode says "completed" also when the commands inside failed; only their own codes tell.
  if (first.startsWith('Script completed')) return judgeInnerCodes(subject)
  return judgeEnding('ordinary', view)
}

/** Looking at or ending a background process fails only when there is no such process. */
export const judgeProcess = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  if (
    /^(?:Error(?::|$)|No (?:shell|task|process|background|such)|Shell .{1,80} (?:not found|is not running)|Task .{1,80} (?:not found|is not running)|Unknown |Process .{1,80} not found|Invalid |Failed )/.test(
      first,
    )
  ) {
    return failed('no-such-process', first, 'agent')
  }
  return ok('process-answered', first)
}

const judgeInnerCodes = (subject: Subject): Finding => {
  const codes = [
    ...subject.view().head.matchAll(/(?:\bexit_code"?\\?"?:\s?|Process exited with code )(-?\d{1,5})/g),
  ].map((found) => Number(found[1]))
  if (codes.length === 0) return undecided('script-completed', '')
  const bad = codes.find((code) => code !== 0)
  return bad === undefined ? ok('inner-exit-codes-zero', 'exit_code 0') : failed('inner-exit-code', `exit_code ${bad}`)
}
