import { MISSING_PROGRAM } from '../complaint/complaint.ts'
import { askedCommands } from './asked.ts'
import { hasWorked, type LessonCall } from './facts.ts'
import type { Sighting } from './sighting.ts'

/** Whatever follows later has other reasons. */
const MOST_CALLS = 8
/** What one session can spend on one mistake. */
const MOST_IN_A_SESSION = 20

/** Calls that each session spent until it had overcome the mistake, the failed ones included. */
export const costsOf = (sightings: readonly Sighting[]): number[] => {
  const byFamily = new Map<string, number>()
  for (const sighting of sightings) {
    const spent = (byFamily.get(sighting.session.family) ?? 0) + callsUntilOvercome(sighting)
    byFamily.set(sighting.session.family, Math.min(spent, MOST_IN_A_SESSION))
  }
  return [...byFamily.values()]
}

/** Calls until a mistake was overcome: 1 where the very next call of the same tool worked. */
export const callsUntilOvercome = ({ conversation, index, call, trigger }: Sighting): number => {
  if (hasWorked(call)) return 1
  // A program that is missing never works: any other one that does overcomes it.
  const program = trigger.code === MISSING_PROGRAM ? '' : programOf(call)
  const after = conversation.calls.slice(index + 1, index + 1 + MOST_CALLS)
  const found = after.findIndex(
    (next) => hasWorked(next) && next.family === call.family && (program === '' || programOf(next) === program),
  )
  return found < 0 ? Math.min(after.length + 1, MOST_CALLS) : found + 1
}

const programOf = (call: LessonCall): string =>
  call.command === undefined ? '' : (askedCommands(call).find(({ program }) => program !== 'cd')?.program ?? '')

/** Lower bound of the mean cost: at least the one call that fails. */
export const costFloor = (costs: readonly number[]): number => {
  if (costs.length === 0) return 0
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  const spread = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0) / Math.max(1, costs.length - 1)
  return Math.max(1, mean - CRITICAL * Math.sqrt(spread / costs.length))
}

/** One-sided, at the same confidence as the rate. */
const CRITICAL = 1.28
