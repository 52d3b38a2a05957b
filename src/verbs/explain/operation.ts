import { isRecord, parseJson } from '../../lib/json.ts'
import type { Explanation } from './shape.ts'
import { copiesOf } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'
import { callListing } from '../calls/operation.ts'
import { callNamed } from '../calls/find-operation.ts'

export type { Explanation } from './shape.ts'

/** Traces a verdict back to the line of the file that it rests on. */
export const explain = async (store: Connection, name: string): Promise<Explanation> => {
  const found = await callNamed(store, name)
  const call = found.copy_of === null ? found : await callNamed(store, found.copy_of)
  const fields = parseJson(call.input)
  return {
    call: callListing(call),
    judged: {
      outcome: call.judged_outcome as Judged['outcome'],
      cause: call.judged_cause as Judged['cause'],
      rung: call.judged_rung as Judged['rung'],
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
      fileState: call.file_state as Explanation['origin']['fileState'],
    },
    copies: (await copiesOf(store, call.id)).map(({ session, path, line }) => ({ session, file: path, line })),
  }
}

type Judged = Explanation['judged']

const excerptOf = (head: string | null, tail: string | null, chars: number | null) =>
  head === null ? null : { head, tail: tail ?? '', chars: chars ?? head.length }
