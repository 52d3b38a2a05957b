import { grouped } from '../../lib/number-text.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { commandText } from '../../shell/command-text.ts'
import { isShell } from '../../profile/shape.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import type { PatternDraft } from '../../schema/template-draft.ts'
import { jsonSkeleton } from '../../trust/words/json-skeleton.ts'
import { checkIn } from '../../trust/words/own-check.ts'
import { recurringLines, shownLines } from '../../trust/words/result-lines.ts'
import { resultIsOwn } from './trust-origin.ts'
import { cleanText } from '../../trust/text.ts'

type Result = Pick<PatternDraft, 'result' | 'resultIs'>

export const MAX_RESULT_CHARS = 500
const MAX_SKELETON_CHARS = MAX_RESULT_CHARS - '(JSON: )'.length

/**
 * What came back. Of the project's own checks the lines that have a form we know and that recur, put together from our own words;
 * of JSON its skeleton; else only how much it was. Never empty, never made up, never a stranger's sentence.
 */
export const resultOf = (call: MinedCall, recurring: ReadonlySet<string>): Result => {
  const text = outputOf(call)
  if (text.trim() === '') return { result: '(no output)', resultIs: 'size' }
  const isCheck = isOwnCheck(call)
  const lines = isCheck ? shownLines(text, recurring) : undefined
  if (lines !== undefined && lines.length <= MAX_RESULT_CHARS) return { result: lines, resultIs: 'text' }
  const skeleton = jsonSkeleton(jsonOf(call, text), MAX_SKELETON_CHARS)
  if (skeleton !== undefined) return { result: `(JSON: ${skeleton})`, resultIs: 'size' }
  return { result: sizeOf(call), resultIs: 'size' }
}

/** Lines that the outputs of these calls share, over independent sessions; none where they are no checks. */
export const recurringIn = (calls: readonly MinedCall[], familyOf: (session: string) => string): ReadonlySet<string> =>
  recurringLines(calls.filter(isOwnCheck).map((call) => ({ family: familyOf(call.sessionId), text: outputOf(call) })))

const isOwnCheck = (call: MinedCall): boolean =>
  isShell(call) && checkIn(commandText(call.args) ?? call.subject) !== undefined && resultIsOwn(call)

const outputOf = (call: MinedCall): string => {
  const { resultHead, resultTail } = call
  const printed = isShell(call) && resultTail === '' ? insideJson(resultHead) : undefined
  return `${withoutHeader(cleanText(printed ?? resultHead))}${resultTail === '' ? '' : `\n${cleanText(resultTail)}`}`
}

/** A text as far as it is without a gap: head and tail where nothing is missing between them, else the head alone. */
const jsonOf = ({ resultHead, resultTail, resultChars }: MinedCall, text: string): string => {
  if (resultTail === '') return text
  return resultHead.length + resultTail.length >= resultChars ? `${resultHead}${resultTail}` : resultHead
}

/** Some shells answer in JSON, and what the command printed is one of its fields. */
const insideJson = (text: string): string | undefined => {
  const answer = text.startsWith('{') ? parseJson(text) : undefined
  const printed = isRecord(answer) ? (answer['output'] ?? answer['stdout']) : undefined
  return typeof printed === 'string' ? printed : undefined
}

/**
 * What some shells write above the output is about that one run; only that it exited with 0 would be the same again, and
 * that is what an example stands for.
 */
const withoutHeader = (head: string): string => {
  const lines = head.split('\n', MAX_HEADER_LINES)
  const output = lines.findIndex((line) => line.trimEnd() === 'Output:')
  const isHeader = output > 0 && lines.slice(0, output).every((line) => HEADER_LINE.test(line))
  return isHeader ? head.slice(lines.slice(0, output + 1).reduce((sum, line) => sum + line.length + 1, 0)) : head
}

const MAX_HEADER_LINES = 10
const HEADER_LINE =
  /^(?:Chunk ID: |Wall time: |Process exited with code |Original token count: |Command: |Exit code: |Total output lines: )/

/** That it worked is known of every call that is shown; what it printed is not always ours to show. */
const sizeOf = (call: MinedCall): string => {
  const chars = `${grouped(call.resultChars)} ${call.resultChars === 1 ? 'character' : 'characters'}`
  const isWhole = call.resultTail === ''
  if (!isWhole) return `(succeeded with ${chars})`
  const lines = call.resultHead.trimEnd().split('\n').length
  return `(succeeded with ${chars} in ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'})`
}
