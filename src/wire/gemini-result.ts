import { withoutHint } from '../schema/hint.ts'
import type { ToolResult } from '../schema/session-event.ts'

export type ResultFacts = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

/** A result, and what the agent says of the call beside it. */
export interface GeminiResult {
  tool: string
  args: unknown
  text: string
  /** `success`, `error`, `cancelled`; undefined where only the response speaks. */
  status: unknown
  /** The response stands under `error`. */
  isError: boolean
}

/**
 * What a result of Gemini's relatives says of its call. Their shell calls a command that ended with another code than 0 a success and
 * writes the code behind the output, so the code decides there and the word does not.
 */
export const readGeminiResult = (result: GeminiResult): ResultFacts => {
  const printed = withoutHooks(result.text)
  const bare = withoutHint(printed)
  const facts = factsOf(result, withoutNotice(bare))
  const isFailed = facts.flag === 'error' || (facts.exitCode ?? 0) !== 0
  return isFailed || bare === printed ? facts : factsOf(result, withoutNotice(printed))
}

const factsOf = (result: GeminiResult, text: string): ResultFacts => {
  if (result.status === 'cancelled')
    return { text, status: REFUSED.test(text.slice(0, 400)) ? 'rejected' : 'interrupted' }
  const isFailed = result.status === 'error' || (result.status === undefined && result.isError)
  const flag = isFailed ? 'error' : result.status === 'success' || result.status === undefined ? 'ok' : undefined
  if (result.tool !== SHELL) return flag === undefined ? { text } : { text, flag }
  const facts = readShell(text, commandOf(result.args))
  if (!isFailed || (facts.exitCode ?? 0) !== 0) return facts
  // A code of 0 beside an error: the command went well, and what was done around it did not.
  const { exitCode: _exitCode, ...rest } = facts
  return { ...rest, flag: 'error' }
}

const SHELL = 'run_shell_command'
const REFUSED = /did not allow|denied|declined|rejected/i

/** Gemini CLI puts what hooks say behind a result, between tags. */
const withoutHooks = (text: string): string => {
  const start = text.endsWith('</hook_context>') ? text.lastIndexOf('\n\n<hook_context>') : -1
  return start < 0 ? text : text.slice(0, start)
}

/** What comes from outside is marked so in newer versions. */
const withoutNotice = (text: string): string =>
  text.startsWith(NOTICE) ? text.slice(NOTICE.length).replace(/\n<\/untrusted_context>\s{0,8}$/, '') : text

const NOTICE = '<untrusted_context>\n'

const commandOf = (args: unknown): string => {
  const command = typeof args === 'object' && args !== null && 'command' in args ? args.command : undefined
  return typeof command === 'string' ? command : ''
}

/** Sentences that the program writes instead of an output. */
const ENDINGS: readonly [RegExp, ResultFacts][] = [
  [/^Command was cancelled by user/, { status: 'interrupted' }],
  [/^Command was automatically cancelled because it exceeded|^Command timed out after/, { flag: 'error' }],
  [/^Command moved to background|^Background shell \S{1,80} started/, { status: 'running', flag: 'ok' }],
]

const readShell = (text: string, command: string): ResultFacts => {
  const ending = ENDINGS.find(([opening]) => opening.test(text))
  if (ending !== undefined) return { ...ending[1], text }
  const from = outputStart(text, command)
  const trailer = readTrailer(text)
  if (from === undefined)
    return trailer.exitCode === undefined ? { text, flag: 'ok' } : { text, exitCode: trailer.exitCode }
  const body = text.slice(from, Math.max(from, trailer.start))
  const output = body === '(empty)' ? '' : body
  if (trailer.signal) return { text: output, flag: 'error' }
  // Newer versions leave the code out where it is 0.
  return { text: output, exitCode: trailer.exitCode ?? 0 }
}

/** Behind `Output: `, which older versions put after the command and its directory; undefined: no such form. */
const outputStart = (text: string, command: string): number | undefined => {
  let at = 0
  if (text.startsWith(`Command: ${command}\n`)) {
    at = `Command: ${command}\n`.length
    const directory = /^Directory: [^\n]{0,1000}\n/.exec(text.slice(at, at + 1_100))
    at += directory?.[0].length ?? 0
  }
  const label = /^(?:Output|Stdout): /.exec(text.slice(at, at + 10))?.[0]
  return label === undefined ? undefined : at + label.length
}

interface Trailer {
  /** Where the output ends. */
  start: number
  exitCode?: number
  signal: boolean
}

/** The lines behind the output, read from the end: output can quote anything. */
const readTrailer = (text: string): Trailer => {
  const trailer: Trailer = { start: text.length, signal: false }
  for (let line = 0; line < TRAILER_LINES; line++) {
    const start = text.lastIndexOf('\n', trailer.start - 1)
    if (start < 0 || trailer.start - start > TRAILER_CHARS) break
    const found = TRAILER_LINE.exec(text.slice(start + 1, trailer.start))
    if (found === null) break
    const [, name, value = ''] = found
    trailer.start = start
    if (name === 'Exit Code' && /^-?\d{1,10}$/.test(value)) trailer.exitCode = Number(value)
    if (name === 'Signal' && value !== '(none)' && value !== '0') trailer.signal = true
    if (name === 'Error') break
  }
  return trailer
}

const TRAILER_LINES = 6
const TRAILER_CHARS = 2_000
const TRAILER_LINE = /^(Error|Exit Code|Signal|Background PIDs|Process Group PGID): (.{0,1900})$/
