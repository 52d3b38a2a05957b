import { estimateTokens } from '../lib/estimate-tokens.ts'
import { refreshTallies } from '../profile/run.ts'
import type { HarvestedSession, MinedCall } from '../schema/harvest.ts'
import type { PatternDraft, WorkflowDraft } from '../schema/template-draft.ts'
import type { Connection } from '../store/connection.ts'
import { foreignRows, minedCalls, readSessionCalls } from '../store/derived/harvest.ts'
import { shownTools } from '../trust/words/shown-tool.ts'
import { foreignIn, touchesForeign } from './sessions/foreign-calls.ts'
import type { Mined, MineOptions } from './mined.ts'
import { type Circle, draftPattern, draftWorkflow, shapesShown, shownArguments, type Step } from './patterns/pattern.ts'
import { createChoice, ownFirst, rankGroups } from './patterns/rank.ts'
import { mineRecoveries, recoveryCallIds } from './recoveries/recoveries.ts'
import { linkRecoveries } from './recoveries/recovery-link.ts'
import { callsToRead, findStretch, linesOf, sampleCalls, type Samples } from './sessions/sampled-calls.ts'
import { bySession, chooseSessions, type Leave, type Steps } from './sessions/run-choose.ts'
import { minedCall } from './sessions/session-rows.ts'
import { groupShapes, type ShapeGroup } from './patterns/shape-groups.ts'
import { recurringIn } from './patterns/shown-text.ts'
import { worksOften } from './sessions/success-floor.ts'
import { toolFigures } from './patterns/tool-figures.ts'
import { findSequences } from './patterns/workflows.ts'

export type { Mined, MineOptions } from './mined.ts'

const DEFAULTS = {
  minMessages: 30,
  maxSessions: 30,
  minSupport: 2,
  maxPatterns: 15,
  maxRecoveries: 10,
  maxTokens: 6_000,
}
/** The number of sessions of which every call is read, to see the variety inside a pattern. */
const SAMPLED_SESSIONS = 30
/**
 * Errors are rare, so recoveries are searched in this many older sessions too, unless a person said which or how many
 * sessions to mine.
 */
const FURTHER_SESSIONS = 170
/** Workflows change with the tools, so only this many of the newest sessions are searched. */
const WORKFLOW_SESSIONS = 1_000
const MOST_WORKFLOWS = 3
/** The number of groups whose calls are read with one query. */
const GROUPS_AT_ONCE = 20

/**
 * Mines what is worth carrying over from the sessions that fit: patterns and workflows that worked, nothing of other
 * owners.
 */
export const mine = async (store: Connection, options: MineOptions): Promise<Mined> => {
  await refreshTallies(store)
  const limits = { ...DEFAULTS, ...(options.sessions === undefined ? {} : { minSupport: 1 }), ...defined(options) }
  const leftOut = new Map<string, number>()
  const leave = (reason: string, count = 1): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + count)
  const isBounded = options.sessions !== undefined || options.maxSessions !== undefined
  const chosen = await chooseSessions(store, options, { ...limits, leave, further: isBounded ? 0 : FURTHER_SESSIONS })
  const { sessions, scanned, gains } = chosen
  const groups = groupShapes(sessions)
  // A user who names a session vouches for what was done in it.
  const isOften = options.sessions === undefined ? worksOften([...groups.values()]) : () => true
  const supported = rankGroups(groups.values(), limits.minSupport)
  const ranked = supported.filter(isOften)
  if (ranked.length < supported.length) leave('fails too often', supported.length - ranked.length)
  const alone = [...groups.values()].filter((group) => group.support > 0 && group.support < limits.minSupport).length
  if (alone > 0) leave('seen in too few independent sessions', alone)
  const steps = await readSteps(store, options, sessions.slice(0, SAMPLED_SESSIONS))
  const failing = [...sessions, ...chosen.further]
  const circle = await circleOf(store, options, failing)
  const known = { store, options, samples: sampleCalls(steps), sessions: byId(sessions), circle, leave }
  // An estimate is enough: a tokenizer takes longer to load than all of this takes to run, and models count differently
  // anyway.
  const countTokens = estimateTokens
  const patterns = await draftPatterns(ranked, known, { ...limits, countTokens })
  const sequences = findSequences(sessions.slice(0, WORKFLOW_SESSIONS), groups, {
    minSupport: limits.minSupport,
    most: MOST_WORKFLOWS,
  }).filter(({ groups: parts }) => parts.every(isOften))
  const workflows: WorkflowDraft[] = []
  for (const { groups: parts, support, sessions: seen } of sequences) {
    const draft = await draftStretch(known, { parts, support, seen, steps, countTokens })
    if (draft !== undefined) workflows.push(draft)
  }
  const errors = { minSupport: limits.minSupport, most: limits.maxRecoveries }
  const pairs = await readCalls(known, recoveryCallIds(failing, errors))
  const slotted = (call: MinedCall) => shownArguments(call, (group) => linesOf(group, { ...known, calls: [] }))
  const found = mineRecoveries(failing, pairs, { ...errors, now: options.now, slotted, circle, countTokens })
  for (const { reason, count } of found.leftOut) leave(reason, count)
  return {
    scanned,
    sessions,
    patterns: linkRecoveries(ownFirst(patterns), found.recoveries, pairs),
    workflows,
    recoveries: found.recoveries,
    ...toolFigures(sessions, circle.isShownTool),
    avgProficiencyGain: gains.length === 0 ? null : gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })).toSorted(byReason),
  }
}

const defined = (options: MineOptions): Partial<typeof DEFAULTS> =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => name in DEFAULTS && value !== undefined))

const byReason = (one: { reason: string }, other: { reason: string }): number => (one.reason < other.reason ? -1 : 1)

const readSteps = async (
  store: Connection,
  { owner, until }: MineOptions,
  sessions: readonly HarvestedSession[],
): Promise<Steps> =>
  bySession(await readSessionCalls(store, { owner, until, ids: sessions.map((session) => session.id) }))

const byId = (sessions: readonly HarvestedSession[]): Map<string, HarvestedSession> =>
  new Map(sessions.map((session) => [session.id, session]))

/** Collects the facts about all sessions together that decide what may be shown of a call. */
const circleOf = async (
  store: Connection,
  { owner, until }: MineOptions,
  sessions: readonly HarvestedSession[],
): Promise<Circle> => {
  const families = new Map(sessions.map(({ id, family }) => [id, family]))
  const foreign = foreignIn(await foreignRows(store, { owner, until }))
  return {
    familyOf: (session) => families.get(session) ?? session,
    isShownTool: shownTools(sessions.map(({ harvest }) => harvest.shapes.map(({ tool }) => tool))),
    isForeign: (call) => touchesForeign(call, foreign),
  }
}

interface Known {
  store: Connection
  options: MineOptions
  samples: Samples
  sessions: Map<string, HarvestedSession>
  circle: Circle
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
      const material = { calls: own, lines: linesOf(group, { ...known, calls: own }) }
      const drafted = draftPattern(group, material, { circle: known.circle, countTokens })
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

/** Drafts the first stretch of these sessions that may be shown. */
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
    const shown: Step[] = []
    for (const [index, group] of parts.entries()) {
      const call = read.get(ids[index] ?? '')
      if (call === undefined) break
      const others = await readCalls(known, callsToRead(group, known.samples))
      const recurring = recurringIn([call, ...others.values()], known.circle.familyOf)
      shown.push({ group, call, lines: linesOf(group, { ...known, calls: [call] }), recurring })
    }
    if (shown.length < parts.length) continue
    const drafted = draftWorkflow(shown, support, { circle: known.circle, countTokens })
    if ('draft' in drafted) return drafted.draft
    known.leave(drafted.reason)
  }
  return undefined
}
