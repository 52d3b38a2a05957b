import { parseJson } from '../lib/json.ts'
import { OTHER_MASK } from '../outcome/masked.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import type { ToolKind } from '../schema/outcome.ts'
import type { ErrorPattern, TallyCall, ProfileCompaction, TallyInput, RecoveryPair, TaskType } from '../schema/tally.ts'
import { isCorrection } from './corrections.ts'
import { errorPatterns } from './recoveries.ts'
import { shapeOf, classifyWork } from './shape.ts'
import { readSignature } from './signature.ts'
import { taskTypeOf } from './task-type.ts'
import { letterOf, MARK, markLetter } from './track.ts'
import { wordsLikePlaces } from './places.ts'

/** Raise this when a tally or a harvest would change. All of them are then made anew. */
export const TALLY_VERSION = 'tally@5'

/** What a session adds to the figures of the history. */
export interface Tally {
  calls: number
  ok: number
  failed: number
  unknown: number
  trivial: { ok: number; failed: number; unknown: number }
  causes: { agent: number; environment: number; user: number; expected: number; 'not-run': number }
  recovered: number
  recoverable: number
  taskType: TaskType | undefined
  opening: TaskType | undefined
  /** The calls of the main conversation without trivial ones: outcome, kind of work and marks, one character each. */
  track: string
  strata: string
  marks: string
  tools: ToolTally[]
  errors: ErrorPattern[]
  compactions: CompactionTally[]
  masks: MaskTally[]
  /** Number of calls that errors of the agent or its surroundings cost. */
  spent: number
}

/** What hid failures, such as `| tail`, and in how many calls. */
export type MaskTally = [mask: string, calls: number]

/** The masks of a stored tally. */
export const readMasks = (text: string | null): MaskTally[] =>
  text === null || text === '' ? [] : ((parseJson(text) ?? []) as MaskTally[])

export const maskedCalls = (masks: readonly MaskTally[]): number => masks.reduce((sum, [, calls]) => sum + calls, 0)

/**
 * For each tool: name, kind, ok, failed, unknown, how many failures the agent caused, how many outcomes rest on text
 * alone, and how many ok calls had in fact failed.
 */
export type ToolTally = [
  tool: string,
  kind: ToolKind,
  ok: number,
  failed: number,
  unknown: number,
  agent: number,
  textAlone: number,
  masked: number,
]

/** A compaction of the main conversation: its place in the track, and what is known of the calls around it. */
export interface CompactionTally extends Place {
  kind: string
  at: number | undefined
  afterCall: number
  /** Number of reads, and of reads of files that had been read before. */
  before: [reads: number, rereads: number]
  after: [reads: number, rereads: number]
  /** Number of errors after the compaction, and of those that had been recovered from before it. */
  repeats: [errors: number, repeated: number]
}

/** Calls looked at on each side of a compaction. */
export const WINDOW = 20
/** The number of first calls that decide what a session began as. */
const OPENING_CALLS = 30
const AFTER_COMPACTION = 10
/** Only the most expensive patterns are kept, so that a session of endless different errors does not fill the store. */
const MOST_PATTERNS = 20

/** Makes the tally of a session; undefined without calls, because such a session adds only itself. */
export const tallySession = (input: TallyInput, found = errorPatterns(input.calls)): Tally | undefined => {
  if (input.calls.length === 0) return undefined
  const calls = input.calls.filter((call) => !call.trivial)
  const main = calls.filter((call) => call.agent === undefined)
  const compactions = input.compactions.filter((compaction) => compaction.agent === undefined)
  const { patterns, pairs, recoverable, recovered, spent } = found
  let track = ''
  let strata = ''
  for (const call of main) {
    track += letterOf(call.outcome, call.cause)
    strata += classifyWork(call)
  }
  return {
    ...countCalls(input.calls),
    recovered,
    recoverable,
    taskType: taskTypeOf(calls),
    opening: taskTypeOf(calls.slice(0, OPENING_CALLS)),
    track,
    strata,
    marks: marksOf(main, input, compactions),
    tools: toolsOf(calls),
    errors: patterns.slice(0, MOST_PATTERNS),
    compactions: compactionTallies(compactions, main, pairs),
    masks: masksOf(calls),
    spent,
  }
}

const countCalls = (calls: TallyCall[]): Pick<Tally, 'calls' | 'ok' | 'failed' | 'unknown' | 'trivial' | 'causes'> => {
  const counts = {
    calls: 0,
    ok: 0,
    failed: 0,
    unknown: 0,
    trivial: { ok: 0, failed: 0, unknown: 0 },
    causes: { agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 },
  }
  for (const call of calls) {
    const name = call.outcome === 'error' ? 'failed' : call.outcome
    if (call.trivial) {
      counts.trivial[name]++
      continue
    }
    counts.calls++
    counts[name]++
    if (call.outcome === 'error') counts.causes[call.cause ?? 'agent']++
  }
  return counts
}

const toolsOf = (calls: TallyCall[]): ToolTally[] => {
  const tools = new Map<string, ToolTally>()
  for (const call of calls) {
    let tool = tools.get(call.tool)
    if (tool === undefined) {
      tool = [call.tool, call.kind, 0, 0, 0, 0, 0, 0]
      tools.set(call.tool, tool)
    }
    if (call.outcome === 'ok') tool[2]++
    else if (call.outcome === 'error') tool[3]++
    else tool[4]++
    if (call.outcome === 'error' && call.cause === 'agent') tool[5]++
    if (call.textAlone === true) tool[6]++
    if (call.mask !== undefined) tool[7]++
  }
  return [...tools.values()]
}

/** The masks of a session, the most frequent first. */
const masksOf = (calls: TallyCall[]): MaskTally[] => {
  const masks = new Map<string, number>()
  for (const { mask } of calls) if (mask !== undefined) masks.set(mask, (masks.get(mask) ?? 0) + 1)
  const ordered = [...masks].toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
  const rest = ordered.slice(MOST_MASKS).reduce((sum, [, count]) => sum + count, 0)
  return [...ordered.slice(0, MOST_MASKS), ...(rest === 0 ? [] : [[OTHER_MASK, rest] as MaskTally])]
}

/** A limit, so that a session of endless different pipes does not fill the store. */
const MOST_MASKS = 50

/** Marks of each call: what could go together with errors and is known before the call is made. */
const marksOf = (main: TallyCall[], input: TallyInput, compactions: ProfileCompaction[]): string => {
  const { turns } = input
  // The first message states the task, so there is nothing to correct yet.
  const [, ...later] = turns.filter((turn) => !turn.synthetic)
  const corrected = later.find((turn) => isCorrection(turn.text))?.turn
  const middle = middleOfContext(main)
  const worked = new Set<string>()
  const places = new Set<string>()
  let nextTurn = 0
  let nextCompaction = 0
  let sinceCompaction = Number.POSITIVE_INFINITY
  let marks = ''
  for (const call of main) {
    for (; (turns[nextTurn]?.turn ?? Number.POSITIVE_INFINITY) <= call.turn; nextTurn++) {
      for (const place of wordsLikePlaces(turns[nextTurn]?.text ?? '')) places.add(place)
    }
    for (; (compactions[nextCompaction]?.position ?? Number.POSITIVE_INFINITY) < call.position; nextCompaction++) {
      sinceCompaction = 0
    }
    const shape = shapeOf(call)
    const about = wordsLikePlaces(call.subject)
    let bits = 0
    if (worked.has(shape)) bits |= MARK.shapeWorked
    if (about.some((place) => places.has(place))) bits |= MARK.markerKnown
    if (corrected !== undefined && call.turn >= corrected) bits |= MARK.corrected
    if (middle !== undefined && call.contextTokens !== undefined) {
      bits |= MARK.contextKnown
      if (call.contextTokens > middle) bits |= MARK.contextHigh
    }
    if (sinceCompaction < AFTER_COMPACTION) bits |= MARK.afterCompaction
    marks += markLetter(bits)
    sinceCompaction++
    if (call.outcome === 'ok') worked.add(shape)
    for (const place of about) places.add(place)
  }
  return marks
}

/** The middle of the session's own range of context sizes. A context that never grew has no upper half. */
const middleOfContext = (calls: TallyCall[]): number | undefined => {
  let low = Number.POSITIVE_INFINITY
  let high = 0
  for (const { contextTokens } of calls) {
    if (contextTokens === undefined) continue
    low = Math.min(low, contextTokens)
    high = Math.max(high, contextTokens)
  }
  return high > low ? (low + high) / 2 : undefined
}

const compactionTallies = (
  compactions: readonly ProfileCompaction[],
  main: readonly TallyCall[],
  pairs: readonly RecoveryPair[],
): CompactionTally[] => {
  const indices = compactions.map(({ position }) => {
    const first = main.findIndex((call) => call.position > position)
    return first < 0 ? main.length : first
  })
  return compactions.map((compaction, at) => {
    const index = indices[at] ?? 0
    const place = { index, from: windowStart(indices, index), to: windowEnd(indices, index, main.length) }
    return {
      ...place,
      kind: compaction.kind,
      at: compaction.at,
      afterCall: compaction.position,
      ...aroundPlace(main, place, pairs),
    }
  })
}

/** The start of the window before a compaction. It does not reach beyond the previous compaction. */
const windowStart = (indices: readonly number[], index: number): number =>
  Math.max(index - WINDOW, ...indices.filter((other) => other < index), 0)

const windowEnd = (indices: readonly number[], index: number, calls: number): number =>
  Math.min(index + WINDOW, calls, ...indices.filter((other) => other > index))

/** A place in a conversation, and the range of calls around it. */
export interface Place {
  index: number
  from: number
  to: number
}

/** What is known of the calls on both sides of a place in a conversation. */
export const aroundPlace = (
  main: readonly TallyCall[],
  { index, from, to }: Place,
  pairs: readonly RecoveryPair[],
): Pick<CompactionTally, 'before' | 'after' | 'repeats'> => {
  const endedBy = new Map(pairs.map((pair) => [pair.worked.call, pair.signature]))
  const signatures = new Map(
    main.map((call) => [call.id, call.outcome === 'error' ? readSignature(call).signature : '']),
  )
  const around: Pick<CompactionTally, 'before' | 'after' | 'repeats'> = {
    before: [0, 0],
    after: [0, 0],
    repeats: [0, 0],
  }
  const read = new Set<string>()
  const recovered = new Set<string>()
  for (const [at, call] of main.slice(0, to).entries()) {
    if (isRead(call)) {
      const side = at < index ? around.before : around.after
      if (at >= from) {
        side[0]++
        if (read.has(call.subject)) side[1]++
      }
      read.add(call.subject)
    }
    const ended = endedBy.get(call.id)
    if (at < index && ended !== undefined) recovered.add(ended)
    if (at >= index && call.outcome === 'error') {
      around.repeats[0]++
      if (recovered.has(signatures.get(call.id) ?? '')) around.repeats[1]++
    }
  }
  return around
}

const isRead = (call: TallyCall): boolean => call.subject !== '' && readToolFacts(call.tool).family === 'read'
