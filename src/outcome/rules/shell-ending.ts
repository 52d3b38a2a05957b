import { failed, ok, type Finding } from '../finding.ts'
import type { Nature } from '../../shell/nature.ts'
import {
  COMPLAINT,
  COMPLAINT_ENDING,
  FAILURE_SIGNS,
  PLAIN_ERROR,
  PROGRAM_COMPLAINT,
  statesOutcome,
  SUCCESS_SIGNS,
} from '../outcome-signs.ts'
import type { Sign } from '../define-sign.ts'
import type { TextView } from '../text-view.ts'

/**
 * Reads the end of a program's output backwards: the last line that states an outcome wins, because runs end with their
 * summary and a program that gave up has nothing more to say.
 */
export const judgeEnding = (nature: Nature, view: TextView, alone = true): Finding => {
  const stated = lastStatement(view.lastLines)
  if (stated !== undefined) return stated
  return judgeComplaint(nature, view, alone) ?? ok(NO_COMPLAINT[nature] ?? 'no-complaint')
}

/** Looks at the very end alone, for unmistakable signs alone: the output ends with data, not with words of the command. */
export const judgeLastLines = (view: TextView): Finding | undefined => {
  const found = lastStatement(view.lastLines.slice(0, NEAR_END_LINES))
  return found?.outcome === 'error' ? found : undefined
}

/** The last line of these that states success or failure. Lines come last one first. */
export const lastStatement = (lines: readonly string[]): Finding | undefined => {
  for (const [index, line] of lines.entries()) {
    if (!statesOutcome(line)) continue
    const failure = match(FAILURE_SIGNS, line, index)
    if (failure !== undefined) return failed(failure.rule, line, failure.cause)
    const success = match(SUCCESS_SIGNS, line, index)
    if (success !== undefined) return refuted(lines, index) ?? ok(success.rule, line)
  }
  return undefined
}

/** Files that could not be loaded are counted or named in the line above the good news about the others. */
const refuted = (lines: readonly string[], index: number): Finding | undefined => {
  const line = lines.slice(index + 1, index + 3).find((above) => FILES_REFUSED.test(above))
  return line === undefined ? undefined : failed('tests-failed', line, 'agent')
}

const FILES_REFUSED = /^(?:\s{0,4}(?:Test Files|Test Suites):?\s{1,8}[1-9]\d* failed|\[error\] )/

const NEAR_END_LINES = 3

const match = (signs: readonly Sign[], line: string, fromEnd: number): Sign | undefined =>
  signs.find((one) => fromEnd < one.withinLines && one.matches(line))

/** Why the absence of a complaint is success here: these programs always end a failed run with a line of their own. */
const NO_COMPLAINT: Partial<Record<Nature, string>> = {
  test: 'test-run-without-failure',
  check: 'check-without-findings',
  build: 'build-without-error',
}

const USAGE_FIRST =
  /^(?:flag provided but not defined|unknown (?:flag|command|option|shorthand)|invalid (?:option|argument|value))/

/** Short outputs of failed commands are often nothing but the complaint; in long ones only the last line may be it. */
const SHORT_OUTPUT_LINES = 6

/** `echo "status: $?"` as the last word. */
const ENDED_WELL = /^(?:exit|status|rc)(?:[ _]?(?:code|status))?[:=] ?0$/i

const judgeComplaint = (nature: Nature, view: TextView, alone: boolean): Finding | undefined => {
  const lines = view.lastLines
  const short = view.whole && lines.length <= SHORT_OUTPUT_LINES
  const last = lines[0] ?? ''
  const first = view.firstLines[0] ?? ''
  if (PLAIN_ERROR.test(last) || PROGRAM_COMPLAINT.test(last)) return failed('error-line-last', last)
  // Command line parsers print the error first and pages of usage after it.
  if (alone && view.whole && (PLAIN_ERROR.test(first) || USAGE_FIRST.test(first)))
    return failed('error-line-first', first)
  // Proof assistants and compilers explain an error over many lines.
  const explained = nature === 'build' ? lines.find((line) => PLAIN_ERROR.test(line)) : undefined
  if (explained !== undefined) return failed('error-explained', explained, 'agent')
  if (!short || ENDED_WELL.test(last)) return undefined
  if (lines.length <= 3) {
    const complaint = lines.findLast((line) => COMPLAINT.test(line))
    if (complaint !== undefined) return failed('short-complaint', complaint)
  }
  return COMPLAINT.test(first) || (lines.length === 1 && COMPLAINT_ENDING.test(first))
    ? failed('short-complaint', first)
    : undefined
}
