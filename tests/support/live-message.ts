import type {
  LiveAssistantMessage,
  LiveMessage,
  LiveToolMessage,
  LiveUserMessage,
} from '../../src/schema/live-session.ts'

type Bare<M> = Partial<M> & { text?: string }

/** Messages of a live session with places and times of their own, for tests that only care what was said. */
export const said = (
  ...messages: (
    | ({ role: 'user' } & Bare<LiveUserMessage>)
    | ({ role: 'assistant' } & Bare<LiveAssistantMessage>)
    | ({ role: 'tool'; callId: string } & Bare<LiveToolMessage>)
  )[]
): LiveMessage[] =>
  messages.map((message, position) => {
    const base = { position, at: 1_750_000_000_000 + position, isActive: true, isSynthetic: false, text: '' }
    if (message.role === 'assistant') return { ...base, calls: [], ...message } as LiveMessage
    if (message.role === 'tool') return { ...base, tool: 'terminal', isError: false, ...message } as LiveMessage
    return { ...base, ...message } as LiveMessage
  })
