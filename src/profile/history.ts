import { parseJson } from '../lib/json.ts'
import { addCluster, clusterRate, emptySums } from '../lib/stats/ratio.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'
import type { ToolKind } from '../schema/outcome.ts'
import type { ErrorPattern, TaskType } from '../schema/tally.ts'
import type { TallyRow } from '../store/derived/tally.ts'
import { createCheckable } from './checkable.ts'
import { codeFirst } from './code-first.ts'
import { createDrivers, NOT_CAUSAL } from './drivers.ts'
import { createErrorCost } from './error-cost.ts'
import { addEarlyLate, type EarlyLateSums, earlyLateFigures, emptyEarlyLate } from './early-late.ts'
import {
  addShare,
  emptyGroup,
  type Group,
  groupFigures,
  groupIn,
  groupsByCalls,
  isMostlyKnown,
  MOSTLY_UNKNOWN,
  NO_OUTCOME,
  type Share,
  shareOf,
} from './group.ts'
import { type LengthBucket, LENGTHS, lengthOf } from './length.ts'
import { createMasks } from './masks.ts'
import { createPositions } from './positions.ts'
import { createSignatureTally } from './signature-tally.ts'
import { slicesOf } from './slices.ts'
import { statementOf } from './statement.ts'
import type { ToolTally } from './tally.ts'

const TASK_TYPES: readonly TaskType[] = ['code', 'file', 'research', 'mixed']
const UNNAMED = 'unknown'

type Causes = HistoryProfile['byCause']

/** Adds sessions up one after another. It keeps only the groups in memory, not the sessions. */
export const createHistory = () => {
  const sums = emptyHistory()
  return {
    add: (row: TallyRow): void => addSession(sums, row),
    figures: (filter: HistoryProfile['filter']): HistoryProfile => historyFigures(sums, filter),
  }
}

/** The sums that the figures of a history come from. */
const emptyHistory = () => ({
  sessions: 0,
  total: emptyGroup(),
  trivial: { ok: 0, error: 0, unknown: 0, sums: emptySums() },
  outcomes: { ok: 0, error: 0, unknown: 0 },
  causes: noCauses(),
  causesByMonth: new Map<string, Causes>(),
  recoveries: emptySums(),
  groups: createGroups(),
  earlyLate: { all: emptyEarlyLate(), agent: emptyEarlyLate() },
  byTask: new Map<TaskType, EarlyLateSums>(),
  byOpening: new Map<TaskType, EarlyLateSums>(),
  positions: createPositions(),
  drivers: createDrivers(),
  checkable: createCheckable(),
  signatures: createSignatureTally(),
  masks: createMasks(UNNAMED),
  errorCost: createErrorCost(),
})

type HistorySums = ReturnType<typeof emptyHistory>

const addSession = (sums: HistorySums, row: TallyRow): void => {
  const { outcomes } = sums
  sums.sessions++
  if (row.calls === null) return
  const share = shareOf(row)
  outcomes.ok += row.ok ?? 0
  outcomes.error += row.failed ?? 0
  outcomes.unknown += row.unknown ?? 0
  addTrivial(sums.trivial, row)
  if (share.calls === 0) return
  addShare(sums.total, share)
  sums.masks.add(row)
  sums.errorCost.add(row)
  const ofRow = causesOf(row)
  addCauses(sums.causes, ofRow)
  const month = monthOf(row.started_at)
  addCauses(causesIn(sums.causesByMonth, month), ofRow)
  const taskType = (row.task_type ?? 'mixed') as TaskType
  sums.groups.add(row, share, { taskType, month })
  addCluster(sums.recoveries, row.recovered ?? 0, row.recoverable ?? 0)
  addTrack(sums, row, { taskType, opening: (row.opening ?? 'mixed') as TaskType })
  if (row.errors !== null && row.errors !== '') sums.signatures.add((parseJson(row.errors) ?? []) as ErrorPattern[])
}

const addTrack = (
  { earlyLate, byTask, byOpening, positions, drivers, checkable }: HistorySums,
  row: TallyRow,
  { taskType, opening }: { taskType: TaskType; opening: TaskType },
): void => {
  const { track, strata, marks } = row
  if (track === null || strata === null || marks === null || track === '') return
  const slices = slicesOf(track)
  const all = [earlyLate.all, sumsIn(byTask, taskType), sumsIn(byOpening, opening)]
  addEarlyLate(all, { track, strata, slices, counted: 'all' })
  addEarlyLate([earlyLate.agent], { track, strata, slices, counted: 'agent' })
  positions.add(track, lengthOf(row.messages))
  drivers.add(track, strata, marks)
  checkable.add(track, strata, slices)
}

const historyFigures = (sums: HistorySums, filter: HistoryProfile['filter']): HistoryProfile => {
  const { total, outcomes, byTask, byOpening, earlyLate } = sums
  const { unknown: _, ...figures } = groupFigures(total)
  const { byLength, byTaskType, byMonth, ...rest } = sums.groups.figures()
  const profile = {
    filter,
    ...figures,
    sessions: sums.sessions,
    sessionsWithCalls: total.sessions,
    outcomes,
    withTrivial: trivialFigures(sums, figures.calls),
    masked: sums.masks.figures(),
    errorCost: sums.errorCost.figures(),
    byCause: sums.causes,
    byLength,
    byPosition: sums.positions.figures(),
    byTaskType: byTaskType.map((each) => ({
      ...each,
      earlyLate: earlyLateFigures(sumsIn(byTask, each.taskType)),
    })),
    codeFirst: codeFirst(sumsIn(byOpening, 'code'), sumsIn(byOpening, 'file')),
    byMonth: byMonth.map((each) => ({ ...each, byCause: causesIn(sums.causesByMonth, each.month) })),
    ...rest,
    earlyLate: { ...earlyLateFigures(earlyLate.all), agentOnly: earlyLateFigures(earlyLate.agent) },
    recoveries: recoveryFigures(sums),
    drivers: { notCausal: NOT_CAUSAL, items: [...sums.drivers.figures(), sums.checkable.figure()] },
    ...sums.signatures.figures(),
  }
  return { ...profile, statement: statementOf(profile) }
}

const trivialFigures = ({ trivial, outcomes }: HistorySums, calls: number): HistoryProfile['withTrivial'] => {
  const all = calls + trivial.ok + trivial.error + trivial.unknown
  const errorRate = isMostlyKnown(trivial.sums.n, all) ? clusterRate(trivial.sums) : null
  return {
    calls: all,
    outcomes: {
      ok: outcomes.ok + trivial.ok,
      error: outcomes.error + trivial.error,
      unknown: outcomes.unknown + trivial.unknown,
    },
    errorRate,
    ...(errorRate === null ? { reason: trivial.sums.n === 0 ? NO_OUTCOME : MOSTLY_UNKNOWN } : {}),
  }
}

const recoveryFigures = ({ recoveries }: HistorySums): HistoryProfile['recoveries'] => {
  const recovered = clusterRate(recoveries)
  return {
    errors: recoveries.n,
    recovered,
    ...(recovered === null ? { reason: 'no error that the agent or its environment caused' } : {}),
  }
}

const createGroups = () => {
  const byLength = new Map<LengthBucket, Group>(LENGTHS.map((name) => [name, emptyGroup()]))
  const byTask = new Map<TaskType, Group>()
  const named = {
    source: new Map<string, Group>(),
    platform: new Map<string, Group>(),
    model: new Map<string, Group>(),
    project: new Map<string, Group>(),
  }
  const byMonth = new Map<string, Group>()
  const byTool = new Map<string, Group>()
  const kinds = new Map<string, ToolKind>()
  const byKind = new Map<ToolKind, Group>()
  let textAlone = 0

  const addTools = (text: string | null): void => {
    const shares = new Map<ToolKind, Share>()
    for (const tally of (parseJson(text ?? '') ?? []) as ToolTally[]) {
      const [tool, kind, ok, failed, unknown, agent, byText, masked] = tally
      textAlone += byText
      const share = { calls: ok + failed + unknown, judged: ok + failed, errors: failed, agentErrors: agent, masked }
      addShare(groupIn(byTool, tool), share)
      kinds.set(tool, kind)
      const ofKind = shares.get(kind)
      if (ofKind === undefined) shares.set(kind, share)
      else
        for (const name of ['calls', 'judged', 'errors', 'agentErrors', 'masked'] as const) ofKind[name] += share[name]
    }
    for (const [kind, share] of shares) addShare(groupIn(byKind, kind), share)
  }

  return {
    add(row: TallyRow, share: Share, { taskType, month }: { taskType: TaskType; month: string }): void {
      addShare(groupIn(byLength, lengthOf(row.messages)), share)
      addShare(groupIn(byTask, taskType), share)
      for (const name of ['source', 'platform', 'model', 'project'] as const) {
        addShare(groupIn(named[name], row[name] ?? UNNAMED), share)
      }
      addShare(groupIn(byMonth, month), share)
      addTools(row.tools)
    },
    figures: () => ({
      textAlone,
      byLength: LENGTHS.map((bucket) => ({ bucket, ...groupFigures(groupIn(byLength, bucket)) })),
      byTool: groupsByCalls(byTool).map(([tool, group]) => ({
        tool,
        kind: kinds.get(tool) ?? ('general' as const),
        ...groupFigures(group),
      })),
      byKind: groupsByCalls(byKind).map(([kind, group]) => ({ kind, ...groupFigures(group) })),
      byTaskType: TASK_TYPES.map((taskType) => ({ taskType, ...groupFigures(groupIn(byTask, taskType)) })),
      bySource: groupsByCalls(named.source).map(([source, group]) => ({ source, ...groupFigures(group) })),
      byPlatform: groupsByCalls(named.platform).map(([platform, group]) => ({ platform, ...groupFigures(group) })),
      byModel: groupsByCalls(named.model).map(([model, group]) => ({ model, ...groupFigures(group) })),
      byProject: groupsByCalls(named.project).map(([project, group]) => ({ project, ...groupFigures(group) })),
      byMonth: [...byMonth]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([month, group]) => ({ month, ...groupFigures(group) })),
    }),
  }
}

const addTrivial = (
  trivial: { ok: number; error: number; unknown: number; sums: ReturnType<typeof emptySums> },
  row: TallyRow,
): void => {
  const [ok, failed] = [row.trivial_ok ?? 0, row.trivial_failed ?? 0]
  trivial.ok += ok
  trivial.error += failed
  trivial.unknown += row.trivial_unknown ?? 0
  addCluster(trivial.sums, failed + (row.failed ?? 0), ok + failed + (row.ok ?? 0) + (row.failed ?? 0))
}

const noCauses = (): Causes => ({ agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 })

const causesOf = (row: TallyRow): Causes => ({
  agent: row.agent ?? 0,
  environment: row.environment ?? 0,
  user: row.person ?? 0,
  expected: row.expected ?? 0,
  'not-run': row.not_run ?? 0,
})

const addCauses = (into: Causes, causes: Causes): void => {
  for (const name of Object.keys(into) as (keyof Causes)[]) into[name] += causes[name]
}

const causesIn = (months: Map<string, Causes>, month: string): Causes => {
  let causes = months.get(month)
  if (causes === undefined) {
    causes = noCauses()
    months.set(month, causes)
  }
  return causes
}

const sumsIn = (groups: Map<TaskType, EarlyLateSums>, type: TaskType): EarlyLateSums => {
  let sums = groups.get(type)
  if (sums === undefined) {
    sums = emptyEarlyLate()
    groups.set(type, sums)
  }
  return sums
}

const DAY_MS = 86_400_000
const months = new Map<number, string>()

/** Cached by day, because sessions of one day share the month. */
const monthOf = (at: number | null): string => {
  if (at === null) return UNNAMED
  const day = Math.floor(at / DAY_MS)
  let month = months.get(day)
  if (month === undefined) {
    month = new Date(at).toISOString().slice(0, 7)
    months.set(day, month)
  }
  return month
}
