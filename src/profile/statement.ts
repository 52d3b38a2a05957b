import type { Estimate, Rate } from '../lib/stats/estimate.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'

/** What the data shows and what it cannot, in plain words: one paragraph. */
export const statementOf = (profile: Omit<HistoryProfile, 'statement'>): string => {
  if (profile.sessions === 0) {
    return Object.keys(profile.filter).length > 0
      ? 'No session fits the filter, so there is nothing to say.'
      : 'No session has been read yet, so there is nothing to say. `warmstart sync` reads your history.'
  }
  if (profile.errorRate === null) {
    return `${count(profile.sessions, 'session')} with ${count(profile.calls, 'call')}, and none of the calls has a known outcome: how reliable they are cannot be said.`
  }
  return [
    overall(profile, profile.errorRate),
    causes(profile),
    lengths(profile),
    earlyLate(profile),
    'All of this is observed, not tried out: it cannot say what would happen if you worked differently.',
  ].join(' ')
}

const count = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`

/** By hand: the first call of the formatter for a language costs as much as a profile of a thousand sessions. */
const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',')

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const interval = ({ low, high }: { low: number; high: number }): string =>
  `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`

const points = ({ estimate, low, high }: Estimate): string =>
  `${(estimate * 100).toFixed(1)} points, interval ${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`

const overall = (profile: Omit<HistoryProfile, 'statement'>, rate: Rate): string => {
  const { unknown } = profile.outcomes
  const left = unknown === 0 ? '' : ` (${count(unknown, 'call')} without a known outcome left out)`
  return `${percent(rate.rate)} of the calls in ${count(profile.sessionsWithCalls, 'session')} failed, with a 95 % interval from ${interval(rate)}${left}.`
}

const causes = ({ byCause, outcomes }: Omit<HistoryProfile, 'statement'>): string => {
  if (outcomes.error === 0) return 'Nothing failed.'
  const share = byCause.agent / outcomes.error
  return `The agent itself caused ${percent(share)} of the ${count(outcomes.error, 'error')}; the rest came from the environment, the user, or were expected.`
}

/** Long and short sessions differ in kind; only the same place in both can be compared. */
const lengths = ({ byLength, byPosition }: Omit<HistoryProfile, 'statement'>): string => {
  const short = byLength.find((each) => each.bucket === '0-50')?.errorRate ?? null
  const long = byLength.find((each) => each.bucket === '101+')?.errorRate ?? null
  if (short === null || long === null) return 'There are not both short and long sessions to compare.'
  const start = byPosition[0]?.lengths
  const shortStart = start?.find((each) => each.bucket === '0-50')?.errorRate ?? null
  const longStart = start?.find((each) => each.bucket === '101+')?.errorRate ?? null
  const seen = `Sessions of over 100 messages show ${percent(long.rate)}, those of up to 50 show ${percent(short.rate)}`
  if (overlaps(short, long)) return `${seen}, which is no clear difference.`
  if (shortStart === null || longStart === null) return `${seen}; which of them became long was not decided by chance.`
  const already = long.rate < short.rate === longStart.rate < shortStart.rate
  return already && !overlaps(shortStart, longStart)
    ? `${seen}, but in their first ten calls they already show ${percent(longStart.rate)} against ${percent(shortStart.rate)}: length selects, it need not improve.`
    : `${seen}; in their first ten calls it is ${percent(longStart.rate)} against ${percent(shortStart.rate)}. Which sessions become long is not decided by chance, so this is no proof that length helps.`
}

const overlaps = (a: Rate, b: Rate): boolean => a.low <= b.high && b.low <= a.high

const earlyLate = ({ earlyLate: { difference, verdict, reason } }: Omit<HistoryProfile, 'statement'>): string => {
  if (verdict === 'not-enough-data' || difference === null) {
    return `Whether agents get better inside a session cannot be said: ${reason ?? 'too little data'}.`
  }
  const where = `inside the same session and kind of work (${count(difference.n, 'session')})`
  if (verdict === 'no-clear-difference') {
    return `Late calls fail neither clearly more nor less often than early ones ${where}: a difference of ${points(difference)}.`
  }
  return `Late calls fail ${verdict === 'improves' ? 'less' : 'more'} often than early ones ${where}: a difference of ${points(difference)}.`
}
