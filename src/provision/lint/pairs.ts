import { shown } from './read-value.ts'
import { type Call, type Problem, problem, type Result, type Rules, type Turn } from '../view.ts'

interface Placed<P> {
  part: P
  turn: number
}

interface Pair {
  call: Placed<Call>
  result: Placed<Result>
}

/**
 * L1 and L2: every call has one result, every result has a call, and the result stands where the provider looks for
 * it.
 */
export const checkPairs = (turns: readonly Turn[], rules: Rules): Problem[] => {
  const { pairs, open, orphans } = pair(turns, rules)
  const problems: Problem[] = []
  const early = new Set<string>()
  const waiting = new Set(open.map(({ part }) => keyOf(part)))
  const placeProblem = createPlaceCheck(turns, rules)
  for (const { part } of orphans) {
    const key = keyOf(part)
    if (waiting.has(key)) {
      early.add(key)
      problems.push(problem('adjacency', part.at, `the result stands before its call ${shown(key)}`))
    } else problems.push(problem('pairing', part.at, `there is no open call ${shown(key)} for this result`))
  }
  for (const { part } of open)
    if (!early.has(keyOf(part)))
      problems.push(problem('pairing', part.at, `the call ${shown(keyOf(part))} has no result`))
  for (const each of pairs) {
    const { call, result } = each
    if (result.part.name !== undefined && result.part.name !== call.part.name)
      problems.push(
        problem(
          'pairing',
          result.part.at,
          `the result names ${shown(result.part.name)}, its call ${shown(call.part.name)}`,
        ),
      )
    const misplaced = placeProblem(each)
    if (misplaced !== undefined) problems.push(misplaced)
  }
  return problems
}

/** A result without an id answers the oldest open call of its function. */
const keyOf = (part: Call | Result): string => part.id ?? part.name ?? ''

const pair = (
  turns: readonly Turn[],
  rules: Rules,
): { pairs: Pair[]; open: Placed<Call>[]; orphans: Placed<Result>[] } => {
  const waiting = new Map<string, Placed<Call>[]>()
  const pairs: Pair[] = []
  const orphans: Placed<Result>[] = []
  turns.forEach(({ parts }, turn) => {
    for (const part of parts) {
      if (part.kind !== 'call' && part.kind !== 'result') continue
      // If ids are required, a missing id is reported elsewhere.
      if (part.id === undefined && rules.id !== undefined) continue
      if (part.kind === 'call') {
        const same = waiting.get(keyOf(part))
        if (same === undefined) waiting.set(keyOf(part), [{ part, turn }])
        else same.push({ part, turn })
        continue
      }
      const call = waiting.get(keyOf(part))?.shift()
      if (call === undefined) orphans.push({ part, turn })
      else pairs.push({ call, result: { part, turn } })
    }
  })
  return { pairs, open: [...waiting.values()].flat(), orphans }
}

/** Returns a check for what stands between a call and its result. The turns are read once for all pairs. */
const createPlaceCheck = (turns: readonly Turn[], rules: Rules): ((pair: Pair) => Problem | undefined) => {
  const isBarrier = (turn: Turn): boolean =>
    rules.results === 'behind' ? turn.parts.some(({ kind }) => kind === 'text') : turn.role !== 'tool'
  const barriers: number[] = []
  turns.forEach((turn, at) => barriers.push(isBarrier(turn) ? at : (barriers[at - 1] ?? -1)))
  const firstOthers = turns.map(({ parts }) => parts.find(({ kind }) => kind !== 'result'))
  return ({ call, result }) => {
    const { at } = result.part
    // The result of a call that the provider ran itself stands in the same turn.
    if (result.turn === call.turn) return undefined
    if (rules.results === 'next-turn') {
      if (result.turn !== call.turn + 1)
        return problem('adjacency', at, 'the result is not in the message right after its call')
      const other = firstOthers[result.turn]
      const parts = turns[result.turn]?.parts ?? []
      const isBehind = other !== undefined && parts.indexOf(other) < parts.indexOf(result.part)
      return isBehind ? problem('adjacency', at, 'results come first in a message, before text') : undefined
    }
    const barrier = barriers[result.turn - 1] ?? -1
    if (barrier <= call.turn) return undefined
    const severity = rules.results === 'behind' ? 'warning' : 'error'
    return problem(
      'adjacency',
      at,
      `a message stands between the call and its result (${turns[barrier]?.at})`,
      severity,
    )
  }
}
