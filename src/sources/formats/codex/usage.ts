import { asNumber, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { Usage } from '../../../schema/session-event.ts'
import { emitEvent, type Reading } from './reading.ts'
import { asId } from './record.ts'

/**
 * Reads a token_usage_record: the usage of one request, written right behind what the model answered. Files that have
 * them repeat every one as a token_count later on. Those of a parent's history in a fork are the parent's.
 */
export const readUsageRecord = (reading: Reading, record: JsonRecord): void => {
  const { state } = reading
  state.hasUsageRecords = true
  const last = tokens(record.usage)
  const thread = asId(record.thread_id)
  if (last === undefined || last.input <= 0 || (thread !== undefined && thread !== state.session)) return
  state.contextTokens = last.input
  emitEvent(reading, { ...counts(last), contextTokens: last.input })
}

/** Whether the usage of the request that asked for the call being read is still to come. */
export const usageFollows = ({ state }: Reading): boolean => {
  state.usageOrder ??= state.isUsageFresh ? 'before' : 'behind'
  return state.usageOrder === 'behind'
}

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
  reading.state.isUsageFresh = true
  if (last === undefined) {
    if (total !== undefined) emitEvent(reading, { ...counts(total), cumulative: true })
    return
  }
  if (reading.state.hasUsageRecords && last.input > 0) return
  // After a compaction only the estimated size of the new context is known.
  const contextTokens = last.input > 0 ? last.input : last.total
  if (contextTokens <= 0) return
  reading.state.contextTokens = contextTokens
  emitEvent(reading, last.input > 0 ? { ...counts(last), contextTokens } : { type: 'usage', contextTokens })
}

interface Tokens {
  input: number
  cached: number
  /** Undefined in versions that do not tell. */
  written: number | undefined
  output: number
  total: number
}

const tokens = (value: unknown): Tokens | undefined => {
  if (!isRecord(value)) return undefined
  const input = count(value.input_tokens)
  const output = count(value.output_tokens)
  // More cached than sent cannot be; the smaller figure keeps the sum right.
  const cached = Math.min(count(value.cached_input_tokens), input)
  const told = asNumber(value.cache_write_input_tokens)
  const written = told === undefined ? undefined : Math.min(Math.max(0, told), input - cached)
  return { input, cached, written, output, total: count(value.total_tokens) || input + output }
}

const count = (value: unknown): number => Math.max(0, asNumber(value) ?? 0)

const counts = (from: Tokens): Omit<Usage, 'session' | 'line'> => {
  const { input, cached, written } = from
  const usage: Omit<Usage, 'session' | 'line'> = {
    type: 'usage',
    inputTokens: input - cached - (written ?? 0),
    cacheReadTokens: cached,
    outputTokens: from.output,
  }
  return written === undefined ? usage : { ...usage, cacheWriteTokens: written }
}
