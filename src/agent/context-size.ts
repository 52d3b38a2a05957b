import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LiveMessage } from '../schema/live-session.ts'
import type { NewMessage } from '../store/live/live-message.ts'
import type { ModelTool } from './models/model.ts'

/** Tokens for the role, ids and braces of a message. */
const MESSAGE_OVERHEAD_TOKENS = 6
const CALL_OVERHEAD_TOKENS = 16

/** Estimates how many tokens a message takes when it is sent. */
export const tokensOf = (message: LiveMessage | NewMessage): number => {
  const text = message.role === 'user' ? (message.sentText ?? message.text) : message.text
  let tokens = MESSAGE_OVERHEAD_TOKENS + estimateTokens(text)
  if (message.role !== 'assistant') return tokens
  for (const { tool, args } of message.calls)
    tokens += CALL_OVERHEAD_TOKENS + estimateTokens(tool) + estimateTokens(JSON.stringify(args) ?? '')
  if (message.providerParts !== undefined) tokens += estimateTokens(JSON.stringify(message.providerParts) ?? '')
  return tokens
}

/** Tokens that come before every conversation of an agent. */
export const overheadTokens = (system: string | undefined, tools: readonly ModelTool[]): number =>
  estimateTokens(system ?? '') +
  tools.reduce((sum, { name, description, parameters }) => {
    return sum + estimateTokens(name) + estimateTokens(description) + estimateTokens(JSON.stringify(parameters))
  }, 0)

/** If the reported size exceeds the estimate by this factor, the report is from before a compaction. */
const STALE_RATIO = 1.5

/**
 * Estimates the tokens of the next request: the last size that the provider reported, plus everything since. If there
 * is no report, or it is about another state of the conversation, all of it is estimated.
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
