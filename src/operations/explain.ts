import { isRecord, parseJson } from '../lib/json.ts'
import { copiesOf } from '../store/call.ts'
import type { Connection } from '../store/connection.ts'
import { type CallListing, callListing } from './calls.ts'
import { callNamed } from './find-call.ts'

/** The walk back from a verdict to the line of the file it rests on. */
export interface Explanation {
  call: CallListing
  /** What the rules said; differs from the call's outcome only where a person overruled it. */
  judged: { outcome: string; cause: string | null; rung: string; rule: string; evidence: string; madeBy: string }
  /** All that the rules had to go by: texts are cut and redacted. */
  input: {
    arguments: { head: string; tail: string; chars: number } | null
    result: { head: string; tail: string; chars: number } | null
    fields: Record<string, unknown>
  }
  intent: string
  origin: { file: string; line: number; resultLine: number | null; fileState: string }
  copies: { session: string; file: string; line: number }[]
}

export const explain = async (store: Connection, name: string): Promise<Explanation> => {
  const found = await callNamed(store, name)
  const call = found.copy_of === null ? found : await callNamed(store, found.copy_of)
  const fields = parseJson(call.input)
  return {
    call: callListing(call),
    judged: {
      outcome: call.judged_outcome,
      cause: call.judged_cause,
      rung: call.judged_rung,
      rule: call.judged_rule,
      evidence: call.judged_evidence,
      madeBy: call.made_by,
    },
    input: {
      arguments: excerptOf(call.args_head, call.args_tail, call.args_chars),
      result: excerptOf(call.result_head, call.result_tail, call.result_chars),
      fields: isRecord(fields) ? fields : {},
    },
    intent: call.intent,
    origin: {
      file: call.path,
      line: call.line,
      resultLine: call.result_line === 0 ? null : call.result_line,
      fileState: call.file_state,
    },
    copies: (await copiesOf(store, call.id)).map(({ session, path, line }) => ({ session, file: path, line })),
  }
}

const excerptOf = (head: string | null, tail: string | null, chars: number | null) =>
  head === null ? null : { head, tail: tail ?? '', chars: chars ?? head.length }
