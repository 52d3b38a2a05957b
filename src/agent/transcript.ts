import type { LiveAssistantMessage, LiveCall, LiveMessage, LiveToolMessage } from '../schema/live-session.ts'

/**
 * What is sent to the model, in the order in which every provider takes it: what is active, each message at its place, and the
 * results of calls right behind the message that made them, in the order of the calls, however they came in.
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

/** Where a message stands among the others. */
export const placeOf = ({ place, position }: Pick<LiveMessage, 'place' | 'position'>): number => place ?? position

/** Behind everything that is there. */
export const lastPlace = (messages: readonly LiveMessage[]): number =>
  messages.reduce((last, message) => Math.max(last, placeOf(message)), -1)

/** Calls that wait for a result: of a turn that was interrupted, or of one that goes on right now. */
export const openCalls = (messages: readonly LiveMessage[]): LiveCall[] => {
  const results = resultsOf(messages)
  return messages.flatMap((message) =>
    message.role === 'assistant' && message.isActive ? message.calls.filter(({ id }) => !results.has(id)) : [],
  )
}

/** Whether the model has to be asked before a user says something: the last word is not its own, and it was not stopped. */
export const waitsForModel = (ordered: readonly LiveMessage[]): boolean => {
  const last = ordered.at(-1)
  return last !== undefined && !isClosing(last)
}

/** The message that ended the turn of the user's message at `position`; undefined while it is not answered. */
export const answerTo = (ordered: readonly LiveMessage[], position: number): LiveMessage | undefined => {
  const asked = ordered.findIndex((message) => message.position === position)
  return asked < 0 ? undefined : ordered.slice(asked + 1).find(isClosing)
}

/** The last words of the model; empty where it has said none since the last message of a user. */
export const lastWords = (ordered: readonly LiveMessage[]): string => {
  const said = ordered.findLast((message) => message.role === 'assistant' || message.role === 'user')
  return said?.role === 'assistant' ? said.text : ''
}

/** The user's word that a turn was stopped; what comes after it is another turn. */
export const STOPPED = '[The user stopped this turn here.]'

/** Whether the last thing that happened is that the user stopped the model. */
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

/** What a provider would refuse in a conversation that is about to be sent; empty where it is sound. */
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
