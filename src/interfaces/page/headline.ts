import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { grouped } from '../../lib/number-text.ts'
import { counted, pointsWithInterval, percent, reasonOf, VERDICTS, withInterval } from './number-words.ts'
import { foreign } from './markup.ts'

/** The most characters of an error message in a line of a terminal. */
const MESSAGE_CHARS = 48
const TOOL_CHARS = 24

/** The report in two to five short lines, for a terminal. */
export const headline = (history: HistoryProfile): string[] =>
  [size(history), reliability(history), masked(history), costliest(history), change(history)]
    .filter((line) => line !== undefined)
    .map((line) => line.replaceAll('\u00a0', ' '))

const size = (history: HistoryProfile): string => {
  const { sessions, sessionsWithCalls, calls, withTrivial } = history
  const silent = sessions - sessionsWithCalls
  const trivial = withTrivial.calls - calls
  const remarks = [
    silent > 0 ? `${counted(silent, 'session')} made none` : '',
    trivial > 0 ? `${grouped(trivial)} of trivial tools left out` : '',
  ].filter((remark) => remark !== '')
  const aside = remarks.length === 0 ? '' : ` (${remarks.join(', ')})`
  return `${counted(sessions, 'session')}, ${counted(calls, 'call')}${aside}.`
}

const reliability = (history: HistoryProfile): string => {
  const { errorRate, agentErrorRate, bounds, outcomes } = history
  if (bounds !== undefined && outcomes.unknown < history.calls)
    return `Error rate: at least ${percent(bounds.atLeast)}, ${percent(bounds.unknown)} cannot be told.`
  if (errorRate === null) return `Error rate: cannot be given (${reasonOf(history.reason)}).`
  const own = agentErrorRate === null ? '' : `; ${percent(agentErrorRate.rate)} the agent's own mistakes`
  return `Error rate ${withInterval(errorRate)}${own}.`
}

const masked = ({ masked: { calls, byMask } }: HistoryProfile): string | undefined => {
  if (calls === 0) return undefined
  const named = byMask.slice(0, MOST_MASKS).map((each) => `${foreign(each.mask, MASK_CHARS)} (${grouped(each.calls)})`)
  return `${counted(calls, 'call')} looked fine and had failed: ${named.join(', ')}.`
}

const MOST_MASKS = 3
const MASK_CHARS = 16

const costliest = ({ signatures }: HistoryProfile): string | undefined => {
  const [worst] = signatures.toSorted((a, b) => b.callsSpent - a.callsSpent)
  if (worst === undefined) return undefined
  const what = `${foreign(worst.tool, TOOL_CHARS)}, "${foreign(worst.message, MESSAGE_CHARS)}"`
  return `Most expensive error: ${what}: ${counted(worst.callsSpent, 'call')} spent.`
}

const change = ({ earlyLate }: HistoryProfile): string => {
  const verdict = VERDICTS[earlyLate.verdict]
  const sentence = verdict.charAt(0).toUpperCase() + verdict.slice(1)
  if (earlyLate.difference === null) return `${sentence}: ${reasonOf(earlyLate.reason)}.`
  return `${sentence}: ${pointsWithInterval(earlyLate.difference)}.`
}
