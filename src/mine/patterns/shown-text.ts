import { grouped } from '../../lib/number-text.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { commandText } from '../../shell/command-text.ts'
import { miningKey } from '../../profile/mining-key.ts'
import { isShell } from '../../profile/shape.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import type { PatternDraft } from '../../schema/template-draft.ts'
import { jsonSkeleton } from '../../trust/words/json-skeleton.ts'
import { type Check, checkIn } from '../../trust/words/own-check.ts'
import { recurringLines, shownLines } from '../../trust/words/result-lines.ts'
import { bareLine, hidesCheck } from '../slots/bare-line.ts'
import { resultIsOwn } from './trust-origin.ts'
import { cleanText } from '../../trust/text.ts'

type Result = Pick<PatternDraft, 'result' | 'resultIs'>

export const MAX_RESULT_CHARS = 500
const MAX_SKELETON_CHARS = MAX_RESULT_CHARS - '(JSON: )'.length

/**
 * The result of a call as an example shows it. For the project's own checks: the recurring lines whose form we know,
 * put together from our own words. For JSON: its skeleton. Else: only its size. It is never empty, never made up, and
 * never a stranger's sentence.
 */
export const resultOf = (call: MinedCall, recurring: ReadonlySet<string>): Result => {
  const text = outputOf(call)
  if (text.trim() === '') return { result: '(no output)', resultIs: 'size' }
  const isCheck = isOwnCheck(call)
  const lines = isCheck ? shownLines(text, recurring) : undefined
  if (lines !== undefined && lines.length <= MAX_RESULT_CHARS) return { result: lines, resultIs: 'text' }
  const skeleton = jsonSkeleton(jsonOf(call, text), MAX_SKELETON_CHARS)
  if (skeleton !== undefined) return { result: `(JSON: ${skeleton})`, resultIs: 'size' }
  return { result: sizeOf(call, hasPassed(call) ? 'passed; ' : 'succeeded with '), resultIs: 'size' }
}

/** Lines that the outputs of these calls share across independent sessions; none if the calls are no checks. */
export const recurringIn = (calls: readonly MinedCall[], familyOf: (session: string) => string): ReadonlySet<string> =>
  recurringLines(calls.filter(isOwnCheck).map((call) => ({ family: familyOf(call.sessionId), text: outputOf(call) })))

const isOwnCheck = (call: MinedCall): boolean =>
  isShell(call) && checkIn(bareLine(commandText(call.args) ?? call.subject)) !== undefined && resultIsOwn(call)

/** Whether the call is a check whose own exit code says that it found nothing. */
const hasPassed = (call: MinedCall): boolean => {
  const line = commandText(call.args) ?? call.subject
  const check = isOwnCheck(call) ? checkIn(bareLine(line)) : undefined
  return check !== undefined && PASSES.has(check) && !hidesCheck(line, miningKey(call))
}

/** Checks that can fail; a build or a formatter just does its work. */
const PASSES: ReadonlySet<Check> = new Set<Check>(['test', 'lint', 'types', 'check'])

const outputOf = (call: MinedCall): string => {
  const { resultHead, resultTail } = call
  const printed = isShell(call) && resultTail === '' ? insideJson(resultHead) : undefined
  return `${withoutHeader(cleanText(printed ?? resultHead))}${resultTail === '' ? '' : `\n${cleanText(resultTail)}`}`
}

/** The text without a gap: head and tail if nothing is missing between them, else only the head. */
const jsonOf = ({ resultHead, resultTail, resultChars }: MinedCall, text: string): string => {
  if (resultTail === '') return text
  return resultHead.length + resultTail.length >= resultChars ? `${resultHead}${resultTail}` : resultHead
}

/** Some shells answer in JSON, with the command's output in one of its fields. */
const insideJson = (text: string): string | undefined => {
  const answer = text.startsWith('{') ? parseJson(text) : undefined
  const printed = isRecord(answer) ? (answer['output'] ?? answer['stdout']) : undefined
  return typeof printed === 'string' ? printed : undefined
}

/**
 * Removes what some shells write above the output, because it is about that one run. Only the exit code 0 would recur,
 * and an example stands for that anyway.
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

/** Tells how it ended and the size. Every shown call worked, but its output is not always ours to show. */
const sizeOf = (call: MinedCall, ended: string): string => {
  const chars = `${grouped(call.resultChars)} ${call.resultChars === 1 ? 'character' : 'characters'}`
  const isWhole = call.resultTail === ''
  if (!isWhole) return `(${ended}${chars})`
  const lines = call.resultHead.trimEnd().split('\n').length
  return `(${ended}${chars} in ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'})`
}
