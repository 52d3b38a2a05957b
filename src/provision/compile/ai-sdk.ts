import { type Into, joinMessages, readConversation } from '../conversation.ts'
import { prefaceText } from '../preface.ts'
import { EXAMPLE_LABEL } from '../../schema/seed.ts'
import { CLOSING, type Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

export type AiSdkMessage =
  | { role: 'user'; content: string }
  | {
      role: 'assistant'
      content: string | { type: 'tool-call'; toolCallId: string; toolName: string; input: Record<string, unknown> }[]
    }
  | {
      role: 'tool'
      content: { type: 'tool-result'; toolCallId: string; toolName: string; output: { type: 'text'; value: string } }[]
    }

/**
 * Messages for any model behind the AI SDK, ending in plain text of the model. The SDK refuses system messages in a
 * list of messages, so the preface is a user message.
 */
export const aiSdkHistory = (seed: Seed, into: Into): unknown => {
  const preface = prefaceText(seed)
  const messages: AiSdkMessage[] = []
  seed.exchanges.forEach(({ intent, calls }, at) => {
    const label = `${EXAMPLE_LABEL} ${intent}`
    messages.push({ role: 'user', content: at === 0 && preface !== '' ? `${preface}\n\n${label}` : label })
    for (const { id: toolCallId, tool: toolName, arguments: input, result: value } of calls) {
      messages.push({ role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] })
      const output = { type: 'text' as const, value }
      messages.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] })
    }
  })
  if (messages.length === 0) return join(told(preface), into)
  return join([...messages, { role: 'assistant', content: CLOSING }], into)
}

/** One user message, and the end of the examples as a message of the model. */
export const aiSdkText = (seed: Seed, into: Into): unknown => join(told(textBlock(seed)), into)

const told = (text: string): AiSdkMessage[] =>
  text === ''
    ? []
    : [
        { role: 'user', content: text },
        { role: 'assistant', content: CLOSING },
      ]

const join = (seed: AiSdkMessage[], { conversation, message }: Into): unknown => {
  const { messages, envelope } = readConversation(conversation, 'messages')
  const last: AiSdkMessage[] = message === undefined ? [] : [{ role: 'user', content: message }]
  const joined = joinMessages(messages, { seed, last, isLeading: (role) => role === 'system' })
  return envelope === undefined ? joined : { ...envelope, messages: joined }
}
