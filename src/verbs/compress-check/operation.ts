import { AppError } from '../../lib/error.ts'
import { parseJson } from '../../lib/json.ts'
import type { CompressionReport } from '../../schema/listing/compression-report.ts'
import { sourceNamed } from '../../sources/registry.ts'
import { type CompactionEvent, compressionReport, placeAt, pointAt } from '../../profile/compression.ts'
import { createControls } from '../../profile/controls.ts'
import { errorPatterns } from '../../profile/recoveries.ts'
import { profileInputs, refreshTallies } from '../../profile/run.ts'
import { classifyWork } from '../../profile/shape.ts'
import { aroundPlace, type CompactionTally } from '../../profile/tally.ts'
import { letterOf } from '../../profile/track.ts'
import type { ProfileCall, ProfileInput } from '../../schema/tally.ts'
import { UNOWNED } from '../../schema/owner.ts'
import type { Connection } from '../../store/connection.ts'
import type { SessionRow } from '../../store/facts/session.ts'
import {
  type Child,
  compressionChildren,
  eachTally,
  type HistoryFilter,
  type TallyRow,
} from '../../store/derived/tally.ts'
import { findSession } from '../sessions/operation.ts'

export type { CompressionReport } from '../../schema/listing/compression-report.ts'

export interface CompressCheckInput {
  /** One session, by id or unique prefix; otherwise all that fit the filter. */
  session?: string | undefined
  /** The owner the session must have; undefined: any. */
  owner?: string | undefined
  tolerance: number
  filter: HistoryFilter
}

/** Does compaction lose proficiency? Compares compactions of one session or of all with places without a compaction. */
export const compressCheck = async (store: Connection, input: CompressCheckInput): Promise<CompressionReport> => {
  if (!(input.tolerance > 0 && Number.isFinite(input.tolerance))) {
    throw new AppError('usage', `the tolerance must be a number above 0, not ${input.tolerance}`)
  }
  if (input.filter.source !== undefined) sourceNamed(input.filter.source)
  const named = input.session === undefined ? undefined : await findSession(store, input.session, input)
  await refreshTallies(store)
  const children = await compressionChildren(store)
  const chains = chainsOf(children)
  const controls = createControls()
  const events: CompactionEvent[] = []
  const fitting = new Set<string>()
  for await (const row of eachTally(store, named === undefined ? input.filter : besides(named))) {
    fitting.add(row.id)
    if (row.track === null || row.strata === null) continue
    const own = eventsIn(row, chains)
    if (own.length === 0 && !chains.has(row.id)) controls.add(row.source, row.id, row.track, row.strata)
    events.push(...own.filter(() => named === undefined || row.id === named.id))
  }
  const wanted = children.filter(({ id, parentId }) =>
    named === undefined ? fitting.has(id) : id === named.id || parentId === named.id,
  )
  events.push(...(await chainEvents(store, wanted, chains)))
  return compressionReport(events, controls.match(events), {
    session: named?.native_id ?? null,
    tolerance: input.tolerance,
    sessions: fitting.size,
  })
}

/**
 * A session is compared with other sessions of its agent; a session without an owner only with those that have no
 * owner either.
 */
const besides = ({ source, owner }: SessionRow): HistoryFilter => (owner === UNOWNED ? { source, owner } : { source })

/**
 * Maps each session of a chain of continuations to the chain's first session, because a chain is one cluster. The
 * search stops if a chain is a circle.
 */
const chainsOf = (children: readonly Child[]): Map<string, string> => {
  const parentOf = new Map(children.map(({ id, parentId }) => [id, parentId]))
  const rootOf = (id: string): string => {
    const seen = new Set<string>()
    let root = id
    for (let next = parentOf.get(root); next !== undefined && !seen.has(next); next = parentOf.get(root)) {
      seen.add(next)
      root = next
    }
    return root
  }
  return new Map(children.flatMap(({ id, parentId }) => [id, parentId]).map((id) => [id, rootOf(id)]))
}

/** The compactions inside a session, and one at its end if the continuation is not in the store. */
const eventsIn = (row: TallyRow, chains: ReadonlyMap<string, string>): CompactionEvent[] => {
  const { track, strata } = row
  if (track === null || strata === null) return []
  const event = (around: CompactionTally): CompactionEvent => ({
    cluster: chains.get(row.id) ?? row.id,
    session: row.native_id,
    source: row.source,
    around,
    ...pointAt(track, strata, around),
  })
  const inside = row.compactions === null || row.compactions === '' ? [] : parseJson(row.compactions)
  // In a continuation, the first line reports the compaction again. It is left out, because the pair of sessions tells
  // more about it.
  const own = ((inside ?? []) as CompactionTally[]).filter(({ index }) => index > 0 || !chains.has(row.id)).map(event)
  if (row.end_reason !== 'compression' || chains.has(row.id)) return own
  const end = { ...placeAt(track.length, track.length), kind: 'compression', at: undefined, afterCall: track.length }
  return [...own, event({ ...end, before: [0, 0], after: [0, 0], repeats: [0, 0] })]
}

/**
 * For sessions that end by a compaction and go on in a child: the last calls of the session are before, the first
 * calls of the child after.
 */
const chainEvents = async (
  store: Connection,
  children: readonly Child[],
  chains: ReadonlyMap<string, string>,
): Promise<CompactionEvent[]> => {
  const events: CompactionEvent[] = []
  for (let from = 0; from < children.length; from += PAIRS_AT_ONCE) {
    const pairs = children.slice(from, from + PAIRS_AT_ONCE)
    const inputs = await profileInputs(store, [...new Set(pairs.flatMap(({ id, parentId }) => [id, parentId]))])
    for (const child of pairs) events.push(chainEvent(child, inputs, chains.get(child.id) ?? child.id))
  }
  return events
}

const PAIRS_AT_ONCE = 100

const chainEvent = (child: Child, inputs: ReadonlyMap<string, ProfileInput>, cluster: string): CompactionEvent => {
  const mainOf = (id: string): ProfileCall[] =>
    (inputs.get(id)?.calls ?? []).filter((call) => call.agent === undefined && !call.trivial)
  const before = mainOf(child.parentId)
  const calls = [...before, ...mainOf(child.id)]
  const index = before.length
  const track = calls.map((call) => letterOf(call.outcome, call.cause)).join('')
  const place = placeAt(index, calls.length)
  return {
    cluster,
    session: child.parent,
    continuedIn: child.session,
    source: child.source,
    around: {
      ...place,
      kind: 'compression',
      at: child.startedAt ?? undefined,
      afterCall: index,
      ...aroundPlace(calls, place, errorPatterns(calls).pairs),
    },
    ...pointAt(track, calls.map(classifyWork).join(''), place),
  }
}
