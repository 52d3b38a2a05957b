import type { LiveAssistantMessage, LiveCall, LiveMessage, LiveToolMessage } from '../schema/live-session.ts'

/**
 * The messages to send, in the order that every provider accepts: only active ones, each at its place. Results of
 * calls follow the message that made the calls, in the order of the calls, whatever their order of arrival.
 */
export const inSendingOrder = (messages: readonly LiveMessage[]): LiveMessage[] => {
  const active = messages.filter((message) => message.isActive)
  const results = resultsOf(active)
  const ordered: LiveMessage[] = []
  for (const message of active.toSorted((a, b) => placeOf(a) - placeOf(b) || a.position - b.position)) {
    if (message.role === 'tool') continue
    ordered.push(message)
    if (message.role !== 'assistant') continue
    for (const { id } of message.calls) {
      const result = results.get(id)
      if (result !== undefined) ordered.push(result)
    }
  }
  return ordered
}

/** The position of a message in the sending order. */
export const placeOf = ({ place, position }: Pick<LiveMessage, 'place' | 'position'>): number => place ?? position

/** The place of the last message. */
export const lastPlace = (messages: readonly LiveMessage[]): number =>
  messages.reduce((last, message) => Math.max(last, placeOf(message)), -1)

/** Calls without a result: their turn was interrupted or is still running. */
export const openCalls = (messages: readonly LiveMessage[]): LiveCall[] => {
  const results = resultsOf(messages)
  return messages.flatMap((message) =>
    message.role === 'assistant' && message.isActive ? message.calls.filter(({ id }) => !results.has(id)) : [],
  )
}

/**
 * Whether the model has to be asked before a user speaks: the last message is not the model's, and the turn was not
 * stopped.
 */
export const waitsForModel = (ordered: readonly LiveMessage[]): boolean => {
  const last = ordered.at(-1)
  return last !== undefined && !isClosing(last)
}

/** The message that ended the turn of the user's message at `position`; undefined while there is no answer. */
export const answerTo = (ordered: readonly LiveMessage[], position: number): LiveMessage | undefined => {
  const asked = ordered.findIndex((message) => message.position === position)
  return asked < 0 ? undefined : ordered.slice(asked + 1).find(isClosing)
}

/** The last words of the model; empty if it said nothing since the last user message. */
export const lastWords = (ordered: readonly LiveMessage[]): string => {
  const said = ordered.findLast((message) => message.role === 'assistant' || message.role === 'user')
  return said?.role === 'assistant' ? said.text : ''
}

/** Marks that the user stopped a turn; messages after it belong to another turn. */
export const STOPPED = '[The user stopped this turn here.]'

/** Whether the conversation ends with the mark that the user stopped the model. */
export const wasStopped = (ordered: readonly LiveMessage[]): boolean => {
  const last = ordered.at(-1)
  return last?.role === 'user' && last.kind === 'stop'
}

const isClosing = (message: LiveMessage): boolean =>
  message.role === 'assistant' ? message.calls.length === 0 : message.role === 'user' && message.kind === 'stop'

const resultsOf = (messages: readonly LiveMessage[]): Map<string, LiveToolMessage> =>
  new Map(
    messages.flatMap((message): [string, LiveToolMessage][] =>
      message.role === 'tool' && message.isActive ? [[message.callId, message]] : [],
    ),
  )

/** Faults for which a provider would refuse the conversation; empty if it is sound. */
export const faultsIn = (ordered: readonly LiveMessage[]): string[] => {
  const faults: string[] = []
  const waiting = new Set<string>()
  const seen = new Set<string>()
  for (const message of ordered) {
    if (message.role === 'tool') {
      if (!waiting.delete(message.callId)) faults.push(`the result ${message.callId} has no call before it`)
      continue
    }
    for (const id of waiting) faults.push(`the call ${id} has no result`)
    waiting.clear()
    if (message.role !== 'assistant') continue
    if (isEmpty(message)) faults.push(`the answer at ${message.position} says nothing`)
    for (const { id } of message.calls) {
      if (seen.has(id)) faults.push(`the call id ${id} is there twice`)
      seen.add(id)
      waiting.add(id)
    }
  }
  for (const id of waiting) faults.push(`the call ${id} has no result`)
  return faults
}

const isEmpty = ({ text, calls }: LiveAssistantMessage): boolean => text.trim() === '' && calls.length === 0
