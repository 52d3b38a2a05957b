import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { Usage } from '../../../schema/session-event.ts'

type Counts = Omit<Usage, 'session' | 'line'>

/** The tokens of one request. What was read from the cache is counted into the input there. */
export const requestUsage = (usage: unknown): Counts | undefined => {
  if (!isRecord(usage)) return undefined
  const counts = countsOf(usage)
  if (counts === undefined) return undefined
  const id = asString(usage.apiCallId) ?? (isRecord(usage.accounting) ? asString(usage.accounting.usageId) : undefined)
  const input = countOf(usage.inputTokens)
  return {
    type: 'usage',
    ...counts,
    ...(id ? { messageId: id } : {}),
    ...(input === undefined ? {} : { contextTokens: input }),
  }
}

/** The tokens of the whole session, written when it ends; older versions write no others. */
export const totalUsage = (data: JsonRecord): Counts | undefined => {
  const metrics = isRecord(data.modelMetrics) ? Object.values(data.modelMetrics) : []
  let total: ReturnType<typeof countsOf>
  for (const metric of metrics) {
    const counts = isRecord(metric) && isRecord(metric.usage) ? countsOf(metric.usage) : undefined
    if (counts === undefined) continue
    total = {
      inputTokens: (total?.inputTokens ?? 0) + counts.inputTokens,
      outputTokens: (total?.outputTokens ?? 0) + counts.outputTokens,
      cacheReadTokens: (total?.cacheReadTokens ?? 0) + counts.cacheReadTokens,
      cacheWriteTokens: (total?.cacheWriteTokens ?? 0) + counts.cacheWriteTokens,
    }
  }
  return total === undefined ? undefined : { type: 'usage', cumulative: true, ...total }
}

const countsOf = (usage: JsonRecord) => {
  const input = countOf(usage.inputTokens)
  const output = countOf(usage.outputTokens)
  if (input === undefined || output === undefined || input + output === 0) return undefined
  const cacheReadTokens = countOf(usage.cacheReadTokens) ?? 0
  const cacheWriteTokens = countOf(usage.cacheWriteTokens) ?? 0
  const inputTokens = Math.max(0, input - cacheReadTokens - cacheWriteTokens)
  return { inputTokens, outputTokens: output, cacheReadTokens, cacheWriteTokens }
}

const countOf = (value: unknown): number | undefined => {
  const count = asNumber(value)
  return count === undefined || count < 0 ? undefined : count
}
