import { isRecord } from '../../lib/json.ts'
import { type Into, joinMessages, readConversation } from '../conversation.ts'
import { prefaceText } from '../preface.ts'
import { EXAMPLE_LABEL } from '../../schema/seed.ts'
import type { Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

export type ResponsesItem =
  | { type: 'message'; role: 'system' | 'user'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string }

/** Input items with our own call ids and without reasoning items, which only the model that made them accepts. */
export const openaiResponsesHistory = (seed: Seed, into: Into): unknown => {
  const items = systemItem(prefaceText(seed))
  for (const { intent, calls } of seed.exchanges) {
    items.push({ type: 'message', role: 'user', content: `${EXAMPLE_LABEL} ${intent}` })
    for (const { id, tool, arguments: given, result } of calls) {
      items.push({ type: 'function_call', call_id: id, name: tool, arguments: JSON.stringify(given) })
      items.push({ type: 'function_call_output', call_id: id, output: result })
    }
  }
  return join(items, into)
}

/** One system item. */
export const openaiResponsesText = (seed: Seed, into: Into): unknown => join(systemItem(textBlock(seed)), into)

const systemItem = (content: string): ResponsesItem[] =>
  content === '' ? [] : [{ type: 'message', role: 'system', content }]

const join = (seed: ResponsesItem[], { conversation, message }: Into): unknown => {
  const { messages, envelope } = readConversation(withList(conversation), 'input')
  const last: ResponsesItem[] = message === undefined ? [] : [{ type: 'message', role: 'user', content: message }]
  const isLeading = (role: unknown): boolean => role === 'system' || role === 'developer'
  const joined = joinMessages(messages, { seed, last, isLeading })
  return envelope === undefined ? joined : { ...envelope, input: joined }
}

/** `input` may be a plain string with the user's words. */
const withList = (conversation: unknown): unknown =>
  isRecord(conversation) && typeof conversation['input'] === 'string'
    ? { ...conversation, input: [{ type: 'message', role: 'user', content: conversation['input'] }] }
    : conversation
