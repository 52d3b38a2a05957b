import { asArray, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { ToolResult } from '../../../schema/session-event.ts'
import { createSessionTeller, type SessionTeller, type Spot, readTokenCount } from '../../../wire/session-teller.ts'
import {
  type BlockResult,
  readBlocks,
  findBlockCalls,
  findBlockResults,
  findBlockTexts,
  withoutTags,
} from '../../../wire/tool-blocks.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { sessionOfFile, settingsBeside } from './paths.ts'

/** Turns the lines of one Droid session into events. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const teller = createSessionTeller(emit, sessionOfFile(file.path), saved)
  const settings = settingsBeside(file.path)
  if (saved === undefined) {
    const isExec = asArray(settings.tags).some((tag) => isRecord(tag) && tag.name === 'exec')
    teller.describe({ line: 1 }, { platform: isExec ? 'exec' : 'cli' })
  }
  const totals = totalsOf(settings.tokenUsage)
  let isCounted = false
  const read = (record: unknown, line: number): void => {
    if (!isRecord(record)) return teller.bad(line, 'the line is not an object')
    const { type } = record
    if (typeof type !== 'string') return teller.bad(line, 'a line without a type')
    if (type === 'session_start') return readHeader(teller, record, line)
    if (type === 'compaction_state')
      return teller.event(spotOf(teller, record, line), { type: 'compaction', kind: type })
    if (type !== 'message') return
    readMessage(teller, record, line)
    if (isCounted || totals === undefined) return
    isCounted = true
    teller.event({ line }, totals)
  }
  return { read, save: teller.save }
}

/** What the session has used so far: the file beside it is written with every answer. */
const totalsOf = (usage: unknown) => {
  if (!isRecord(usage)) return undefined
  const inputTokens = readTokenCount(usage.inputTokens)
  const outputTokens = readTokenCount(usage.outputTokens)
  const cacheReadTokens = readTokenCount(usage.cacheReadTokens)
  const cacheWriteTokens = readTokenCount(usage.cacheCreationTokens)
  if (!inputTokens && !outputTokens) return undefined
  return {
    type: 'usage' as const,
    cumulative: true,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  }
}

const spotOf = (teller: SessionTeller, record: JsonRecord, line: number): Spot => ({
  line,
  at: teller.timeOf(record.timestamp, line),
})

const readHeader = (teller: SessionTeller, header: JsonRecord, line: number): void => {
  const id = asString(header.id) ?? ''
  teller.name(id)
  if (id !== '' && teller.session() !== id) return teller.bad(line, 'a second header names another session')
  const cwd = asString(header.cwd)
  const title = asString(header.sessionTitle) ?? asString(header.title)
  const caller = asString(header.callingSessionId)
  const origin = asString(header.parent) ?? asString(header.forkedFrom)
  teller.describe(
    { line },
    {
      ...(cwd ? { cwd } : {}),
      ...(title && title !== 'New Session' ? { title } : {}),
      ...(origin ? { parent: { session: origin, kind: 'branch' as const } } : {}),
      ...(caller ? { platform: 'subagent', parent: { session: caller, kind: 'subagent' as const } } : {}),
    },
  )
}

const readMessage = (teller: SessionTeller, record: JsonRecord, line: number): void => {
  const { message } = record
  if (!isRecord(message)) return teller.bad(line, 'a message line without a message')
  const spot = spotOf(teller, record, line)
  const blocks = readBlocks(message.content)
  if (message.role === 'assistant') return readAssistant(teller, spot, { message, blocks, id: asString(record.id) })
  if (message.role !== 'user') {
    if (typeof message.role !== 'string') teller.bad(line, 'a message without a role')
    return
  }
  for (const result of findBlockResults(blocks)) {
    const { callId, block } = result
    if (callId === undefined) teller.bad(line, 'a result that does not say of which call')
    else teller.event(spot, { type: 'tool-result', callId, block, ...factsOf(result) })
  }
  const text = findBlockTexts(blocks).join('\n')
  if (text.trim() === '') return
  const isOwn = isOwnContext(record, message) || teller.about().platform === 'subagent'
  const words = isOwn ? '' : withoutTags(text, REMINDERS)
  teller.event(
    spot,
    words === '' ? { type: 'user-message', text, synthetic: true } : { type: 'user-message', text: words },
  )
}

const REMINDERS = ['system-reminder', 'system-notification']

/** What the program says before a person does, and what it shows a person alone. */
const isOwnContext = (record: JsonRecord, message: JsonRecord): boolean =>
  (typeof record.id === 'string' && record.id.startsWith('context-')) || message.visibility === 'llm_only'

const readAssistant = (
  teller: SessionTeller,
  spot: Spot,
  { message, blocks, id }: { message: JsonRecord; blocks: JsonRecord[]; id: string | undefined },
): void => {
  const model = asString(message.modelId)
  if (model) teller.describe(spot, { model })
  const text = findBlockTexts(blocks).join('\n')
  teller.event(spot, {
    type: 'assistant-message',
    text,
    ...(id ? { messageId: id } : {}),
    ...(model ? { model } : {}),
  })
  for (const { tool, ...call } of findBlockCalls(blocks)) {
    if (tool === '') teller.bad(spot.line, 'a call without the name of its tool')
    else teller.event(spot, { type: 'tool-call', tool, ...call })
  }
}

type Facts = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

/** The code stands behind a command's output, and before it where it failed; both are taken off. */
const factsOf = ({ text, isError }: BlockResult): Facts => {
  const status = isError === true ? ENDINGS.find(([opening]) => opening.test(text.slice(0, 200)))?.[1] : undefined
  if (status !== undefined) return { text, status }
  const footer = /\n{0,3}\[Process exited with code (-?\d{1,10})\]\s{0,8}$/.exec(text.slice(-FOOTER_CHARS))
  if (footer === null) return isError === undefined ? { text } : { text, flag: isError ? 'error' : 'ok' }
  const output = text.slice(0, text.length - footer[0].length)
  return { text: output.replace(/^Error: Command failed \(exit code: -?\d{1,10}\)\n/, ''), exitCode: Number(footer[1]) }
}

const FOOTER_CHARS = 100

const ENDINGS: readonly [RegExp, NonNullable<ToolResult['status']>][] = [
  [/^(?:Error: )?(?:The )?user (?:rejected|declined|denied|did not approve)/i, 'rejected'],
  [
    /^(?:Error: )?(?:Request |Tool execution |Operation )?(?:was )?(?:interrupted|cancelled|aborted) by (?:the )?user/i,
    'interrupted',
  ],
]
