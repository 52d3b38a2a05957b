import { isRecord, parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import { judgeCall } from '../../outcome/judge.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import type { ComplaintFact } from '../../schema/facts.ts'
import type { KeptCall } from '../../schema/kept-call.ts'
import type { Cause, JudgeInput, Outcome, Rung, ToolKind, Verdict } from '../../schema/outcome.ts'
import { complaintFact } from './complaint-fact.ts'

export interface KeptVerdict extends Verdict {
  kind: ToolKind
  trivial: boolean
  complaints: readonly ComplaintFact[]
}

/** Judges a call again from what was kept of it. */
export const verdictOf = (call: KeptCall): KeptVerdict => {
  const argsText = joined(call.args_head, call.args_tail) ?? ''
  const args = parseJson(argsText) ?? argsText
  const kept = parseJson(call.input)
  const input: JudgeInput = { ...(isRecord(kept) ? kept : {}), tool: call.tool, args }
  const result = joined(call.result_head, call.result_tail)
  if (result !== undefined) input.result = result
  const { verdict, complaints: found } = judgeCall(input)
  const complaints = found.map(complaintFact)
  const { kind, trivial } = readToolFacts(call.tool, args)
  // What decided before may stand in the part that was cut away: less evidence never overrules more.
  if (isCut(call) && RUNGS.indexOf(verdict.rung) > RUNGS.indexOf(call.rung as Rung))
    return { ...before(call), kind, trivial, complaints }
  return { ...verdict, evidence: redact(verdict.evidence), kind, trivial, complaints }
}

const RUNGS: Rung[] = ['flag', 'exit', 'field', 'tool', 'text', 'none']

/** Whether only a part of the result was kept. */
export const isCut = (call: KeptCall): boolean =>
  (call.result_chars ?? 0) > (call.result_head?.length ?? 0) + (call.result_tail?.length ?? 0)

const before = (call: KeptCall): Verdict => ({
  outcome: call.outcome as Outcome,
  ...(call.cause === null ? {} : { cause: call.cause as Cause }),
  rung: call.rung as Rung,
  rule: call.rule,
  evidence: call.evidence,
  masked: call.masked === 1,
})

/** Head and tail as one text, the cut between them on a line of its own. */
const joined = (head: string | null, tail: string | null): string | undefined => {
  if (head === null) return undefined
  return tail === null || tail === '' ? head : `${head}\n…\n${tail}`
}
