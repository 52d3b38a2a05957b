import { isRecord } from '../lib/json.ts'
import type { JudgeInput } from '../schema/outcome.ts'
import { readJsonResult } from './envelope.ts'
import { failed, ok, undecided, type Finding } from './finding.ts'
import { firstLine } from './harness.ts'

/** What the format itself says: its status word, or its flag. An ok is believed only where the flag is complete. */
export const judgeFlag = (input: JudgeInput): Finding | undefined => {
  const status = typeof input.status === 'string' ? STATUS.get(input.status) : undefined
  if (status !== undefined) return { ...status, evidence: input.status ?? '' }
  if (input.flag === 'error') return failed('flag-error', evidenceOf(input.result))
  if (input.flag === 'ok' && input.flagIsComplete === true) return FLAG_OK
  return undefined
}

/** The last resort: an incomplete flag that says ok, when nothing in the result contradicts it. */
export const trustFlag = (input: JudgeInput): Finding | undefined =>
  input.flag === 'ok' ? ok('flag-ok-unopposed', 'flag ok') : undefined

const FLAG_OK = ok('flag-ok', 'flag ok')

const STATUS = new Map<string, Finding>([
  ['running', undecided('still-running')],
  ['rejected', failed('user-rejected', '', 'user')],
  ['interrupted', failed('user-interrupted', '', 'user')],
  ['not-run', failed('never-ran', '', 'not-run')],
])

const TAG = '<tool_use_error>'
const END_TAG = '</tool_use_error>'

const evidenceOf = (result: unknown): string => {
  if (typeof result !== 'string') return 'flag error'
  if (!result.startsWith(TAG)) return firstLine((sentenceIn(result) ?? result).slice(0, 600)) || 'flag error'
  return firstLine(result.slice(TAG.length, 600)).replace(END_TAG, '') || 'flag error'
}

/** The message inside an answer that is a JSON object: braces and field names tell a reader nothing. */
const sentenceIn = (result: string): string | undefined => {
  const record = readJsonResult(result, /"error"/)
  const error = record?.['error']
  const words = isRecord(error) ? error['message'] : error
  return typeof words === 'string' && words.trim() !== '' ? words : undefined
}
