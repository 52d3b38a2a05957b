import type { Cause } from '../schema/outcome.ts'
import type { ErrorPattern, TallyCall, RecoveryPair } from '../schema/tally.ts'
import { isShell, shapeOf, shownSubject, classifyWork } from './shape.ts'
import { readSignature } from './signature.ts'

interface ErrorPatterns {
  /** The patterns, the most expensive first. */
  patterns: ErrorPattern[]
  /** One pair for each error that was recovered from, in the order of the calls. */
  pairs: RecoveryPair[]
  /** Number of errors that the agent or its surroundings caused. */
  recoverable: number
  recovered: number
  /**
   * Number of calls that errors of the agent or its surroundings cost, each call counted once: see `callsSpent` of a
   * pattern.
   */
  spent: number
}

/**
 * The errors of a session by signature, and what worked next in the same conversation. Trivial calls are skipped. If a
 * user said no, or if the failure was the expected answer, there was nothing to recover from: such errors form
 * patterns, but are not recoverable and make no pairs.
 */
export const errorPatterns = (calls: readonly TallyCall[]): ErrorPatterns => {
  const found: Found = { growing: new Map(), pairs: [], recoverable: 0, recovered: 0, spent: 0, spentTo: 0 }
  for (const conversation of conversationsWithErrors(calls)) {
    found.spentTo = 0
    for (const [index, call] of conversation.entries())
      if (call.outcome === 'error') addError(found, conversation, index)
  }
  const patterns = [...found.growing.values()].map(finish).toSorted(dearestFirst)
  const { pairs, recoverable, recovered, spent } = found
  return { patterns, pairs, recoverable, recovered, spent }
}

/** Calls further behind an error than this have nothing to do with it. */
const WITHIN_CALLS = 10
const SHOWN_NEXT = 3

interface Growing extends Omit<ErrorPattern, 'cause' | 'workedNext'> {
  causes: Map<Cause, number>
  next: Map<string, ErrorPattern['workedNext'][number]>
  /** The conversation of the last error, and the index after the last call that was counted as spent. */
  conversation: readonly TallyCall[] | undefined
  spentTo: number
}

interface Found {
  growing: Map<string, Growing>
  pairs: RecoveryPair[]
  recoverable: number
  recovered: number
  spent: number
  /** In the current conversation: the index after the last call that was counted as spent. */
  spentTo: number
}

const conversationsWithErrors = (calls: readonly TallyCall[]): TallyCall[][] => {
  const conversations = new Map<string | undefined, TallyCall[]>()
  const failing = new Set<string | undefined>()
  for (const call of calls) {
    if (call.trivial) continue
    if (call.outcome === 'error') failing.add(call.agent)
    const known = conversations.get(call.agent)
    if (known === undefined) conversations.set(call.agent, [call])
    else known.push(call)
  }
  return [...conversations].filter(([agent]) => failing.has(agent)).map(([, conversation]) => conversation)
}

const addError = (found: Found, conversation: readonly TallyCall[], index: number): void => {
  const call = conversation[index]
  if (call === undefined) return
  const cause = call.cause ?? 'agent'
  const { signature, message } = readSignature(call)
  const pattern = growingPattern(found.growing, call, { signature, message })
  const isRecoverable = cause === 'agent' || cause === 'environment'
  const { worked, lastTry } = lookAhead(conversation, index)
  pattern.count++
  pattern.causes.set(cause, (pattern.causes.get(cause) ?? 0) + 1)
  const to = isRecoverable ? (worked ?? lastTry + 1) : index + 1
  spend(pattern, conversation, { from: index, to })
  if (isRecoverable) {
    found.recoverable++
    const end = Math.min(to, index + WITHIN_CALLS)
    found.spent += Math.max(0, end - Math.max(index, found.spentTo))
    found.spentTo = Math.max(found.spentTo, end)
  }
  const next = worked === undefined ? undefined : conversation[worked]
  if (worked === undefined || next === undefined) return
  pattern.recovered++
  addNext(pattern.next, next)
  if (!isRecoverable) return
  found.recovered++
  found.pairs.push({
    signature,
    failed: { call: call.id, subject: shownSubject(call.subject), message },
    worked: { call: next.id, tool: next.tool, subject: shownSubject(next.subject) },
    after: worked - index,
  })
}

const growingPattern = (
  growing: Map<string, Growing>,
  call: TallyCall,
  { signature, message }: { signature: string; message: string },
): Growing => {
  const known = growing.get(signature)
  if (known !== undefined) return known
  const fresh: Growing = {
    signature,
    tool: call.tool,
    message,
    count: 0,
    recovered: 0,
    callsSpent: 0,
    example: call.id,
    causes: new Map(),
    next: new Map(),
    conversation: undefined,
    spentTo: 0,
  }
  growing.set(signature, fresh)
  return fresh
}

/**
 * The first call of the same shape that worked. If the shape was not tried again, the first call of the same tool that
 * worked; a shell call must then also do the same kind of work. `lastTry` is the last call of the same shape.
 */
const lookAhead = (
  conversation: readonly TallyCall[],
  index: number,
): { worked: number | undefined; lastTry: number } => {
  const call = conversation[index]
  let sameTool: number | undefined
  let lastTry = index
  if (call === undefined) return { worked: undefined, lastTry }
  const shape = shapeOf(call)
  const end = Math.min(conversation.length, index + WITHIN_CALLS + 1)
  for (let at = index + 1; at < end; at++) {
    const next = conversation[at]
    if (next === undefined) continue
    if (shapeOf(next) === shape) {
      if (next.outcome === 'ok') return { worked: at, lastTry }
      lastTry = at
    } else if (sameTool === undefined && next.outcome === 'ok' && isAlike(call, next)) sameTool = at
  }
  return { worked: lastTry === index ? sameTool : undefined, lastTry }
}

const isAlike = (call: TallyCall, next: TallyCall): boolean =>
  call.tool === next.tool && (!isShell(call) || classifyWork(call) === classifyWork(next))

/** Counts a call between two errors of one signature once. */
const spend = (
  pattern: Growing,
  conversation: readonly TallyCall[],
  { from, to }: { from: number; to: number },
): void => {
  const isSame = pattern.conversation === conversation
  const start = isSame ? Math.max(from, pattern.spentTo) : from
  const end = Math.min(to, from + WITHIN_CALLS)
  pattern.callsSpent += Math.max(0, end - start)
  pattern.spentTo = isSame ? Math.max(pattern.spentTo, end) : end
  pattern.conversation = conversation
}

const addNext = (next: Growing['next'], call: TallyCall): void => {
  const { tool } = call
  const subject = shownSubject(call.subject)
  const key = `${tool}\u0000${subject}`
  const known = next.get(key)
  if (known === undefined) next.set(key, { tool, subject, count: 1 })
  else known.count++
}

const finish = (growing: Growing): ErrorPattern => ({
  signature: growing.signature,
  tool: growing.tool,
  cause: mostFrequent(growing.causes),
  message: growing.message,
  count: growing.count,
  recovered: growing.recovered,
  callsSpent: growing.callsSpent,
  // Sorting is stable, so of equal counts the earliest stays first.
  workedNext: [...growing.next.values()].toSorted((one, other) => other.count - one.count).slice(0, SHOWN_NEXT),
  example: growing.example,
})

/**
 * The most frequent cause. One signature can have several, such as a test that fails on purpose and one that does not.
 */
const mostFrequent = (causes: Map<Cause, number>): Cause => {
  let most: Cause = 'agent'
  let count = 0
  for (const [cause, times] of causes) {
    if (times <= count) continue
    most = cause
    count = times
  }
  return most
}

const dearestFirst = (one: ErrorPattern, other: ErrorPattern): number =>
  other.callsSpent - one.callsSpent || other.count - one.count || (one.signature < other.signature ? -1 : 1)
