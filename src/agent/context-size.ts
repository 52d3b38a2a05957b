import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LiveMessage } from '../schema/live-session.ts'
import type { NewMessage } from '../store/live/live-message.ts'
import type { ModelTool } from './models/model.ts'

/** Role, ids and braces of a message beside its words. */
const MESSAGE_OVERHEAD_TOKENS = 6
const CALL_OVERHEAD_TOKENS = 16

/** About how many tokens a message is when it is sent. */
export const tokensOf = (message: LiveMessage | NewMessage): number => {
  const text = message.role === 'user' ? (message.sentText ?? message.text) : message.text
  let tokens = MESSAGE_OVERHEAD_TOKENS + estimateTokens(text)
  if (message.role !== 'assistant') return tokens
  for (const { tool, args } of message.calls)
    tokens += CALL_OVERHEAD_TOKENS + estimateTokens(tool) + estimateTokens(JSON.stringify(args) ?? '')
  if (message.providerParts !== undefined) tokens += estimateTokens(JSON.stringify(message.providerParts) ?? '')
  return tokens
}

/** What stands in front of every conversation of an agent. */
export const overheadTokens = (system: string | undefined, tools: readonly ModelTool[]): number =>
  estimateTokens(system ?? '') +
  tools.reduce((sum, { name, description, parameters }) => {
    return sum + estimateTokens(name) + estimateTokens(description) + estimateTokens(JSON.stringify(parameters))
  }, 0)

/** A report that is so much larger than the estimate speaks of a conversation before it was made shorter. */
const STALE_RATIO = 1.5

/**
 * About how many tokens the next request is: what the provider reported last and everything since, or an estimate where nothing
 * was reported or the report is of another conversation than this.
 */
export const contextTokens = (ordered: readonly LiveMessage[], overhead: number): number => {
  const estimated = overhead + ordered.reduce((sum, message) => sum + tokensOf(message), 0)
  const at = ordered.findLastIndex((message) => message.role === 'assistant' && message.contextTokens !== undefined)
  const last = ordered[at]
  if (last?.role !== 'assistant' || last.contextTokens === undefined) return estimated
  const since = ordered.slice(at + 1).reduce((sum, message) => sum + tokensOf(message), 0)
  const reported = last.contextTokens + (last.usage?.outputTokens ?? tokensOf(last)) + since
  return reported > estimated * STALE_RATIO ? estimated : reported
}
