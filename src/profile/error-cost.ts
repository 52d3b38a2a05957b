import type { HistoryProfile } from '../schema/listing/history-profile.ts'
import type { TallyRow } from '../store/derived/tally.ts'

/**
 * Collects the cost of errors of the agent and its environment. Agents record tokens and money for a session, not for
 * a call. So the errors of a session are charged their share of its calls.
 */
export const createErrorCost = () => {
  let calls = 0
  const tokens = { sum: 0, sessions: 0 }
  const usd = { sum: 0, sessions: 0 }
  return {
    add(row: TallyRow): void {
      const spent = row.spent ?? 0
      calls += spent
      const all = (row.calls ?? 0) + (row.trivial_ok ?? 0) + (row.trivial_failed ?? 0) + (row.trivial_unknown ?? 0)
      if (all === 0) return
      charge(tokens, tokensOf(row), spent / all)
      charge(usd, row.cost_usd, spent / all)
    },
    figures: (): HistoryProfile['errorCost'] => ({
      calls,
      tokens: tokens.sessions === 0 ? null : Math.round(tokens.sum),
      tokensSessions: tokens.sessions,
      usd: usd.sessions === 0 ? null : usd.sum,
      usdSessions: usd.sessions,
    }),
  }
}

/**
 * A sum of 0 means that nothing was recorded: a session with calls uses tokens, and agents without a price list write
 * 0.
 */
const charge = (into: { sum: number; sessions: number }, whole: number | null, share: number): void => {
  if (whole === null || !(whole > 0) || !Number.isFinite(whole)) return
  into.sum += whole * share
  into.sessions++
}

const tokensOf = (row: TallyRow): number | null => {
  const counts = [row.input_tokens, row.output_tokens, row.cache_read_tokens, row.cache_write_tokens]
  return counts.every((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
