import { estimateTokens } from '../lib/estimate-tokens.ts'
import { refreshTallies, sortConversations, tallyCall } from '../profile/run.ts'
import type { HarvestedSession, MinedCall } from '../schema/harvest.ts'
import type { TallyCall } from '../schema/tally.ts'
import type { PatternDraft, WorkflowDraft } from '../schema/template-draft.ts'
import type { Connection } from '../store/connection.ts'
import {
  harvestsOf,
  lineageOf,
  type MineFilter,
  minedCalls,
  type MinedSessionRow,
  minedSessions,
  stepsOf,
  turnsBefore,
} from '../store/harvest.ts'
import type { Mined, MineOptions } from './mined.ts'
import { draftPattern, draftWorkflow, shapesShown, shownArguments, type Step } from './pattern.ts'
import { disqualification } from './qualify.ts'
import { createChoice, ownFirst, rankGroups } from './rank.ts'
import { mineRecoveries, recoveryCallIds } from './recoveries.ts'
import { linkRecoveries } from './recovery-link.ts'
import { callsToRead, findStretch, linesOf, sampleCalls, type Samples } from './sampled-calls.ts'
import {
  type Beginning,
  beginningOf,
  conductOf,
  familyFinder,
  gainOf,
  harvestedSession,
  minedCall,
} from './session-rows.ts'
import { groupShapes, type ShapeGroup } from './shape-groups.ts'
import { toolFigures } from './tool-figures.ts'
import { findSequences } from './workflows.ts'

/** Raise when the same sessions would give another template. */
export const MINER_VERSION = 'mine@1'

export type { Mined, MineOptions } from './mined.ts'

const DEFAULTS = {
  minMessages: 30,
  maxSessions: 30,
  minSupport: 2,
  maxPatterns: 15,
  maxRecoveries: 10,
  maxTokens: 6_000,
}
/** Sessions of which every call is looked at, for the variety inside a pattern. */
const SAMPLED_SESSIONS = 30
/**
 * Errors are rare, so their sessions reach further back than those of patterns, unless a person said which or how many to
 * look at.
 */
const FURTHER_SESSIONS = 170
/** What is done in order changes with the tools: the newest sessions tell it. */
const WORKFLOW_SESSIONS = 1_000
const MOST_WORKFLOWS = 3
/** Groups whose calls are read in one go. */
const GROUPS_AT_ONCE = 20

/** What is worth carrying over from the sessions that fit: patterns and workflows that worked, nothing of other owners. */
export const mine = async (store: Connection, options: MineOptions): Promise<Mined> => {
  await refreshTallies(store)
  const limits = { ...DEFAULTS, ...(options.sessions === undefined ? {} : { minSupport: 1 }), ...defined(options) }
  const leftOut = new Map<string, number>()
  const leave = (reason: string, count = 1): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + count)
  const isBounded = options.sessions !== undefined || options.maxSessions !== undefined
  const chosen = await chooseSessions(store, options, { ...limits, leave, further: isBounded ? 0 : FURTHER_SESSIONS })
  const { sessions, scanned, gains } = chosen
  const groups = groupShapes(sessions)
  const ranked = rankGroups(groups.values(), limits.minSupport)
  const alone = [...groups.values()].filter((group) => group.support > 0 && group.support < limits.minSupport).length
  if (alone > 0) leave('seen in too few independent sessions', alone)
  const steps = await readSteps(store, options, sessions.slice(0, SAMPLED_SESSIONS))
  const known = { store, options, samples: sampleCalls(steps), sessions: byId(sessions), leave }
  // An estimate: a tokenizer takes longer to load than all of this to run, and models count differently anyway.
  const countTokens = estimateTokens
  const patterns = await draftPatterns(ranked, known, { ...limits, countTokens })
  const sequences = findSequences(sessions.slice(0, WORKFLOW_SESSIONS), groups, {
    minSupport: limits.minSupport,
    most: MOST_WORKFLOWS,
  })
  const workflows: WorkflowDraft[] = []
  for (const { groups: parts, support, sessions: seen } of sequences) {
    const draft = await draftStretch(known, { parts, support, seen, steps, countTokens })
    if (draft !== undefined) workflows.push(draft)
  }
  const errors = { minSupport: limits.minSupport, most: limits.maxRecoveries }
  const failing = [...sessions, ...chosen.further]
  const pairs = await readCalls(known, recoveryCallIds(failing, errors))
  const slotted = (call: MinedCall) => shownArguments(call, (group) => linesOf(group, { ...known, calls: [] }))
  const found = mineRecoveries(failing, pairs, { ...errors, now: options.now, slotted, countTokens })
  for (const { reason, count } of found.leftOut) leave(reason, count)
  return {
    scanned,
    sessions,
    patterns: linkRecoveries(ownFirst(patterns), found.recoveries, pairs),
    workflows,
    recoveries: found.recoveries,
    ...toolFigures(sessions),
    avgProficiencyGain: gains.length === 0 ? null : gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })).toSorted(byReason),
  }
}

const defined = (options: MineOptions): Partial<typeof DEFAULTS> =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => name in DEFAULTS && value !== undefined))

const byReason = (one: { reason: string }, other: { reason: string }): number => (one.reason < other.reason ? -1 : 1)

type Leave = (reason: string, count?: number) => void

interface Choosing {
  minMessages: number
  maxSessions: number
  /** So many more are chosen, older ones, of which nothing is told. */
  further: number
  leave: Leave
}

/** The newest that qualify, as they were at `until`, with their harvests. */
const chooseSessions = async (
  store: Connection,
  { sessions: named, ...filter }: MineOptions,
  { minMessages, maxSessions, further, leave }: Choosing,
): Promise<{ sessions: HarvestedSession[]; further: HarvestedSession[]; scanned: number; gains: number[] }> => {
  const { owner } = filter
  const chosen: MinedSessionRow[] = []
  const beginnings = new Map<string, Beginning>()
  // What is cut off at a time is ordered by it, which only all of them together can be.
  const isPaged = named === undefined && filter.until === undefined
  const most = maxSessions + further
  const size = isPaged ? Math.max(FEWEST_A_PAGE, PAGE_SHARE * most) : ALL
  let scanned = 0
  for (let from = 0; chosen.length < most || named !== undefined; from += size) {
    const rows = await minedSessions(store, { ...filter, ids: named }, isPaged ? { size, from } : undefined)
    for (const [id, beginning] of await readBeginnings(store, filter, rows)) beginnings.set(id, beginning)
    if (beginnings.size > 0) rows.sort(newestFirst(beginnings))
    for (const row of rows) {
      if (chosen.length >= most && named === undefined) break
      const isTold = chosen.length < maxSessions || named !== undefined
      if (isTold) scanned++
      const conduct = beginnings.get(row.id)?.conduct ?? conductOf(row)
      const reason = named === undefined ? disqualification(conduct, minMessages) : undefined
      if (reason === undefined) chosen.push(row)
      else if (isTold) leave(reason)
    }
    if (rows.length < size) break
  }
  const familyOf = familyFinder(await lineageOf(store, owner))
  const whole = chosen.filter((row) => !beginnings.has(row.id)).map((row) => row.id)
  const harvests = new Map((await harvestsOf(store, { owner, ids: whole })).map((row) => [row.session_id, row]))
  const all = chosen.map((row) =>
    harvestedSession(row, {
      family: familyOf(row),
      harvest: harvests.get(row.id),
      beginning: beginnings.get(row.id),
    }),
  )
  const told = named === undefined ? maxSessions : all.length
  const gains = chosen.slice(0, told).flatMap((row) => gainOf(beginnings.get(row.id)?.track ?? row.track ?? '') ?? [])
  return { sessions: all.slice(0, told), further: all.slice(told), scanned, gains }
}

/** Sessions read at once: enough that one reading mostly finds as many as are wanted. */
const FEWEST_A_PAGE = 200
const PAGE_SHARE = 4
const ALL = Number.POSITIVE_INFINITY

const newestFirst = (beginnings: ReadonlyMap<string, Beginning>) => {
  const lastOf = (row: MinedSessionRow): number => beginnings.get(row.id)?.lastAt ?? row.last_at ?? row.started_at ?? 0
  return (one: MinedSessionRow, other: MinedSessionRow): number =>
    lastOf(other) - lastOf(one) || (one.native_id < other.native_id ? -1 : 1)
}

/** Sessions that went on after `until`, as far as they had come by then. */
const readBeginnings = async (
  store: Connection,
  { owner, until }: MineFilter,
  rows: readonly MinedSessionRow[],
): Promise<Map<string, Beginning>> => {
  if (until === undefined) return new Map()
  const crossing = rows.filter((row) => row.last_at === null || row.last_at >= until)
  const ids = crossing.map((row) => row.id)
  const turns = await turnsBefore(store, { owner, ids, until })
  const rowsBefore = await stepsOf(store, { owner, ids, until })
  const steps = bySession(rowsBefore)
  const lastAt = new Map<string, number>()
  for (const { session_id: id, at } of rowsBefore) lastAt.set(id, Math.max(lastAt.get(id) ?? 0, at ?? 0))
  return new Map(
    crossing.map((row) => {
      const extent = { turns: turns.get(row.id) ?? 0, lastAt: lastAt.get(row.id) }
      return [row.id, beginningOf(row, steps.get(row.id) ?? [], extent)]
    }),
  )
}

type Steps = Map<string, TallyCall[]>

const bySession = (rows: Awaited<ReturnType<typeof stepsOf>>): Steps => {
  const steps: Steps = new Map()
  for (const row of rows) {
    const calls = steps.get(row.session_id)
    if (calls === undefined) steps.set(row.session_id, [tallyCall(row)])
    else calls.push(tallyCall(row))
  }
  for (const calls of steps.values()) sortConversations(calls)
  return steps
}

const readSteps = async (
  store: Connection,
  { owner, until }: MineOptions,
  sessions: readonly HarvestedSession[],
): Promise<Steps> => bySession(await stepsOf(store, { owner, until, ids: sessions.map((session) => session.id) }))

const byId = (sessions: readonly HarvestedSession[]): Map<string, HarvestedSession> =>
  new Map(sessions.map((session) => [session.id, session]))

interface Known {
  store: Connection
  options: MineOptions
  samples: Samples
  sessions: Map<string, HarvestedSession>
  leave: Leave
}

interface Drafting {
  maxPatterns: number
  maxTokens: number
  minSupport: number
  countTokens: (text: string) => number
}

const draftPatterns = async (
  ranked: readonly ShapeGroup[],
  known: Known,
  { maxPatterns, maxTokens, minSupport, countTokens }: Drafting,
): Promise<PatternDraft[]> => {
  const isNamed = known.options.sessions !== undefined && minSupport < DEFAULTS.minSupport
  const choice = createChoice({ maxPatterns, maxTokens, isNamed })
  const patterns: PatternDraft[] = []
  for (let from = 0; from < ranked.length; from += GROUPS_AT_ONCE) {
    const groups = ranked.slice(from, from + GROUPS_AT_ONCE).filter(choice.wants)
    if (groups.length === 0) continue
    const wanted = new Map(groups.map((group) => [group, callsToRead(group, known.samples)]))
    const calls = await readCalls(known, [...wanted.values()].flat())
    for (const [group, ids] of wanted) {
      if (!choice.wants(group)) continue
      const own = ids.map((id) => calls.get(id)).filter((call) => call !== undefined)
      const drafted = draftPattern(group, { calls: own, lines: linesOf(group, { ...known, calls: own }) }, countTokens)
      if ('reason' in drafted) known.leave(drafted.reason)
      else if (choice.take(group, drafted.draft.tokens, shapesShown(drafted.draft))) patterns.push(drafted.draft)
    }
  }
  return patterns
}

const readCalls = async ({ store, options }: Known, ids: readonly string[]): Promise<Map<string, MinedCall>> =>
  new Map((await minedCalls(store, { owner: options.owner, ids })).map((row) => [row.id, minedCall(row)]))

interface Stretch {
  parts: readonly ShapeGroup[]
  support: number
  seen: readonly string[]
  steps: Steps
  countTokens: (text: string) => number
}

/** The first of these sessions whose stretch may be shown. */
const draftStretch = async (
  known: Known,
  { parts, support, seen, steps, countTokens }: Stretch,
): Promise<WorkflowDraft | undefined> => {
  for (const id of seen) {
    const session = known.sessions.get(id)
    if (session === undefined) continue
    const calls = steps.get(id) ?? (await readSteps(known.store, known.options, [session])).get(id) ?? []
    const ids = findStretch(calls, parts) ?? []
    const read = await readCalls(known, ids)
    const shown = parts.flatMap((group, index): Step[] => {
      const call = read.get(ids[index] ?? '')
      return call === undefined ? [] : [{ group, call, lines: linesOf(group, { ...known, calls: [call] }) }]
    })
    if (shown.length < parts.length) continue
    const drafted = draftWorkflow(shown, support, countTokens)
    if ('draft' in drafted) return drafted.draft
    known.leave(drafted.reason)
  }
  return undefined
}
