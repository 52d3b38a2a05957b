import type { MinedCall } from '../schema/harvest.ts'
import type { PatternDraft } from '../schema/template-draft.ts'
import { cleanText } from './trust-text.ts'

type Result = Pick<PatternDraft, 'result' | 'resultIs'>

const MAX_INTENT_CHARS = 200
export const MAX_RESULT_CHARS = 500
const CUT = '…'

/**
 * What came back: the real text, at most 500 characters with cuts marked, or only its size where the words are not the
 * user's own to repeat. Never empty, never made up.
 */
export const resultOf = (call: MinedCall, isOwn: boolean): Result => {
  if (!isOwn) return { result: sizeOf(call), resultIs: 'size' }
  // The store keeps a tail only where the head does not hold all; a secret that was replaced makes the head shorter than the text.
  const isWhole = call.resultTail === ''
  const head = withoutHeader(cleanText(call.resultHead))
  const tail = cleanText(call.resultTail)
  if (head.trim() === '' && tail.trim() === '') return { result: '(no output)', resultIs: 'size' }
  if (isWhole && head.length <= MAX_RESULT_CHARS) return { result: head.trimEnd(), resultIs: 'text' }
  return { result: cutText(head, tail), resultIs: 'text' }
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

const sizeOf = (call: MinedCall): string => {
  if (call.resultChars === 0) return '(no output)'
  const chars = `${call.resultChars.toLocaleString('en-US')} ${call.resultChars === 1 ? 'character' : 'characters'}`
  const isWhole = call.resultTail === ''
  if (!isWhole) return `(${chars}, not shown)`
  const lines = call.resultHead.trimEnd().split('\n').length
  return `(${chars} in ${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'}, not shown)`
}

/** Commands say at their end how they went, so the end gets its share. */
const HEAD_SHARE = 0.6

/** First and last part, cut at line ends where one is near. */
const cutText = (head: string, tail: string): string => {
  const end = tail === '' ? head : tail
  const room = MAX_RESULT_CHARS - CUT.length - 2
  const first = startOf(head.trimStart(), Math.floor(room * HEAD_SHARE))
  const last = endOf(end.trimEnd(), room - first.length)
  return `${first.trimEnd()}\n${CUT}\n${last.trimStart()}`.trim()
}

/** A line end this near to the cut is a better place for it. */
const NEAR = 80

const startOf = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const line = text.lastIndexOf('\n', limit)
  return text
    .slice(0, line > limit - NEAR ? line : limit)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

const endOf = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const from = text.length - limit
  const line = text.indexOf('\n', from)
  return text
    .slice(line >= 0 && line < from + NEAR ? line + 1 : from)
    .toWellFormed()
    .replace(/^\ufffd/, '')
}

/** Cleaned, on one line, cut to what an intent may have. */
export const oneLine = (text: string): string => {
  const line = cleanText(text.slice(0, MAX_INTENT_CHARS * 4))
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_INTENT_CHARS) return line
  const cut = line
    .slice(0, MAX_INTENT_CHARS - CUT.length)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  return `${cut.trimEnd()}${CUT}`
}
