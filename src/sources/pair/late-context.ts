import type { OpenCall } from './open-call.ts'

/** Calls made together by one request; more of them were left behind by requests that never reported. */
const WAITING = 64

/**
 * Some formats write the usage of a request after the calls it asked for. Calls wait here for it, open and finished ones
 * alike, so that each gets the context of its own request and not that of the one before.
 */
export const createLateContext = (saved: readonly [string, OpenCall][] = []) => {
  const waiting = new Map<string, OpenCall[]>()
  for (const [conversation, call] of saved) waiting.set(conversation, [...(waiting.get(conversation) ?? []), call])

  return {
    add(conversation: string, call: OpenCall): void {
      const calls = waiting.get(conversation) ?? []
      calls.push(call)
      if (calls.length > WAITING) calls.shift()
      waiting.set(conversation, calls)
    },
    /** The usage has come. Returns the calls that know their context now. */
    tell(conversation: string, contextTokens: number): OpenCall[] {
      const calls = waiting.get(conversation) ?? []
      waiting.delete(conversation)
      for (const call of calls) call.contextTokens = contextTokens
      return calls
    },
    /** A call that another one replaced waits no more. */
    drop(call: OpenCall): void {
      for (const calls of waiting.values()) {
        const index = calls.indexOf(call)
        if (index >= 0) calls.splice(index, 1)
      }
    },
    entries: (): [string, OpenCall][] =>
      [...waiting].flatMap(([conversation, calls]) => calls.map((call): [string, OpenCall] => [conversation, call])),
    clear: (): void => waiting.clear(),
  }
}
