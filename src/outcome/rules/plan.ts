import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** Bookkeeping tools acknowledge with one line; they fail only with a sentence that says so at once. */
export const judgePlan = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return THOUGHTS.test(subject.tool) ? ok('thought-noted', '') : undefined
  const first = view.firstLines[0] ?? ''
  // Claude Code answers so on purpose: that the list was cleared in the meantime is not the model's mistake.
  if (TASK_GONE.test(first)) return ok('acknowledged', first)
  return REFUSED.test(first) ? failed('plan-refused', first) : ok('acknowledged', first)
}

/** Questions to the user are answered or refused; the refusals are the harness' own sentences. */
export const judgeAsk = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  return REFUSED.test(first) ? failed('question-refused', first) : ok('user-answered', first)
}

/** A tool to think with takes a thought and has nothing to answer; there is nothing it could fail at. */
const THOUGHTS = /^think$/i

const TASK_GONE = /^Task (?:#?\w{1,20} )?not found\.?$/

/** Also the question that no user was there to answer, which Claude Code then gives back. */
const REFUSED =
  /^(?:[Ee]rror\b|Unknown |Skill .{1,120} (?:not found|cannot|is not|does not)|No (?:task|such|plan)\b|No-op: |[Ff]ailed |[Ii]nvalid |[Cc]annot |Could not |You are not in plan mode|Not in plan mode|(?:Exit|Enter) plan mode\?|Answer questions\?|Execute skill: |Already (?:in|leading) |[a-z]{1,30}(?:_[a-z]{1,30}){1,4} (?:is (?:unavailable|not allowed|a TODO)|was cancell?ed)|.{0,60} (?:not found|does not exist)[.!]?$)/
