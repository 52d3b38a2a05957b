import { mixOf } from '../../lib/hash.ts'
import type { MessageUsageFact } from '../../schema/facts.ts'
import type { Usage } from '../../schema/session-event.ts'

/** Gathers what single messages of the model cost, each message once. */
export const createMessageUsages = ({ owner, source }: { owner: string; source: string }) => {
  const usages = new Map<string, MessageUsageFact>()

  return {
    get size(): number {
      return usages.size
    },
    /** A message that is streamed comes several times: the one with the largest output is whole. */
    add(sessionId: string, event: Usage): void {
      if (event.messageId === undefined || event.cumulative === true) return
      const key = mixOf(owner, source, event.messageId)
      const before = usages.get(sessionId + key)
      if (before !== undefined && (before.outputTokens ?? -1) >= (event.outputTokens ?? -1)) return
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = event
      usages.set(sessionId + key, { sessionId, key, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens })
    },
    take(): MessageUsageFact[] {
      const taken = [...usages.values()]
      usages.clear()
      return taken
    },
  }
}
