import { isRecord, parseJson } from '../../lib/json.ts'
import { harvestSession } from '../../profile/harvest.ts'
import { readHarvest } from '../../profile/harvest-row.ts'
import { slicesOf } from '../../profile/slices.ts'
import { taskTypeOf } from '../../profile/task-type.ts'
import { countIn, letterOf } from '../../profile/track.ts'
import type { HarvestedSession, Harvest, MinedCall } from '../../schema/harvest.ts'
import type { ToolKind } from '../../schema/outcome.ts'
import type { TallyCall, TaskType } from '../../schema/tally.ts'
import type { HarvestRow, MinedCallRow, MinedSessionRow } from '../../store/derived/harvest.ts'
import type { Conduct } from './qualify.ts'

/** How a session went, read from its tally. */
export const conductOf = (row: MinedSessionRow): Conduct => ({
  messages: row.messages,
  ok: row.ok ?? 0,
  failed: row.failed ?? 0,
  missed: (row.agent ?? 0) + (row.environment ?? 0),
  endReason: row.end_reason ?? undefined,
})

/** A session up to a given time: what was known of it then. It had not ended. */
export interface Beginning {
  conduct: Conduct
  harvest: Harvest
  track: string
  taskType: TaskType | undefined
  /** When its last call before that time was made. */
  lastAt: number | undefined
}

export const beginningOf = (
  row: MinedSessionRow,
  steps: readonly TallyCall[],
  { turns, lastAt }: { turns: number; lastAt: number | undefined },
): Beginning => {
  const calls = steps.filter((call) => !call.trivial)
  const failed = calls.filter((call) => call.outcome === 'error')
  return {
    conduct: {
      // A call and its result are two messages. How many other messages the model had written by then is not recorded.
      messages: Math.min(row.messages, turns + 2 * steps.length),
      ok: calls.filter((call) => call.outcome === 'ok').length,
      failed: failed.length,
      missed: failed.filter((call) => (call.cause ?? 'agent') === 'agent' || call.cause === 'environment').length,
      endReason: undefined,
    },
    harvest: harvestSession(steps),
    track: calls
      .filter((call) => call.agent === undefined)
      .map((call) => letterOf(call.outcome, call.cause))
      .join(''),
    taskType: taskTypeOf(calls),
    lastAt,
  }
}

const NOTHING: Harvest = { shapes: [], tracks: [], errors: [], foreign: [] }

export const harvestedSession = (row: MinedSessionRow, { family, harvest, beginning }: Extra): HarvestedSession => ({
  id: row.id,
  nativeId: row.native_id,
  source: row.source,
  platform: row.platform ?? undefined,
  parentKind: row.parent_kind ?? undefined,
  project: row.directory ?? undefined,
  cwd: row.cwd ?? undefined,
  model: row.model ?? undefined,
  startedAt: row.started_at ?? undefined,
  lastAt: beginning === undefined ? (row.last_at ?? undefined) : beginning.lastAt,
  family,
  taskType: beginning === undefined ? ((row.task_type ?? undefined) as TaskType | undefined) : beginning.taskType,
  harvest: beginning?.harvest ?? (harvest === undefined ? NOTHING : readHarvest(harvest)),
})

interface Extra {
  family: string
  harvest: HarvestRow | undefined
  beginning: Beginning | undefined
}

/** Late minus early error rate of a track; undefined if the track is too short to have both. */
export const gainOf = (track: string): number | undefined => {
  const slices = slicesOf(track)
  if (slices === undefined) return undefined
  const early = countIn(track, 0, slices.earlyEnd, 'all')
  const late = countIn(track, slices.lateStart, track.length, 'all')
  return early.n === 0 || late.n === 0 ? undefined : late.x / late.n - early.x / early.n
}

/** More generations than this mean a loop in the recorded parents. */
const MOST_GENERATIONS = 100

/** Finds the oldest known ancestor of each session, by source and native id. */
export const familyFinder = (
  lineage: readonly { source: string; native_id: string; parent_session: string }[],
): ((session: { source: string; native_id: string }) => string) => {
  const parents = new Map(lineage.map((row) => [`${row.source}\u0000${row.native_id}`, row.parent_session]))
  return ({ source, native_id }) => {
    let name = native_id
    const seen = new Set<string>()
    for (let round = 0; round < MOST_GENERATIONS; round++) {
      const parent = parents.get(`${source}\u0000${name}`)
      if (parent === undefined) break
      if (seen.has(parent)) return `${source}\u0000${[...seen].toSorted()[0] ?? name}`
      seen.add(parent)
      name = parent
    }
    return `${source}\u0000${name}`
  }
}

export const minedCall = (row: MinedCallRow): MinedCall => ({
  id: row.id,
  sessionId: row.session_id,
  session: row.session,
  tool: row.tool,
  kind: row.kind as ToolKind,
  subject: row.subject,
  args: wholeArguments(row),
  resultHead: row.result_head ?? '',
  resultTail: row.result_tail ?? '',
  resultChars: row.result_chars ?? 0,
  outcome: row.outcome,
  masked: row.masked === 1,
  evidence: row.evidence,
  project: row.project ?? undefined,
  cwd: row.cwd ?? undefined,
  at: row.at ?? undefined,
})

/** Arguments that were cut or that are no object are not shown, because half a command line is useless. */
const wholeArguments = ({ args_head: head, args_tail: tail }: MinedCallRow): Record<string, unknown> | undefined => {
  if (head === null || (tail !== null && tail !== '')) return undefined
  const args = parseJson(head)
  return isRecord(args) ? args : undefined
}
