import type { JsonRecord } from '../../../lib/json.ts'
import { isRecord } from '../../../lib/json.ts'
import type { Usage } from '../../../schema/session-event.ts'
import { contentText } from './content.ts'
import {
  type Conversation,
  emitEvent,
  type EventBody,
  noteModel,
  noteRequest,
  reportIssue,
  type Spot,
} from './conversation.ts'
import { readTokenCount } from '../../../wire/session-teller.ts'

/** Reads the lines of the model's messages: what it said, what it cost, and the calls it made, in that order. */
export const createAssistantReader = (conversation: Conversation) => {
  /** Per conversation: the message whose usage went out last, and its output so far. */
  const counted = new Map<string, { id: string; output: number }>()

  const readUsage = (spot: Spot, messageId: string | undefined, value: unknown): void => {
    const usage = usageOf(value)
    if (usage === undefined) return
    if (messageId !== undefined) {
      const output = usage.outputTokens ?? 0
      const key = spot.agent ?? ''
      const last = counted.get(key)
      // The lines of one message repeat its usage. Where a later one counts more output, the earlier was a partial count.
      if (last !== undefined && last.id === messageId && last.output >= output) return
      counted.set(key, { id: messageId, output })
      usage.messageId = messageId
    }
    emitEvent(conversation, spot, usage)
  }

  return (spot: Spot, message: JsonRecord): void => {
    const { content, model } = message
    // Notices of the harness in the model's place: API errors, "no response requested".
    if (spot.row.isApiErrorMessage === true || model === '<synthetic>') return
    if (typeof content !== 'string' && !Array.isArray(content))
      return reportIssue(conversation, spot.line, 'bad-record', 'the content of the message is neither text nor blocks')
    const messageId = typeof message.id === 'string' && message.id !== '' ? message.id : undefined
    const said: EventBody = { type: 'assistant-message', text: contentText(content) }
    if (messageId !== undefined) said.messageId = messageId
    if (typeof model === 'string' && model !== '') said.model = model
    emitEvent(conversation, spot, said)
    noteRequest(conversation, spot)
    if (said.model !== undefined) noteModel(conversation, spot, said.model)
    readUsage(spot, messageId, message.usage)
    if (Array.isArray(content)) readCalls(conversation, spot, content)
  }
}

type UsageBody = Omit<Usage, keyof Spot | 'session'>

const usageOf = (value: unknown): UsageBody | undefined => {
  if (!isRecord(value)) return undefined
  const input = readTokenCount(value.input_tokens)
  const output = readTokenCount(value.output_tokens)
  const cacheRead = readTokenCount(value.cache_read_input_tokens)
  const cacheWrite = readTokenCount(value.cache_creation_input_tokens)
  const usage: UsageBody = { type: 'usage' }
  if (input !== undefined) usage.inputTokens = input
  if (output !== undefined) usage.outputTokens = output
  if (cacheRead !== undefined) usage.cacheReadTokens = cacheRead
  if (cacheWrite !== undefined) usage.cacheWriteTokens = cacheWrite
  // Without the uncached part the size of the context is not known: the cache alone would understate it.
  if (input !== undefined) usage.contextTokens = input + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return input === undefined && output === undefined ? undefined : usage
}

const readCalls = (conversation: Conversation, spot: Spot, content: unknown[]): void => {
  for (const [block, part] of content.entries()) {
    if (!isRecord(part) || part.type !== 'tool_use') continue
    const { id, name, input } = part
    if (typeof name !== 'string' || name === '') {
      reportIssue(conversation, spot.line, 'bad-record', 'a call without the name of its tool')
      continue
    }
    const call: EventBody = { type: 'tool-call', tool: name, args: input === undefined ? {} : input, block }
    if (typeof id === 'string' && id !== '') call.callId = id
    else reportIssue(conversation, spot.line, 'bad-record', 'a call without an id')
    if (typeof spot.row.cwd === 'string' && spot.row.cwd !== '') call.cwd = spot.row.cwd
    emitEvent(conversation, spot, call)
  }
}
