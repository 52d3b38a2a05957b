import { asNumber, isRecord, parseJson, type JsonRecord } from '../lib/json.ts'
import { VIEW_CHARS } from './text-view.ts'

/** A result taken out of its wrapping: the text the tool printed, and what the wrapping says about the outcome. */
export interface Envelope {
  body: string
  exitCode?: number
  /** The words that gave the exit code. */
  header?: string
  /** Still going on when the result was written. */
  running?: boolean
}

/** Opens what harnesses wrap around a shell command's output. Only the start and the end are looked at. */
export const openShellResult = (result: string): Envelope => {
  const first = result.charCodeAt(0)
  if (first === OPEN_BRACE) return openJson(result) ?? { body: result }
  return openHeader(result) ?? openFooter(result) ?? { body: result }
}

/**
 * Takes off what is wrapped around the answer of a tool that runs no command: Codex' line about the time it took, the
 * list of blocks in which servers answer, and the notice that Hermes puts around what comes from outside. Anything else is
 * given back as it is.
 */
export const unwrapAnswer = (result: string): string => {
  // Asked of every call, and true of few.
  const first = result.charCodeAt(0)
  if (first === LESS_THAN) return withoutNotice(result)
  if (first !== LETTER_W && first !== OPEN_BRACKET) return result
  const timed = /^Wall time:? [\d.]{1,20} seconds\nOutput:\n/.exec(result.slice(0, 80))
  const body = timed === null ? result : result.slice(timed[0].length)
  if (!BLOCKS.test(body.slice(0, 40)) || body.length > MAX_JSON_CHARS) return body
  const blocks = parseJson(body)
  if (!Array.isArray(blocks)) return body
  const texts = blocks.map((block: unknown) =>
    isRecord(block) && typeof block['text'] === 'string' ? block['text'] : '',
  )
  return texts.join('\n')
}

/** A tag, a paragraph that warns of what follows, an empty line, the answer, and the closing tag. */
const withoutNotice = (result: string): string => {
  if (!/^<untrusted_tool_result source="[^"\n]{0,200}">\n/.test(result.slice(0, 300))) return result
  const start = result.slice(0, NOTICE_CHARS).indexOf('\n\n')
  if (start < 0) return result
  const end = result.lastIndexOf('\n</untrusted_tool_result>')
  return result.slice(start + 2, end > start ? end : undefined)
}

const NOTICE_CHARS = 1_000
const LESS_THAN = 60
const LETTER_W = 87
const OPEN_BRACKET = 91
const BLOCKS = /^\[\s{0,8}\{\s{0,8}"type":\s{0,4}"text"/

/**
 * The fields of a result that is a JSON object, possibly with text behind it. Undefined for anything else, and where
 * nothing that is wanted stands in the text: looking for it costs a tenth of parsing.
 */
export const readJsonResult = (result: string, wanted?: RegExp): JsonRecord | undefined => {
  if (result.charCodeAt(0) !== OPEN_BRACE && !/^\s{0,20}\{/.test(result)) return undefined
  if (wanted !== undefined && !wanted.test(result)) return undefined
  if (result.length > MAX_JSON_CHARS) return readEdgeFields(result)
  const whole = parseJson(result)
  if (whole !== undefined) return isRecord(whole) ? whole : undefined
  const end = endOfObject(result)
  const part = end === undefined ? undefined : parseJson(result.slice(0, end))
  return isRecord(part) ? part : undefined
}

const OPEN_BRACE = 123

/** Parsing costs as much as reading; beyond the view only the edges are read. */
const MAX_JSON_CHARS = 2 * VIEW_CHARS

const HEADER_CHARS = 1200

/** Claude Code `Exit code 1`, Codex `Exit code: 1` and `Process exited with code 1`, a sandbox's `exit code: 1, stdout:`. */
const openHeader = (result: string): Envelope | undefined => {
  const head = result.slice(0, HEADER_CHARS)
  const plain = /^(?:Error: )?Exit code:? (-?\d{1,10})[ \t]*(?:\n|$)/.exec(head)
  if (plain !== null)
    return { body: afterOutputLine(result, plain[0].length), exitCode: Number(plain[1]), header: plain[0].trim() }
  const sandbox = /^failed in sandbox .{0,120}?exit code: (-?\d{1,10}), stdout: /.exec(head)
  if (sandbox !== null) {
    return { body: result.slice(sandbox[0].length), exitCode: Number(sandbox[1]), header: sandbox[0].slice(0, 120) }
  }
  if (!/^(?:\[?Command: |Chunk ID: |Wall time: |Process )/.test(head)) return undefined
  const exited = /(?:^|\n)Process exited with code (-?\d{1,10})(?:\n|$)/.exec(head)
  if (exited !== null) {
    return { body: afterOutputLine(result, exited.index), exitCode: Number(exited[1]), header: exited[0].trim() }
  }
  if (/(?:^|\n)Process running with session ID/.test(head)) return { body: afterOutputLine(result, 0), running: true }
  // A header that says nothing of the outcome is still no part of the output.
  const body = afterOutputLine(result, 0)
  return body.length < result.length ? { body } : undefined
}

const afterOutputLine = (result: string, from: number): string => {
  const at = result.slice(from, from + HEADER_CHARS).search(/(?:^|\n)Output:[ ]?\n/)
  if (at < 0 || (from > 0 && !/^(?:Wall time|Process|Original|Total|Output|\n)/.test(result.slice(from, from + 20)))) {
    return result.slice(from)
  }
  return result.slice(result.indexOf('\n', result.indexOf('Output:', from + at)) + 1)
}

const FOOTERS = [
  /\n?\s*\(?(?:Command|Process) exited with code (-?\d{1,10})\)?\.?\s*$/,
  /\n?<shellId: \S{1,40} completed with exit code (-?\d{1,10})>\s*$/,
  /\n?Exit Code: (-?\d{1,10})(?:\n(?:Signal|Error|Background PIDs|Process Group PGID|PGID): [^\n]{0,200})*\s*$/,
  /\n?<exited with (?:exit )?code (-?\d{1,10})>\s*$/,
]

const FOOTER_CHARS = 500

/** pi, OpenClaw, Copilot CLI and Gemini CLI write the code behind the output. */
const openFooter = (result: string): Envelope | undefined => {
  const start = Math.max(0, result.length - FOOTER_CHARS)
  const tail = result.slice(start)
  if (!/exit|Exit/.test(tail)) return undefined
  for (const pattern of FOOTERS) {
    const found = pattern.exec(tail)
    if (found !== null)
      return { body: result.slice(0, start + found.index), exitCode: Number(found[1]), header: found[0].trim() }
  }
  return undefined
}

/** Codex 0.3x and Hermes: `{"output":...,"metadata":{"exit_code":1}}`, `{"output":...,"exit_code":1,"error":null}`. */
const openJson = (result: string): Envelope | undefined => {
  const record = readJsonResult(result)
  if (record === undefined) return undefined
  const metadata = isRecord(record['metadata']) ? record['metadata'] : {}
  const exitCode = asNumber(record['exit_code']) ?? asNumber(metadata['exit_code']) ?? asNumber(record['exitCode'])
  if (exitCode === undefined) return undefined
  const output = record['output'] ?? record['stdout']
  return { body: typeof output === 'string' ? output : '', exitCode, header: `exit_code ${exitCode}` }
}

/** The few outcome fields of a JSON object too long to parse: those that stand unescaped at its start or its end. */
const readEdgeFields = (result: string): JsonRecord => {
  const record: JsonRecord = {}
  const edges = [result.slice(0, VIEW_CHARS), result.slice(-VIEW_CHARS)]
  const field =
    /[{,]\s{0,20}"(exit_code|exitCode|error|success|status|is_error|isError)":\s{0,4}(-?\d{1,10}|true|false|null|"(?:[^"\\]|\\.){0,300}")/g
  for (const edge of edges) {
    for (const found of edge.matchAll(field)) {
      const name = found[1] ?? ''
      if (!(name in record)) record[name] = parseJson(found[2] ?? '') ?? null
    }
  }
  const output = /^\{\s{0,20}"output":\s{0,4}"/.test(result)
  if (output) record['output'] = `${result.slice(0, VIEW_CHARS)}\n${result.slice(-VIEW_CHARS)}`.replaceAll('\\n', '\n')
  return record
}

/** Where the object at the start of a text ends: one pass that knows strings. */
const endOfObject = (text: string): number | undefined => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 92) at += 1
      else if (char === 34) inString = false
    } else if (char === 34) inString = true
    else if (char === 123) depth += 1
    else if (char === 125) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
