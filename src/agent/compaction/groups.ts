import type { LiveMessage } from '../../schema/live-session.ts'

/** Messages that stay or go together: one user message, or an answer with the results of its calls. */
export interface Group {
  messages: LiveMessage[]
  kind: 'user' | 'answer' | 'orphan'
  /** Whether some calls have no result: they are running, or their results were lost. */
  isOpen: boolean
}

/** Divides a conversation into groups that must not be split. A result without its call is an orphan. */
export const groupMessages = (messages: readonly LiveMessage[]): Group[] => {
  const groups: Group[] = []
  let waiting = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      const last = groups.at(-1)
      if (last?.kind === 'answer' && waiting.delete(message.callId)) {
        last.messages.push(message)
        last.isOpen = waiting.size > 0
      } else groups.push({ messages: [message], kind: 'orphan', isOpen: false })
      continue
    }
    const calls = message.role === 'assistant' ? message.calls : []
    waiting = new Set(calls.map(({ id }) => id))
    groups.push({ messages: [message], kind: message.role === 'user' ? 'user' : 'answer', isOpen: waiting.size > 0 })
  }
  return groups
}

/** Whether a person wrote the message, not a program in their place. */
export const isPersons = (message: LiveMessage | undefined): boolean =>
  message?.role === 'user' && !message.isSynthetic && message.text.trim() !== ''

export const isSummary = (message: LiveMessage | undefined): boolean =>
  message?.role === 'user' && message.kind === 'summary'
