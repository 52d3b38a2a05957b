import { AppError } from '../lib/error.ts'
import { parseJson } from '../lib/json.ts'
import type { CompressionReport } from '../schema/listing/compression-report.ts'
import { sourceNamed } from '../sources/registry.ts'
import { type CompactionEvent, compressionReport, pointAt } from '../profile/compression.ts'
import { createControls } from '../profile/controls.ts'
import { errorPatterns } from '../profile/recoveries.ts'
import { profileInputs, refreshTallies } from '../profile/run.ts'
import { workOf } from '../profile/shape.ts'
import { aroundPlace, type CompactionTally } from '../profile/tally.ts'
import { letterOf } from '../profile/track.ts'
import type { ProfileCall, ProfileInput } from '../schema/tally.ts'
import type { Connection } from '../store/connection.ts'
import { type Child, compressionChildren, eachTally, type HistoryFilter, type TallyRow } from '../store/tally.ts'
import { sessionNamed } from './sessions.ts'

export type { CompressionReport } from '../schema/listing/compression-report.ts'

export interface CompressCheckInput {
  /** One session, by id or unique prefix; otherwise all that fit the filter. */
  session?: string | undefined
  tolerance: number
  filter: HistoryFilter
}

/** Does compaction lose proficiency? Events of one session or of all, held against places without compaction. */
export const compressCheck = async (store: Connection, input: CompressCheckInput): Promise<CompressionReport> => {
  if (!(input.tolerance > 0 && Number.isFinite(input.tolerance))) {
    throw new AppError('usage', `the tolerance must be a number above 0, not ${input.tolerance}`)
  }
  if (input.filter.source !== undefined) sourceNamed(input.filter.source)
  const named = input.session === undefined ? undefined : await sessionNamed(store, input.session)
  await refreshTallies(store)
  const children = await compressionChildren(store)
  const inChain = new Set(children.flatMap(({ id, parentId }) => [id, parentId]))
  const controls = createControls()
  const events: CompactionEvent[] = []
  const fitting = new Set<string>()
  for await (const row of eachTally(store, named === undefined ? input.filter : { source: named.source })) {
    fitting.add(row.id)
    if (row.track === null || row.strata === null) continue
    const own = eventsIn(row)
    if (own.length === 0 && !inChain.has(row.id)) controls.add(row.source, row.id, row.track, row.strata)
    events.push(...own.filter(() => named === undefined || row.id === named.id))
  }
  const chains = children.filter(({ id, parentId }) =>
    named === undefined ? fitting.has(id) : id === named.id || parentId === named.id,
  )
  events.push(...(await chainEvents(store, chains)))
  return compressionReport(events, controls.match(events), {
    session: named?.native_id ?? null,
    tolerance: input.tolerance,
  })
}

const eventsIn = (row: TallyRow): CompactionEvent[] => {
  if (row.compactions === null || row.compactions === '') return []
  return ((parseJson(row.compactions) ?? []) as CompactionTally[]).map((around) => ({
    sessionId: row.id,
    session: row.native_id,
    source: row.source,
    around,
    ...pointAt(row.track ?? '', row.strata ?? '', around.index),
  }))
}

/** Sessions that end by compression and go on in a child: the last calls of one are before, the first of the other after. */
const chainEvents = async (store: Connection, children: readonly Child[]): Promise<CompactionEvent[]> => {
  const events: CompactionEvent[] = []
  for (let from = 0; from < children.length; from += PAIRS_AT_ONCE) {
    const pairs = children.slice(from, from + PAIRS_AT_ONCE)
    const inputs = await profileInputs(store, [...new Set(pairs.flatMap(({ id, parentId }) => [id, parentId]))])
    for (const child of pairs) events.push(chainEvent(child, inputs))
  }
  return events
}

const PAIRS_AT_ONCE = 100

const chainEvent = (child: Child, inputs: ReadonlyMap<string, ProfileInput>): CompactionEvent => {
  const mainOf = (id: string): ProfileCall[] =>
    (inputs.get(id)?.calls ?? []).filter((call) => call.agent === undefined && !call.trivial)
  const before = mainOf(child.parentId)
  const calls = [...before, ...mainOf(child.id)]
  const index = before.length
  const track = calls.map((call) => letterOf(call.outcome, call.cause)).join('')
  return {
    sessionId: child.parentId,
    session: child.parent,
    continuedIn: child.session,
    source: child.source,
    around: {
      index,
      kind: 'compression',
      at: child.startedAt ?? undefined,
      afterCall: index,
      ...aroundPlace(calls, index, errorPatterns(calls).pairs),
    },
    ...pointAt(track, calls.map(workOf).join(''), index),
  }
}
