import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { ToolResult } from '../../../schema/session-event.ts'

type Result = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

/** What the end of a call tells. A shell that ends with another code than 0 counts as a success there. */
export const readCallEnd = (data: JsonRecord): Result => {
  const result = isRecord(data.result) ? data.result : {}
  const error = isRecord(data.error) ? data.error : {}
  const written = asString(result.content) ?? asString(result.detailedContent) ?? asString(error.message) ?? ''
  const text = withoutHooks(written)
  const exitCode = exitCodeOf(data, result, text)
  if (exitCode !== undefined) return { text, exitCode }
  if (data.success === true)
    return STILL_RUNNING.test(text.slice(-NOTE_CHARS)) ? { text, status: 'running' } : { text, flag: 'ok' }
  if (data.success !== false) return { text }
  return REJECTED.has(asString(error.code) ?? '')
    ? { text, flag: 'error', status: 'rejected' }
    : { text, flag: 'error' }
}

/** What hooks say stands behind the result, under a sentence of its own. */
const withoutHooks = (text: string): string => {
  const start = text.lastIndexOf(HOOKS_SAY)
  const sentence = start < 0 ? start : text.lastIndexOf('\n\nTool "', start)
  return sentence < 0 || start - sentence > SENTENCE_CHARS ? text : text.slice(0, sentence)
}

const HOOKS_SAY = ' Additional guidance from postToolUse'
const SENTENCE_CHARS = 200

const REJECTED: ReadonlySet<string> = new Set(['rejected', 'user_rejected'])

/** Beside the result, in a block of it, or in the last line that the harness adds to a shell's output. */
const exitCodeOf = (data: JsonRecord, result: JsonRecord, text: string): number | undefined => {
  const beside = isRecord(data.shellExecution) ? codeOf(data.shellExecution.exitCode) : undefined
  if (beside !== undefined) return beside
  const blocks = Array.isArray(result.contents) ? result.contents : []
  for (const block of blocks) {
    const code = isRecord(block) && EXIT_BLOCKS.has(block.type) ? codeOf(block.exitCode) : undefined
    if (code !== undefined) return code
  }
  const noted = EXIT_NOTE.exec(text.slice(-NOTE_CHARS))?.[1]
  return noted === undefined ? undefined : Number(noted)
}

const EXIT_BLOCKS: ReadonlySet<unknown> = new Set(['shell_exit', 'terminal'])
const NOTE_CHARS = 400
const EXIT_NOTE = /<(?:shellId: [\w-]{1,60} completed|(?:command )?exited) with exit code (-?\d{1,10})>\s*$/
const STILL_RUNNING = /<[^<>\n]{0,120}\bstill running\b[^<>]{0,250}>\s*$/

const codeOf = (value: unknown): number | undefined => {
  const code = asNumber(value)
  return code !== undefined && Number.isSafeInteger(code) ? code : undefined
}
