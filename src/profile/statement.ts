import { counted, grouped, percent } from '../lib/number-text.ts'
import type { Estimate, Rate } from '../lib/stats/estimate.ts'
import { figureOfRate, moverDifference } from '../lib/stats/mover.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'

/** One paragraph in plain words: what the data shows and what it cannot show. */
export const statementOf = (profile: Omit<HistoryProfile, 'statement'>): string => {
  if (profile.sessions === 0) {
    return Object.keys(profile.filter).length > 0
      ? 'No session fits the filter, so there is nothing to say.'
      : 'No session has been read yet, so there is nothing to say. `warmstart sync` reads your history.'
  }
  if (profile.bounds !== undefined && profile.outcomes.unknown < profile.calls) {
    const { atLeast, atMost, unknown } = profile.bounds
    return `Between ${percent(atLeast)} and ${percent(atMost)} of the ${counted(profile.calls, 'call')} in ${counted(profile.sessionsWithCalls, 'session')} failed: the outcome of ${percent(unknown)} cannot be told, so no rate is given.`
  }
  if (profile.errorRate === null) {
    return `${counted(profile.sessions, 'session')} with ${counted(profile.calls, 'call')}, and none of the calls has a known outcome: how reliable they are cannot be said.`
  }
  return [
    overall(profile, profile.errorRate),
    causes(profile),
    lengths(profile),
    earlyLate(profile),
    'All of this is observed, not tried out: it cannot say what would happen if you worked differently.',
  ].join(' ')
}

const interval = ({ low, high }: { low: number; high: number }): string =>
  `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`

const points = ({ estimate, low, high }: Estimate): string =>
  `${(estimate * 100).toFixed(1)} points, interval ${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`

const overall = (profile: Omit<HistoryProfile, 'statement'>, rate: Rate): string => {
  const { unknown } = profile.outcomes
  const left = unknown === 0 ? '' : ` (${counted(unknown, 'call')} without a known outcome left out)`
  return `${percent(rate.rate)} of the calls in ${counted(profile.sessionsWithCalls, 'session')} failed, with a 95 % interval from ${interval(rate)}${left}.`
}

const causes = ({ byCause, outcomes }: Omit<HistoryProfile, 'statement'>): string => {
  if (outcomes.error === 0) return 'Nothing failed.'
  const others = OTHER_CAUSES.filter(([name]) => byCause[name] > 0).map(
    ([name, words]) => `${grouped(byCause[name])} ${words}`,
  )
  const agent = `Of the ${counted(outcomes.error, 'error')} the agent itself caused ${grouped(byCause.agent)}`
  return others.length === 0 ? `${agent}.` : `${agent}; ${others.join(', ')}.`
}

const OTHER_CAUSES = [
  ['environment', 'came from the environment'],
  ['user', 'from the user'],
  ['expected', 'were expected'],
  ['not-run', 'never ran'],
] as const

/** Long and short sessions differ in kind, so only the same place in both is compared. */
const lengths = ({ byLength, byPosition }: Omit<HistoryProfile, 'statement'>): string => {
  const [short, long] = endsOf(byLength)
  if (short === null || long === null) return 'There are not both short and long sessions to compare.'
  const seen = `Sessions of over 100 messages show ${percent(long.rate)}, those of up to 50 show ${percent(short.rate)}`
  if (!differ(short, long)) return `${seen}, which is no clear difference.`
  const [shortStart, longStart] = endsOf(byPosition[0]?.lengths ?? [])
  const chance = 'Which sessions become long was not decided by chance.'
  if (shortStart === null || longStart === null) return `${seen}. ${chance}`
  const first = `in their first ten calls it is ${percent(longStart.rate)} against ${percent(shortStart.rate)}`
  const already = long.rate < short.rate === longStart.rate < shortStart.rate && differ(shortStart, longStart)
  return already
    ? `${seen}; but already ${first}: length selects, it need not change anything.`
    : `${seen}; ${first}. ${chance}`
}

const endsOf = (groups: readonly { bucket: string; errorRate: Rate | null }[]): [Rate | null, Rate | null] => [
  groups.find((each) => each.bucket === '0-50')?.errorRate ?? null,
  groups.find((each) => each.bucket === '101+')?.errorRate ?? null,
]

const differ = (a: Rate, b: Rate): boolean => {
  const { low, high } = moverDifference(figureOfRate(a), figureOfRate(b))
  return low > 0 || high < 0
}

const earlyLate = ({ earlyLate: found }: Omit<HistoryProfile, 'statement'>): string => {
  const { difference, amongAll, verdict, reason } = found
  if (verdict === 'not-enough-data' || difference === null) {
    return `Whether agents get better inside a session cannot be said: ${reason ?? 'too little data'}.`
  }
  const where = `inside the same session and kind of work (${counted(difference.n, 'session')})`
  if (verdict !== 'no-clear-difference') {
    return `Late calls fail ${verdict === 'improves' ? 'less' : 'more'} often than early ones ${where}: a difference of ${points(difference)}.`
  }
  const isOneSided = difference.low > 0 || difference.high < 0
  const seen = `Late calls fail neither clearly more nor less often than early ones ${where}: a difference of ${points(difference)}`
  if (!isOneSided || amongAll === null) return `${seen}.`
  return `Late calls seem to fail ${difference.high < 0 ? 'less' : 'more'} often than early ones ${where}, by ${points(difference)}, but over all sessions that got so far they do not: sessions that end because of how they go look like this without any change.`
}
