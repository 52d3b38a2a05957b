import { MISSING_PROGRAM } from '../complaint/complaint.ts'
import { bareCommands, workOfBare } from './kinds/bare-command.ts'
import { hasWorked, type LessonCall } from './facts.ts'
import type { Sighting } from './sighting.ts'

/** Calls further behind the mistake than this have other reasons. */
const MOST_CALLS = 8
/** The most calls that one session is counted to spend on one mistake. */
const MOST_IN_A_SESSION = 20

/** For each session: the calls that it spent until it had overcome the mistake, the failed calls included. */
export const countCosts = (sightings: readonly Sighting[]): number[] => {
  const byFamily = new Map<string, number>()
  for (const sighting of sightings) {
    const spent = (byFamily.get(sighting.session.family) ?? 0) + callsUntilOvercome(sighting)
    byFamily.set(sighting.session.family, Math.min(spent, MOST_IN_A_SESSION))
  }
  return [...byFamily.values()]
}

/**
 * Calls until a mistake was overcome. 1 if the next call of the same kind worked, or if the session went on with
 * something else.
 */
export const callsUntilOvercome = ({ conversation, index, call, trigger }: Sighting): number => {
  if (hasWorked(call)) return 1
  // A missing program never works, so any other program that works overcomes the error.
  const doing = trigger.code === MISSING_PROGRAM ? '' : doingOf(call)
  const after = conversation.calls.slice(index + 1, index + 1 + MOST_CALLS)
  const found = after.findIndex(
    (next) => hasWorked(next) && next.family === call.family && (doing === '' || doingOf(next) === doing),
  )
  return Math.max(1, found + 1)
}

/** What a command line does: the check that it runs, else the name of its program. */
const doingOf = (call: LessonCall): string => {
  const commands = bareCommands(call)
  return commands.map(workOfBare).find((work) => work !== undefined) ?? commands[0]?.name ?? ''
}

/** A few sessions say little about the cost of a mistake, so their mean is drawn towards this value. */
const USUAL_COST = 2
const USUAL_WEIGHT = 4

/** Lower bound of the mean cost. It is at least 1, because the mistake itself is one failed call. */
export const costFloor = (costs: readonly number[]): number => {
  if (costs.length === 0) return 0
  const size = costs.length + USUAL_WEIGHT
  const mean = (costs.reduce((sum, cost) => sum + cost, 0) + USUAL_WEIGHT * USUAL_COST) / size
  const squares = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0) + USUAL_WEIGHT * (USUAL_COST - mean) ** 2
  return Math.max(1, mean - CRITICAL * Math.sqrt(squares / size / size))
}

/** Critical value of a one-sided bound, at the same confidence as the rate. */
const CRITICAL = 1.28
