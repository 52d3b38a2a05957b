import { type Into, joinMessages, readConversation } from '../conversation.ts'
import { CLOSING, type Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

/**
 * The list of messages that Hermes puts before every request, between its own system prompt and the conversation. It
 * holds only text, because the user may switch models. It ends in words of the model, so that it fits before any
 * message.
 */
export const hermesPrefill = (seed: Seed, { conversation }: Into): unknown => {
  const { messages } = readConversation(conversation, 'messages')
  const pair = [
    { role: 'user', content: textBlock(seed) },
    { role: 'assistant', content: CLOSING },
  ]
  return joinMessages(messages, { seed: pair, last: [], isLeading: (role) => role === 'system' })
}
