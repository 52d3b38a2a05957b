import type { ErrorYield, Harvest, ShapeYield } from '../schema/harvest.ts'
import type { RecoveryPair, TallyCall } from '../schema/tally.ts'
import { foreignPaths } from './foreign-paths.ts'
import { miningKey } from './mining-key.ts'
import { errorPatterns } from './recoveries.ts'
import { isShell } from './shape.ts'

/**
 * Collects what a session offers to mining: what was done, how often it worked, in which order, and how the session
 * recovered from errors. Calls come as in a tally: main conversation first, each conversation by position. `found`
 * saves searching for errors again if the caller already has them.
 */
export const harvestSession = (
  calls: readonly TallyCall[],
  found: ReturnType<typeof errorPatterns> = errorPatterns(calls),
): Harvest => {
  const growing = new Map<string, Growing>()
  const tracks = new Map<string | undefined, number[]>()
  let [first, last]: (Growing | undefined)[] = []
  let conversation = 0
  let agent: string | undefined
  for (const call of calls) {
    if (call.trivial) continue
    if (call.agent !== agent) {
      agent = call.agent
      conversation++
    }
    const yielded = growingShape(growing, call)
    if (yielded === undefined) continue
    const worked = addCall(yielded, call, conversation)
    if (call.agent === undefined) {
      // A call with an unknown outcome is neither the first nor the last call that worked.
      first ??= worked ? yielded : NOTHING
      last = worked ? yielded : undefined
    }
    if (worked) addToTrack(tracks, call.agent, yielded.index)
  }
  if (first !== undefined && first !== NOTHING) first.isFirst = true
  if (last !== undefined) last.isLast = true
  return {
    shapes: [...growing.values()].map(finish),
    tracks: [...tracks.values()],
    errors: found.patterns.slice(0, MOST_ERRORS).map((pattern) => errorYield(pattern, found.pairs)),
    foreign: foreignPaths(
      calls
        .filter(isShell)
        .map(({ subject, longLine, outcome }) => ({ line: longLine ?? subject, worked: outcome !== 'error' })),
    ),
  }
}

/** A session with more different calls than this was run by a program that writes commands. */
const MOST_SHAPES = 300
/** Only this many calls of a very long session are recorded in order. */
const MOST_STEPS = 2_000
/** As many errors as a tally keeps. */
const MOST_ERRORS = 20

interface Growing extends ShapeYield {
  index: number
  /** How complicated the example is; less is simpler. */
  effort: number
  /** The conversation in which the last call failed. */
  failedIn: number
}

const growingShape = (growing: Map<string, Growing>, call: TallyCall): Growing | undefined => {
  const shape = miningKey(call)
  const key = shape === call.tool ? shape : `${call.tool}\u0000${shape}`
  let known = growing.get(key)
  if (known === undefined && growing.size < MOST_SHAPES) {
    known = fresh(call, shape, growing.size)
    growing.set(key, known)
  }
  return known
}

const fresh = (call: Pick<TallyCall, 'tool' | 'kind'>, shape: string, index: number): Growing => ({
  tool: call.tool,
  kind: call.kind,
  shape,
  ok: 0,
  failed: 0,
  missed: 0,
  retried: 0,
  example: '',
  isFirst: false,
  isLast: false,
  index,
  effort: Number.POSITIVE_INFINITY,
  failedIn: -1,
})

/** Stands for a first call that did not work. */
const NOTHING = fresh({ tool: '', kind: 'general' }, '', -1)

/** Adds a call and returns whether it worked. */
const addCall = (yielded: Growing, call: TallyCall, conversation: number): boolean => {
  if (call.outcome === 'error') {
    yielded.failed++
    if ((call.cause ?? 'agent') === 'agent' || call.cause === 'environment') yielded.missed++
    yielded.failedIn = conversation
    return false
  }
  if (call.outcome !== 'ok') return false
  yielded.ok++
  if (yielded.failedIn === conversation) yielded.retried++
  yielded.failedIn = -1
  const effort = effortOf(call.subject)
  if (effort < yielded.effort) {
    yielded.effort = effort
    yielded.example = call.id
  }
  return true
}

const OPERATOR = /[|&;<>`$\n…]/
const CUT = '…'
/**
 * More than the length of any subject, so that one command is simpler than two, and a whole line simpler than a cut
 * one.
 */
const TWO_COMMANDS = 1_000
const WAS_CUT = 10_000

const effortOf = (subject: string): number => {
  const length = subject.length
  if (!OPERATOR.test(subject)) return length
  return length + TWO_COMMANDS + (subject.endsWith(CUT) ? WAS_CUT : 0)
}

const addToTrack = (tracks: Map<string | undefined, number[]>, agent: string | undefined, index: number): void => {
  const track = tracks.get(agent)
  if (track === undefined) tracks.set(agent, [index])
  else if (track.length < MOST_STEPS) track.push(index)
}

const finish = ({ index: _index, effort: _effort, failedIn: _failedIn, ...shape }: Growing): ShapeYield => shape

type ErrorPattern = ReturnType<typeof errorPatterns>['patterns'][number]

const errorYield = (pattern: ErrorPattern, pairs: readonly RecoveryPair[]): ErrorYield => {
  const { signature, message, tool, cause, count, recovered } = pattern
  let best: RecoveryPair | undefined
  for (const pair of pairs) {
    if (pair.signature === signature && (best === undefined || pair.after < best.after)) best = pair
  }
  return {
    signature,
    message,
    tool,
    cause,
    count,
    recovered,
    failed: best?.failed.call ?? pattern.example,
    worked: best?.worked.call ?? '',
    after: best?.after ?? 0,
  }
}
