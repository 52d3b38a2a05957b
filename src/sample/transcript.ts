import type { Bulk } from './texts.ts'
import { fill, valueOf } from './fill.ts'
import type { Values } from './fill.ts'
import type { Line, SampleFormat } from './formats.ts'
import type { Random } from './random.ts'
import type { SampleCall, SampleStep } from './work.ts'
import work from './work.json' with { type: 'json' }

/** A session while it is written down line by line: `formats.json` holds the lines of each agent. */
export interface Transcript extends TranscriptStart {
  /** The file it goes to, relative to the sample's directory. */
  path: string
  lines: string[]
  values: Values
  clockMs: number
  contextTokens: number
  /** Sum over all steps, for formats that record totals. */
  spentTokens: number
  /** Id of the last entry, for formats whose entries form a chain. */
  lastId: unknown
}

export interface TranscriptStart {
  format: SampleFormat
  id: string
  model: string
  project: { directory: string; files: readonly string[] }
  startedAt: number
  /** Continues this session, or is a sub-agent of it. */
  parent?: Transcript | undefined
  isSubagent?: boolean
  /** Present where the session has the weight of a real one. */
  bulk?: Bulk | undefined
}

export const openTranscript = (start: TranscriptStart): Transcript => {
  const counters = { clockMs: start.startedAt, contextTokens: 4000, spentTokens: 0, lastId: null }
  const transcript: Transcript = { ...start, ...counters, path: '', lines: [], values: {} }
  transcript.values = valuesOf(transcript)
  const { format } = start
  transcript.path = String(fill(start.isSubagent ? format.subagentPath : format.path, transcript.values))
  write(transcript, format.open)
  return transcript
}

export const writeUser = (transcript: Transcript, text: string): void =>
  write(transcript, transcript.format.user, { text })

export const writeCompaction = (transcript: Transcript, text: string): void => {
  write(transcript, transcript.format.compact, { text })
  transcript.contextTokens = 6000
}

/** A step of the model: its words, its calls, then what became of each call. */
export const writeStep = (transcript: Transcript, { say, calls }: SampleStep, random: Random): void => {
  const { format, values } = transcript
  transcript.spentTokens += transcript.contextTokens
  const made = calls.map((call) => ({ call, values: { ...values, ...callValues(call), callId: '' } }))
  for (const each of made) each.values.callId = format.callPrefix + random.hex(format.callDigits)
  const requests = made.map((each) => fill(format.tools[each.call.action], each.values))
  const message = random.hex(format.messageDigits)
  const speaks = say !== '' || calls.length === 0
  const thoughts = format.thinking && valueOf('thinks', values) ? [fill(format.thinking, values)] : []
  const blocks = [...thoughts, ...(speaks ? [{ type: 'text', text: say }] : []), ...requests]
  write(transcript, format.step, {
    say,
    speaks,
    requests,
    blocks,
    message,
    messageStart: message.slice(0, 16),
    saidTokens: 60 * blocks.length,
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
  })
  const asked = transcript.lastId
  for (const { call, values: ofCall } of made) {
    if (call.ending === 'none') continue
    const chunk = random.hex(format.chunkDigits)
    const result = { ...ofCall, asked, chunk }
    const became = call.ending === 'done' ? call.action + (call.exitCode === 0 ? '' : ' failed') : call.ending
    const outcome = (transcript.bulk && format.outcomes[`${became} in full`]) ?? format.outcomes[became]
    const filled = fill(outcome, result) as Values
    const outputTokens = tokensOf(String(filled['output']).length)
    write(transcript, format.result, { ...result, ...filled, outputTokens })
  }
}

/** About four characters a token. */
export const tokensOf = (chars: number): number => Math.ceil(chars / 4)

const write = (transcript: Transcript, lines: readonly Line[], more: Values = {}): void => {
  const values = { ...transcript.values, ...more }
  for (const line of lines) {
    if (line.if !== undefined && !valueOf(line.if, values)) continue
    const each = line.each === undefined ? [undefined] : (valueOf(line.each, values) as unknown[])
    for (const one of each) transcript.lines.push(JSON.stringify(filledLine(transcript, line, { ...values, one })))
  }
}

const filledLine = (transcript: Transcript, { type, after = 1500, body }: Line, values: Values): unknown => {
  if (type === undefined) return fill(body, values)
  transcript.clockMs += after
  const { format } = transcript
  const entry = fill(format.entry, values)
  const filled = fill(format.envelope, { ...values, type, entry, body: fill(body, values) })
  transcript.lastId = entry
  return filled
}

const valuesOf = (transcript: Transcript): Values => {
  const { id, model, startedAt, parent, isSubagent = false, bulk, format } = transcript
  const { directory, files } = transcript.project
  const started = new Date(startedAt).toISOString()
  const shortId = id.slice(0, 8)
  return {
    id,
    model,
    directory,
    started,
    shortId,
    isSubagent,
    isMain: !isSubagent,
    bulk: bulk !== undefined,
    parent: parent?.id,
    ownerId: isSubagent ? parent?.id : id,
    agentId: isSubagent ? shortId : undefined,
    forkedFrom: isSubagent ? undefined : parent?.id,
    idStem: id.slice(0, 24),
    folder: directory.replaceAll('/', '-'),
    day: started.slice(0, 10).replaceAll('-', '/'),
    stamp: started.slice(0, 19).replaceAll(':', '-'),
    time: () => new Date(transcript.clockMs).toISOString(),
    clock: () => transcript.clockMs,
    clockHex8: () => (transcript.clockMs % 0x1_0000_0000).toString(16).padStart(8, '0'),
    clockHex12: () => transcript.clockMs.toString(16).padStart(12, '0'),
    last: () => transcript.lastId,
    context: () => transcript.contextTokens,
    contextTotal: () => transcript.contextTokens + 60,
    cached: () => Math.max(0, transcript.contextTokens - format.freshTokens),
    spent: () => transcript.spentTokens,
    spentTotal: () => transcript.spentTokens + 60,
    thinks: () => bulk?.chance(0.5),
    sealed: () => bulk?.sealed(),
    original: () => bulk?.code(2000),
    instructions: () => bulk?.code(4000),
    backups: () => Object.fromEntries(files.map((path) => [path, fill(format.backup, { id })])),
  }
}

const callValues = (call: SampleCall): Values => ({
  ...call,
  description: DESCRIPTIONS.find(([pattern]) => pattern.test(call.subject))?.[1],
  numbered: () => numbered(call.result),
  removed: () => call.before.replace(/^/gm, '-'),
  added: () => call.after.replace(/^/gm, '+'),
  /** Below another line, if there is anything. */
  printed: () => `\n${call.result}`.trimEnd(),
  shownResult: call.result === '' ? '(no output)' : call.result,
})

const numbered = (text: string): string => {
  let number = 0
  return text.replace(/^/gm, () => `${String((number += 1)).padStart(6)}\u2192`)
}

/** What the model would write beside a command. */
const DESCRIPTIONS = Object.entries(work.descriptions).map(([pattern, text]) => [new RegExp(pattern), text] as const)
