import { asNumber, asString, isRecord, parseJson } from '../../../lib/json.ts'
import { readContent } from './injected.ts'

/** What an output says: the tool's own text and whatever the harness states about how it went. */
export interface Answer {
  text: string
  exitCode?: number
  flag?: 'ok' | 'error'
  status?: 'running' | 'rejected' | 'interrupted'
  /** The process that goes on running, to be named by later polls. */
  process?: string
}

/**
 * Reads the output of any era (README.md, "Outcomes"). Undefined: no output that this format can have. The header of
 * the harness stays in the text; only the JSON envelope of early versions is opened.
 */
export const readOutput = (tool: string | undefined, output: unknown): Answer | undefined => {
  if (typeof output === 'string') return readText(tool, output)
  if (Array.isArray(output)) return readText(tool, readContent(output))
  // Some versions write the payload object `{content, success}` instead of its text.
  if (!isRecord(output) || !(typeof output.content === 'string' || Array.isArray(output.content))) return undefined
  const answer = readText(tool, readContent(output.content))
  if (answer.flag === undefined && typeof output.success === 'boolean') answer.flag = output.success ? 'ok' : 'error'
  return answer
}

/** Whether an answer opens with the words by which the harness reports a person's no. */
export const isRejection = (text: string): boolean => REJECTION.test(text.slice(0, 80))

const readText = (tool: string | undefined, text: string): Answer => {
  const enveloped = openEnvelope(text)
  if (enveloped !== undefined) return enveloped
  if (tool !== undefined && !HEADED_TOOLS.has(tool)) return readPlain(text)
  return readExitHeader(text) ?? readProcessHeader(text) ?? readHeaderless(tool, text)
}

/** Tools that run commands: their answer begins with a header, or it comes from the harness instead of the command. */
const SHELL_TOOLS = new Set(['shell', 'container.exec', 'shell_command', 'local_shell', 'exec_command', 'write_stdin'])
const HEADED_TOOLS = new Set([...SHELL_TOOLS, 'apply_patch', 'unified_exec'])

const REJECTION =
  /^(?:err: )?"?(?:exec command |command |patch )?(?:rejected by user(?! approval)|user (?:rejected|cancelled) MCP tool call)/
// The user's refusal, as newer versions wrap it into an error of the process.
const WRAPPED_REJECTION = 'Rejected("rejected by user")'
// Errors of the harness repeat the command, which can be long.
const ERROR_LIMIT = 4_000

// A header has under ten short lines.
const HEADER_LIMIT = 600
// A `Command:` line repeats the command, which can be a whole script.
const COMMAND_LIMIT = 65_536
const TAIL_LIMIT = 300

/** `{"output":"...","metadata":{"exit_code":0,...}}`, which a later cut can have made unreadable in its middle. */
const openEnvelope = (text: string): Answer | undefined => {
  if (!/^\s{0,8}\{\s{0,8}"(?:output|metadata)"/.test(text.slice(0, 32))) return undefined
  const envelope = parseJson(text)
  if (isRecord(envelope)) {
    const own = asString(envelope.output)
    const exitCode = isRecord(envelope.metadata) ? asNumber(envelope.metadata.exit_code) : undefined
    return own === undefined || exitCode === undefined ? undefined : { text: own, exitCode }
  }
  const code = /"exit_code":\s?(-?\d{1,10})/.exec(text.slice(-TAIL_LIMIT))?.[1]
  return code === undefined ? undefined : { text, exitCode: Number(code) }
}

/** `Exit code: N`, then wall time and output. */
const readExitHeader = (text: string): Answer | undefined => {
  const code = /^Exit code: (-?\d{1,10})\s/.exec(text.slice(0, 40))?.[1]
  return code === undefined ? undefined : { text, exitCode: Number(code) }
}

/** Lines `Chunk ID`, `Wall time` and the state of the process, up to `Output:`; a `Command:` line may go before them. */
const readProcessHeader = (text: string): Answer | undefined => {
  const start = /^\[?Command: ?/.test(text.slice(0, 12)) ? endOfCommand(text) : 0
  if (start < 0) return undefined
  let header = text.slice(start, start + HEADER_LIMIT)
  if (!/^(?:Chunk ID|Wall time|Process exited|Process running)/.test(header)) return undefined
  const end = header.indexOf('\nOutput:')
  if (end >= 0) header = header.slice(0, end)
  const code = /^Process exited with code (-?\d{1,10})/m.exec(header)?.[1]
  if (code !== undefined) return { text, exitCode: Number(code) }
  const running = /^Process running with session ID (\d{1,20})/m.exec(header)?.[1]
  if (running !== undefined) return withProcess({ text, status: 'running' }, running)
  return end < 0 && /^aborted by user/m.test(header) ? { text, status: 'interrupted' } : { text }
}

const endOfCommand = (text: string): number => {
  const head = text.slice(0, COMMAND_LIMIT)
  const line = /\n(?:Chunk ID|Wall time): /.exec(head)
  return line === null ? -1 : line.index + 1
}

/** No header: for a tool that runs commands this is the harness saying why there was no command, or that it failed. */
const readHeaderless = (tool: string | undefined, text: string): Answer => {
  const plain = readPlain(text)
  if (holdsRejection(text)) plain.status = 'rejected'
  if (plain.status !== undefined || text === '' || tool === undefined || !SHELL_TOOLS.has(tool)) return plain
  if (isCutResult(text)) return plain
  plain.flag = 'error'
  const head = text.slice(0, 200)
  const code = /^failed in sandbox [^\s]{1,40} with execution error: [^\n]{0,80}?exit code: (-?\d{1,10})/.exec(
    head,
  )?.[1]
  if (code !== undefined) plain.exitCode = Number(code)
  return plain
}

/** Whether an error of the harness wraps a person's no. */
export const holdsRejection = (text: string): boolean => text.slice(0, ERROR_LIMIT).includes(WRAPPED_REJECTION)

// A result cut for the model's context can begin with the cut itself, or with the rest of a broken envelope.
const isCutResult = (text: string): boolean => text.startsWith('Total output lines:') || text.startsWith('{')

const readPlain = (text: string): Answer => {
  if (text === 'aborted' || text.startsWith('aborted by user')) return { text, status: 'interrupted' }
  return isRejection(text) ? { text, status: 'rejected' } : { text }
}

const withProcess = (answer: Answer, process: string | undefined): Answer => {
  if (process !== undefined) answer.process = process
  return answer
}
