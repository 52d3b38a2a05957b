import { asNumber, isRecord, type JsonRecord } from '../../lib/json.ts'
import type { Usage } from '../../schema/session-event.ts'
import { emitEvent, type Reading } from './reading.ts'

/** Reads a token_count. Input tokens include the cached ones there; here they are told apart. */
export const readUsage = (reading: Reading, notice: JsonRecord): void => {
  // Without `info` it is only a notice about rate limits.
  if (!isRecord(notice.info)) return
  const last = tokens(notice.info.last_token_usage)
  const total = tokens(notice.info.total_token_usage)
  if (last === undefined && total === undefined) return
  const key = `${total?.total ?? '-'} ${last?.total ?? '-'} ${last?.input ?? '-'}`
  if (total !== undefined && key === reading.state.usageKey) return
  reading.state.usageKey = key
  if (last === undefined) {
    if (total !== undefined) emitEvent(reading, { ...counts(total), cumulative: true })
    return
  }
  // After a compaction only the estimated size of the new context is known.
  const contextTokens = last.input > 0 ? last.input : last.total
  if (contextTokens <= 0) return
  reading.state.contextTokens = contextTokens
  emitEvent(reading, last.input > 0 ? { ...counts(last), contextTokens } : { type: 'usage', contextTokens })
}

interface Tokens {
  input: number
  cached: number
  output: number
  total: number
}

const tokens = (value: unknown): Tokens | undefined => {
  if (!isRecord(value)) return undefined
  const input = count(value.input_tokens)
  const output = count(value.output_tokens)
  // More cached than sent cannot be; the smaller figure keeps the sum right.
  const cached = Math.min(count(value.cached_input_tokens), input)
  return { input, cached, output, total: count(value.total_tokens) || input + output }
}

const count = (value: unknown): number => Math.max(0, asNumber(value) ?? 0)

const counts = (from: Tokens): Omit<Usage, 'session' | 'line'> => ({
  type: 'usage',
  inputTokens: from.input - from.cached,
  cacheReadTokens: from.cached,
  outputTokens: from.output,
})
