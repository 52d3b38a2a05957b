import { isoTime } from '../lib/clock.ts'
import { newcombe } from '../lib/stats/newcombe.ts'
import type { Rate } from '../lib/stats/estimate.ts'
import { wilson } from '../lib/stats/wilson.ts'
import type { SessionProfile } from '../schema/listing/session-profile.ts'
import type { ToolKind } from '../schema/outcome.ts'
import type { ProfileCall, ProfileInput } from '../schema/tally.ts'
import type { SessionRow } from '../store/facts/session.ts'
import { boundsOf, boundsText, isMostlyKnown, MOSTLY_UNKNOWN, NO_OUTCOME } from './group.ts'
import { contextMarkers } from './markers.ts'
import { errorPatterns } from './recoveries.ts'
import { slicesOf } from './slices.ts'
import { taskTypeOf } from './task-type.ts'
import { countIn, letterOf } from './track.ts'
import { userPatterns } from './users.ts'

/** Measures one session. Its calls are taken as independent, so the intervals describe this session and no other. */
export const describeSession = (row: SessionRow, input: ProfileInput): SessionProfile => {
  const calls = input.calls.filter((call) => !call.trivial)
  const main = calls.filter((call) => call.agent === undefined)
  const outcomes = outcomesOf(calls)
  const all = outcomesOf(input.calls)
  const errorRate = knownRate(outcomes, outcomes.error)
  const allRate = knownRate(all, all.error)
  const agentErrors = calls.filter((call) => call.cause === 'agent').length
  const bounds =
    errorRate === null
      ? boundsOf(calls.length, outcomes.ok + outcomes.error, { all: outcomes.error, agent: agentErrors })
      : undefined
  const { patterns, pairs, recoverable, recovered } = errorPatterns(calls)
  const slices = earlyLateOf(main)
  const recoveryRate = rateOf(recovered, recoverable)
  const reasons = [
    errorRate === null ? whyNot(outcomes, bounds) : undefined,
    slices.reason,
    recoveryRate === null && errorRate !== null ? 'nothing failed that could have been recovered from' : undefined,
  ].filter((reason) => reason !== undefined)
  return {
    session: row.native_id,
    source: row.source,
    platform: row.platform,
    project: row.project,
    model: row.model,
    title: row.title,
    startedAt: isoTime(row.started_at),
    lastAt: isoTime(row.last_at),
    messageCount: row.messages,
    toolCallCount: calls.length,
    outcomes,
    textAlone: calls.filter((call) => call.rung === 'text').length,
    errorRate,
    agentErrorRate: knownRate(outcomes, agentErrors),
    ...(bounds === undefined ? {} : { bounds }),
    ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
    ...toolFigures(calls),
    withTrivial: {
      toolCallCount: input.calls.length,
      outcomes: all,
      errorRate: allRate,
      ...(allRate === null ? { reason: whyNot(all) } : {}),
    },
    early: slices.early,
    late: slices.late,
    proficiencyGain: slices.gain,
    recoveryRate,
    dominantToolType: dominantKind(calls),
    taskType: taskTypeOf(calls) ?? null,
    tokens: {
      input: row.input_tokens,
      output: row.output_tokens,
      cacheRead: row.cache_read_tokens,
      cacheWrite: row.cache_write_tokens,
    },
    context: contextOf(main),
    compactions: input.compactions.map((each) => ({
      agent: each.agent ?? null,
      kind: each.kind,
      at: isoTime(each.at),
      afterCall: each.position,
    })),
    userPatterns: userPatterns(input.turns, input.calls),
    contextMarkers: contextMarkers(input.turns, input.calls),
    errorPatterns: patterns,
    recoveries: pairs,
    timeline: input.calls.map(timelineEntry),
  }
}

const rateOf = (x: number, n: number): Rate | null => (n === 0 ? null : wilson(x, n))

interface Outcomes {
  ok: number
  error: number
  unknown: number
}

/** The share among known outcomes; null if fewer than half are known. */
const knownRate = ({ ok, error, unknown }: Outcomes, counted: number): Rate | null =>
  isMostlyKnown(ok + error, ok + error + unknown) ? rateOf(counted, ok + error) : null

const whyNot = ({ ok, error, unknown }: Outcomes, bounds?: Parameters<typeof boundsText>[0]): string => {
  if (ok + error + unknown === 0) return 'the session made no calls'
  if (ok + error === 0) return NO_OUTCOME
  return bounds === undefined ? MOSTLY_UNKNOWN : boundsText(bounds)
}

const outcomesOf = (calls: readonly ProfileCall[]): Outcomes => {
  const counts = { ok: 0, error: 0, unknown: 0 }
  for (const call of calls) counts[call.outcome]++
  return counts
}

const toolFigures = (calls: readonly ProfileCall[]): Pick<SessionProfile, 'toolDistribution' | 'toolSuccessRates'> => {
  const byTool = Map.groupBy(calls, (call) => call.tool)
  const ordered = [...byTool].toSorted(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1))
  return {
    toolDistribution: Object.fromEntries(ordered.map(([tool, those]) => [tool, those.length])),
    toolSuccessRates: Object.fromEntries(
      ordered.map(([tool, those]) => {
        const counts = outcomesOf(those)
        return [tool, knownRate(counts, counts.ok)]
      }),
    ),
  }
}

const earlyLateOf = (main: readonly ProfileCall[]) => {
  const track = main.map((call) => letterOf(call.outcome, call.cause)).join('')
  const slices = slicesOf(track)
  if (slices === undefined) {
    return {
      early: null,
      late: null,
      gain: null,
      reason: 'early and late need at least two calls with a known outcome',
    }
  }
  const early = countIn(track, 0, slices.earlyEnd, 'all')
  const late = countIn(track, slices.lateStart, track.length, 'all')
  return {
    early: rateOf(early.x, early.n),
    late: rateOf(late.x, late.n),
    gain: newcombe(late, early),
    reason: undefined,
  }
}

/** The kind of most calls; ties go by name. */
const dominantKind = (calls: readonly ProfileCall[]): ToolKind | null => {
  const counts = [...Map.groupBy(calls, (call) => call.kind)].map(([kind, those]) => ({ kind, count: those.length }))
  return counts.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))[0]?.kind ?? null
}

const contextOf = (main: readonly ProfileCall[]): SessionProfile['context'] => {
  const sizes = main.map((call) => call.contextTokens).filter((size) => size !== undefined)
  const last = sizes.at(-1)
  return last === undefined ? null : { largest: Math.max(...sizes), last, calls: sizes.length }
}

const timelineEntry = (call: ProfileCall): SessionProfile['timeline'][number] => ({
  id: call.id,
  agent: call.agent ?? null,
  position: call.position,
  turn: call.turn,
  at: isoTime(call.at),
  tool: call.tool,
  kind: call.kind,
  trivial: call.trivial,
  subject: call.subject,
  outcome: call.outcome,
  cause: call.cause ?? null,
  contextTokens: call.contextTokens ?? null,
})
