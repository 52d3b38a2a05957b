import { type Into, joinMessages, readConversation } from '../conversation.ts'
import { prefaceText } from '../preface.ts'
import { EXAMPLE_LABEL } from '../../schema/seed.ts'
import type { Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | {
      role: 'assistant'
      content: string
      tool_calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }
  | { role: 'tool'; tool_call_id: string; content: string }

/**
 * Each pattern becomes three messages: intent, call, result. Content is never null, because some gateways refuse null.
 */
export const openaiChatHistory = (seed: Seed, into: Into): unknown => {
  const messages = systemMessage(prefaceText(seed))
  for (const { intent, calls } of seed.exchanges) {
    messages.push({ role: 'user', content: `${EXAMPLE_LABEL} ${intent}` })
    for (const { id, tool, arguments: given, result } of calls) {
      const call = { id, type: 'function' as const, function: { name: tool, arguments: JSON.stringify(given) } }
      messages.push({ role: 'assistant', content: '', tool_calls: [call] })
      messages.push({ role: 'tool', tool_call_id: id, content: result })
    }
  }
  return join(messages, into)
}

/** One system message. */
export const openaiChatText = (seed: Seed, into: Into): unknown => join(systemMessage(textBlock(seed)), into)

const systemMessage = (content: string): ChatMessage[] => (content === '' ? [] : [{ role: 'system', content }])

const join = (seed: ChatMessage[], { conversation, message }: Into): unknown => {
  const { messages, envelope } = readConversation(conversation, 'messages')
  const last: ChatMessage[] = message === undefined ? [] : [{ role: 'user', content: message }]
  const isLeading = (role: unknown): boolean => role === 'system' || role === 'developer'
  const joined = joinMessages(messages, { seed, last, isLeading })
  return envelope === undefined ? joined : { ...envelope, messages: joined }
}
