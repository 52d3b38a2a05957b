import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** Bookkeeping tools acknowledge with one line; they fail only with a sentence that says so at once. */
export const judgePlan = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  return REFUSED.test(first) ? failed('plan-refused', first) : ok('acknowledged', first)
}

/** Questions to the user are answered or refused; the refusals are the harness' own sentences. */
export const judgeAsk = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  return REFUSED.test(first) ? failed('question-refused', first) : ok('user-answered', first)
}

const REFUSED =
  /^(?:Error\b|error\b|Unknown |Skill .{1,120} (?:not found|cannot|is not|does not)|No (?:task|such|plan)|Task (?:#?\w{1,20} )?not found|Failed |failed |Invalid |invalid |Cannot |Could not |You are not in plan mode|Not in plan mode|Exit plan mode|.{0,60} (?:not found|does not exist)[.!]?$)/
