import { isRecord } from '../../lib/json.ts'
import { type Into, readConversation } from '../conversation.ts'
import { prefaceText } from '../preface.ts'
import { EXAMPLE_LABEL } from '../../schema/seed.ts'
import { CLOSING, type Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; tool_use_id: string; content: string }

export interface AnthropicMessage {
  role: 'user' | 'assistant'
  content: string | Block[]
}

/**
 * Puts blocks of one role into one message, results before text. The history ends in plain text of the model: with
 * thinking on, a turn that ends in a call would have to begin with signed thinking.
 */
export const anthropicHistory = (seed: Seed, into: Into): unknown => {
  const messages: { role: AnthropicMessage['role']; content: Block[] }[] = []
  const add = (role: AnthropicMessage['role'], block: Block): void => {
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(block)
    else messages.push({ role, content: [block] })
  }
  for (const { intent, calls } of seed.exchanges) {
    add('user', { type: 'text', text: `${EXAMPLE_LABEL} ${intent}` })
    for (const { id, tool, arguments: input, result } of calls) {
      add('assistant', { type: 'tool_use', id, name: tool, input })
      add('user', { type: 'tool_result', tool_use_id: id, content: result })
    }
  }
  if (messages.length > 0) add('assistant', { type: 'text', text: CLOSING })
  return join(messages, prefaceText(seed), into)
}

/** The block as the system prompt, or at the end of an existing one. */
export const anthropicText = (seed: Seed, into: Into): unknown => join([], textBlock(seed), into)

const join = (seed: AnthropicMessage[], preface: string, { conversation, message }: Into): unknown => {
  const { messages, envelope = {} } = readConversation(conversation, 'messages')
  const { system, ...rest } = envelope
  const joinedSystem = joinSystem(system, preface)
  const joined = [...seed, ...messages]
  return {
    ...(joinedSystem === undefined ? {} : { system: joinedSystem }),
    ...rest,
    messages: message === undefined ? joined : withLast(joined, message),
  }
}

/** The preface goes after the existing text, so that the provider's cache of that text stays valid. */
const joinSystem = (system: unknown, preface: string): unknown => {
  if (preface === '') return system
  if (Array.isArray(system)) return [...(system as unknown[]), { type: 'text', text: preface }]
  return typeof system === 'string' && system !== '' ? `${system}\n\n${preface}` : preface
}

/** The real message comes last. It joins the user's turn if one is still open. */
const withLast = (messages: readonly unknown[], message: string): unknown[] => {
  const last = messages.at(-1)
  if (!isRecord(last) || last['role'] !== 'user') return [...messages, { role: 'user', content: message }]
  const { content } = last
  const blocks: unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as unknown[])
  return [...messages.slice(0, -1), { ...last, content: [...blocks, { type: 'text', text: message }] }]
}
