import { AppError } from '../lib/error.ts'
import { parseJson } from '../lib/json.ts'
import { maskIn } from '../outcome/masked.ts'
import { commandText } from '../shell/command-text.ts'
import type { Cause, Outcome, ToolKind } from '../schema/outcome.ts'
import type { ProfileCall, ProfileCompaction, ProfileInput, TallyCall, TallyInput } from '../schema/tally.ts'
import type { Connection, Value } from '../store/connection.ts'
import { inLists } from '../store/statement.ts'
import { type RowOf, toValues } from '../store/table.ts'
import { writeHarvests } from '../store/derived/harvest.ts'
import { deriving } from '../store/store-use.ts'
import {
  profileCalls,
  type ProfileCallRow,
  profileCompactions,
  type ProfileCompactionRow,
  profileTurns,
  type TallyCallRow,
  tallyCalls,
  tallyTurns,
} from '../store/derived/profile-rows.ts'
import { HARVEST, TALLY } from '../store/tables.ts'
import { changedSessions, hasChangedSessions, outdateTallies, writeTallies } from '../store/derived/tally.ts'
import { harvestSession } from './harvest.ts'
import { harvestColumns } from './harvest-row.ts'
import { errorPatterns } from './recoveries.ts'
import { type Tally, TALLY_VERSION, tallySession } from './tally.ts'

/** Sessions for each transaction: few enough that others wait only a moment and a crash loses little. */
const SESSIONS_AT_ONCE = 200
/** Calls in memory at once: few enough that the garbage collector frees them before it has to move them. */
const CALLS_AT_ONCE = 3_000

/**
 * Updates the tallies of sessions that changed; costs nothing if none has. If it is killed, the next run continues,
 * because a tally and its mark as up to date are written together.
 */
export const refreshTallies = async (store: Connection, onProgress?: (done: number) => void): Promise<number> => {
  // If there is nothing to do, nothing is written, so a read-only store works.
  if (!(await hasChangedSessions(store, TALLY_VERSION))) return 0
  let done = 0
  await whenWritable(() =>
    deriving(store, DERIVED_TABLES, async () => {
      await outdateTallies(store, TALLY_VERSION)
      for (;;) {
        const tallied = await store.transaction(async (transaction) => {
          const changed = await changedSessions(transaction, SESSIONS_AT_ONCE)
          for (const ids of inPortions(changed)) await tallyThese(transaction, ids)
          return changed
        })
        if (tallied.length === 0) return
        done += tallied.length
        onProgress?.(done)
      }
    }),
  )
  return done
}

/** Tables that this writes: tallies, harvests, and the marks that say whether they are up to date. */
const DERIVED_TABLES = ['session', 'meta', 'tally', 'harvest']

/**
 * A user with read-only access cannot update the tallies. The error says that a user with write access has to do it
 * once.
 */
const whenWritable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-read-only') throw error
    throw new AppError('store-read-only', 'the store has changed since the last profile and cannot be written', {
      hint: 'run `warmstart profile` once as somebody who may write it; after that reading is enough',
      cause: error,
    })
  }
}

const inPortions = (sessions: readonly { id: string; calls: number }[]): string[][] => {
  const portions: string[][] = []
  let calls = Number.POSITIVE_INFINITY
  for (const session of sessions) {
    if (calls + session.calls > CALLS_AT_ONCE) {
      portions.push([])
      calls = 0
    }
    portions.at(-1)?.push(session.id)
    calls += session.calls
  }
  return portions
}

/** Reads what the tallies of these sessions are made from. A person's overrule replaces the outcome of the ladder. */
const tallyInputs = async (connection: Connection, ids: readonly string[]): Promise<Map<string, TallyInput>> => {
  const inputs = new Map<string, TallyInput>()
  const of = (id: string): TallyInput => {
    let input = inputs.get(id)
    if (input === undefined) inputs.set(id, (input = { calls: [], turns: [], compactions: [] }))
    return input
  }
  for (const go of inLists(ids)) {
    for (const row of await tallyCalls(connection, go)) of(row.session_id).calls.push(tallyCall(row))
    for (const row of await tallyTurns(connection, go)) {
      of(row.session_id).turns.push({ turn: row.turn, synthetic: row.synthetic === 1, text: row.text })
    }
    for (const row of await profileCompactions(connection, go)) of(row.session_id).compactions.push(compaction(row))
  }
  for (const input of inputs.values()) sortConversations(input.calls)
  return inputs
}

/** Makes the tallies of these sessions as rows, without writing. A session without calls has none. */
export const talliesInMemory = async (
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, TallyColumns>> => {
  const rows = new Map<string, TallyColumns>()
  for (const [id, input] of await tallyInputs(connection, ids)) {
    const tally = tallySession(input)
    if (tally === undefined) continue
    rows.set(id, tallyRow(id, tally))
  }
  return rows
}

const tallyThese = async (transaction: Connection, ids: string[]): Promise<void> => {
  const rows: Value[][] = []
  const harvests: Value[][] = []
  for (const [id, input] of await tallyInputs(transaction, ids)) {
    const found = errorPatterns(input.calls)
    const tally = tallySession(input, found)
    if (tally === undefined) continue
    rows.push(toValues(TALLY, tallyRow(id, tally)))
    const harvest = harvestColumns(harvestSession(input.calls, found))
    harvests.push(toValues(HARVEST, { session_id: id, made_by: TALLY_VERSION, ...harvest }))
  }
  await writeHarvests(transaction, ids, harvests)
  await writeTallies(transaction, ids, rows)
}

/** Reads everything that the profiles of these sessions are made from. With an owner, only that owner's sessions. */
export const profileInputs = async (
  store: Connection,
  ids: readonly string[],
  { owner }: { owner?: string } = {},
): Promise<Map<string, ProfileInput>> => {
  const inputs = new Map<string, ProfileInput>()
  const of = (id: string): ProfileInput => {
    let input = inputs.get(id)
    if (input === undefined) {
      input = { calls: [], turns: [], compactions: [] }
      inputs.set(id, input)
    }
    return input
  }
  for (const go of inLists(ids)) {
    for (const row of await profileCalls(store, go, owner)) of(row.session_id).calls.push(profileCall(row))
    for (const row of await profileTurns(store, go, owner)) {
      of(row.session_id).turns.push({
        agent: row.agent === '' ? undefined : row.agent,
        turn: row.turn,
        at: row.at ?? undefined,
        line: row.line,
        synthetic: row.synthetic === 1,
        chars: row.chars,
        text: row.text,
      })
    }
    for (const row of await profileCompactions(store, go)) {
      of(row.session_id).compactions.push(compaction(row))
    }
  }
  for (const input of inputs.values()) sortConversations(input.calls)
  return inputs
}

/** Sorts calls by conversation, the main one first. The store returns them mixed by position. */
export const sortConversations = (calls: TallyCall[]): void => {
  if (!calls.some((call) => call.agent !== undefined)) return
  calls.sort((a, b) => {
    const [first, second] = [a.agent ?? '', b.agent ?? '']
    if (first !== second) return first < second ? -1 : 1
    return a.position - b.position
  })
}

const compaction = (row: ProfileCompactionRow): ProfileCompaction => ({
  agent: row.agent === '' ? undefined : row.agent,
  line: row.line,
  at: row.at ?? undefined,
  kind: row.kind,
  trigger: row.trigger_word ?? undefined,
  tokensBefore: row.tokens_before ?? undefined,
  position: row.position,
})

export const tallyCall = (row: TallyCallRow): TallyCall => ({
  id: row.id,
  agent: row.agent ?? undefined,
  tool: row.tool,
  kind: row.kind as ToolKind,
  trivial: row.trivial === 1,
  outcome: row.outcome as Outcome,
  cause: (row.cause ?? undefined) as Cause | undefined,
  rule: row.rule,
  evidence: row.evidence,
  position: row.position,
  turn: row.turn,
  contextTokens: row.context_tokens ?? undefined,
  subject: row.subject,
  longLine: longLine(row.long_args),
  ...(row.rung === 'text' ? { textAlone: true } : {}),
  ...(row.masked === 1 && row.rung !== 'person' ? { mask: maskIn(row.evidence) } : {}),
})

/** Arguments that were cut are no valid JSON, but their text is good enough to look for names in. */
const longLine = (args: string | null | undefined): string | undefined =>
  args === null || args === undefined
    ? undefined
    : (commandText(parseJson(args) ?? undefined) ??
      args
        .replaceAll('\\n', '\n')
        .replaceAll('\\"', '"')
        .replace(/^\{"\w+":\s?"/, ''))

const profileCall = (row: ProfileCallRow): ProfileCall => ({
  ...tallyCall(row),
  rung: row.rung as ProfileCall['rung'],
  at: row.at ?? undefined,
  line: row.line,
})

type TallyColumns = RowOf<typeof TALLY>

const tallyRow = (id: string, tally: Tally): TallyColumns => ({
  session_id: id,
  made_by: TALLY_VERSION,
  calls: tally.calls,
  ok: tally.ok,
  failed: tally.failed,
  unknown: tally.unknown,
  trivial_ok: tally.trivial.ok,
  trivial_failed: tally.trivial.failed,
  trivial_unknown: tally.trivial.unknown,
  agent: tally.causes.agent,
  environment: tally.causes.environment,
  person: tally.causes.user,
  expected: tally.causes.expected,
  not_run: tally.causes['not-run'],
  recovered: tally.recovered,
  recoverable: tally.recoverable,
  task_type: tally.taskType ?? null,
  opening: tally.opening ?? null,
  track: tally.track,
  strata: tally.strata,
  marks: tally.marks,
  tools: JSON.stringify(tally.tools),
  errors: tally.errors.length === 0 ? '' : JSON.stringify(tally.errors),
  compactions: tally.compactions.length === 0 ? '' : JSON.stringify(tally.compactions),
  masks: tally.masks.length === 0 ? '' : JSON.stringify(tally.masks),
  spent: tally.spent,
})
