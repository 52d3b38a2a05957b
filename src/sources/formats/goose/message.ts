import { asArray, asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { ToolResult } from '../../../schema/session-event.ts'
import { type SessionTeller, type Spot, readTokenCount } from '../../../wire/session-teller.ts'

/** A message of any of Goose's files. */
export interface GooseMessage {
  id: string | undefined
  role: unknown
  content: unknown
  metadata: JsonRecord
}

/** Turns one message into events: what was said, what it cost, calls and results. */
export const readMessage = (teller: SessionTeller, spot: Spot, message: GooseMessage): void => {
  const parts = asArray(message.content).filter(isRecord)
  if (message.role === 'assistant') return readAssistant(teller, spot, { ...message, parts })
  if (message.role !== 'user') return teller.bad(spot.line, 'a message without a role')
  for (const [block, part] of parts.entries()) readResponse(teller, spot, { part, block })
  const text = textOf(parts)
  if (text.trim() === '') return
  const isPersons = isSeen(message.metadata) && !INJECTED.test(text)
  teller.event(spot, isPersons ? { type: 'user-message', text } : { type: 'user-message', text, synthetic: true })
}

/** What the program says to the model alone is not shown to the user. */
const isSeen = ({ userVisible, turnContext }: JsonRecord): boolean => userVisible !== false && turnContext !== true
const INJECTED = /^\s{0,8}<(?:turn-context|info-msg)>/

const textOf = (parts: readonly JsonRecord[]): string => {
  const texts = parts.flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
  return texts.length === 0 && parts.some(({ type }) => type === 'image') ? '[image]' : texts.join('\n')
}

const readAssistant = (
  teller: SessionTeller,
  spot: Spot,
  { id, metadata, parts }: GooseMessage & { parts: JsonRecord[] },
): void => {
  const named = id ? { messageId: id } : {}
  const model = isRecord(metadata.inference) ? asString(metadata.inference.requestedModel) : undefined
  // Notices to the user (a model that was changed, a context that is full) stand in the model's place.
  const isNotice = parts.length > 0 && parts.every(({ type }) => type === 'systemNotification')
  if (!isNotice) {
    const text = textOf(parts)
    teller.event(spot, { type: 'assistant-message', text, ...named, ...(model ? { model } : {}) })
  }
  const usage = usageOf(metadata.usage)
  if (usage !== undefined) teller.event(spot, { ...usage, ...named })
  for (const [block, part] of parts.entries()) readRequest(teller, spot, { part, block })
}

/** The prompt's tokens include what was cached. */
const usageOf = (usage: unknown) => {
  if (!isRecord(usage)) return undefined
  const prompt = readTokenCount(usage.inputTokens)
  const outputTokens = readTokenCount(usage.outputTokens)
  if (!prompt && !outputTokens) return undefined
  const cacheReadTokens = readTokenCount(usage.cacheReadTokens)
  const cacheWriteTokens = readTokenCount(usage.cacheWriteTokens)
  const cached = (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0)
  return {
    type: 'usage' as const,
    ...(prompt === undefined ? {} : { contextTokens: prompt, inputTokens: Math.max(0, prompt - cached) }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  }
}

interface Part {
  part: JsonRecord
  block: number
}

const readRequest = (teller: SessionTeller, spot: Spot, { part, block }: Part): void => {
  if (part.type !== 'toolRequest' && part.type !== 'frontendToolRequest') return
  const callId = asString(part.id) || undefined
  const named = callId === undefined ? {} : { callId }
  const call = isRecord(part.toolCall) ? part.toolCall : {}
  const value = isRecord(call.value) ? call.value : {}
  const tool = asString(value.name)
  if (tool) return teller.event(spot, { type: 'tool-call', tool, args: value.arguments ?? {}, block, ...named })
  // A malformed call has an error instead of a name; its result repeats the error.
  if (call.status === 'error')
    teller.event(spot, { type: 'tool-call', tool: 'unparseable_tool_call', args: {}, block, ...named })
  else teller.bad(spot.line, 'a call without the name of its tool')
}

const readResponse = (teller: SessionTeller, spot: Spot, { part, block }: Part): void => {
  if (part.type !== 'toolResponse') return
  const callId = asString(part.id)
  if (!callId) return teller.bad(spot.line, 'a result that does not say of which call')
  const result = isRecord(part.toolResult) ? part.toolResult : {}
  teller.event(spot, { type: 'tool-result', callId, block, ...factsOf(result) })
}

type Facts = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

const factsOf = (result: JsonRecord): Facts => {
  if (result.status === 'error') {
    const text = asString(result.error) ?? ''
    return DECLINED.test(text.slice(0, 200)) ? { text, status: 'rejected' } : { text, flag: 'error' }
  }
  // In early versions the content stood where the answer of the tool is now, and a command that failed was a success.
  const { value } = result
  const answer = isRecord(value) ? value : { content: value }
  const text = textOf(asArray(answer.content).filter(isRecord))
  if (DECLINED.test(text.slice(0, 200))) return { text, status: 'rejected' }
  const printed = isRecord(answer.structuredContent) ? answer.structuredContent : {}
  const exitCode = asNumber(printed.exit_code)
  if (exitCode !== undefined) return { text: text.replace(CODE_LINE, ''), exitCode }
  if (answer.isError === true) return { text, flag: 'error' }
  return result.status === 'success' && isRecord(value) ? { text, flag: 'ok' } : { text }
}

const DECLINED = /^The user (?:has )?declined to run this tool|^User (?:declined|denied|cancelled)/i
const CODE_LINE = /\n{0,2}Command exited with code -?\d{1,10}\s{0,4}$/
