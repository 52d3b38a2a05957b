import { isRecord, parseJson } from '../lib/json.ts'
import { redact } from '../lib/redact/redact.ts'
import { judge } from '../outcome/judge.ts'
import { toolFacts } from '../outcome/tools.ts'
import type { JudgeInput, ToolKind, Verdict } from '../schema/outcome.ts'

/** What the store kept of a call: the ladder's whole input, texts cut to head and tail. */
export interface KeptCall {
  tool: string
  input: string
  args_head: string | null
  args_tail: string | null
  result_head: string | null
  result_tail: string | null
}

/** Judges a call again from what was kept of it. */
export const verdictOf = (call: KeptCall): Verdict & { kind: ToolKind; trivial: boolean } => {
  const argsText = joined(call.args_head, call.args_tail) ?? ''
  const args = parseJson(argsText) ?? argsText
  const kept = parseJson(call.input)
  const input: JudgeInput = { ...(isRecord(kept) ? kept : {}), tool: call.tool, args }
  const result = joined(call.result_head, call.result_tail)
  if (result !== undefined) input.result = result
  const verdict = judge(input)
  const { kind, trivial } = toolFacts(call.tool, args)
  return { ...verdict, evidence: redact(verdict.evidence), kind, trivial }
}

/** Head and tail as one text, the cut between them on a line of its own. */
const joined = (head: string | null, tail: string | null): string | undefined => {
  if (head === null) return undefined
  return tail === null || tail === '' ? head : `${head}\n…\n${tail}`
}
