import { EVERYDAY } from '../../schema/arm.ts'
import { HINT } from '../../schema/delivery-event.ts'
import type { Connection, Row } from '../connection.ts'
import { allIn, type Condition, given, IN_LIST, where } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
import { CAUSE, COUNTED, OUTCOME, WITH_OVERRULE } from '../facts/judged-call.ts'
import { EXPOSURE } from './exposure.ts'

export interface LedgerFilter {
  owner: string
  templateId?: string | undefined
  sessionKey?: string | undefined
  source?: string | undefined
  arm?: string | undefined
  limit?: number | undefined
}

const ENTRY = pick(
  EXPOSURE,
  'id template_id version hash at how event format dose source project session_key experiment arm propensity seen outcome',
  'outcome_by outcome_at calls errors agent_errors settled_at',
)
export type LedgerRow = RowOf<typeof ENTRY> & { name: string | null }

/** Entries of the ledger, newest first. */
export const listExposures = (connection: Connection, filter: LedgerFilter): Promise<LedgerRow[]> => {
  const { sql, values } = conditionOf(filter)
  const limit = filter.limit === undefined ? '' : ' limit ?'
  return connection.all<LedgerRow>(
    `select ${ENTRY}, template.name from exposure
       left join template on template.id = exposure.template_id and template.owner = exposure.owner
      where ${sql} order by exposure.at desc, exposure.id${limit}`,
    filter.limit === undefined ? values : [...values, filter.limit],
  )
}

export const countExposures = async (connection: Connection, filter: LedgerFilter): Promise<number> => {
  const { sql, values } = conditionOf(filter)
  const [row] = await connection.all<{ count: number }>(`select count(*) as count from exposure where ${sql}`, values)
  return row?.count ?? 0
}

/** Session keys of the ledger that begin so, those few that a person could tell apart. */
export const sessionKeysBeginning = async (
  connection: Connection,
  owner: string,
  beginning: string,
): Promise<string[]> => {
  const rows = await connection.all<{ session_key: string }>(
    `select distinct session_key from exposure where owner = ? and substr(session_key, 1, ?) = ?
      order by session_key limit 10`,
    [owner, [...beginning].length, beginning],
  )
  return rows.map(({ session_key }) => session_key)
}

const conditionOf = ({ owner, templateId, sessionKey, source, arm }: LedgerFilter): Condition =>
  where(
    ['exposure.owner = ?', owner],
    given('exposure.template_id = ?', templateId),
    given('exposure.session_key = ?', sessionKey),
    given('exposure.source = ?', source),
    given('exposure.arm = ?', arm),
  )

/** One session under one template: what it was given or denied, counted once and in one arm, beside what was handed out without one. */
export interface SessionEffect extends Row {
  template_id: string
  name: string | null
  arm: string | null
  /** 1: the arm was drawn with a known probability. Drawn twice, in different experiments, with different results is not. */
  drawn: number
  outcome: string | null
  calls: number | null
  agent_errors: number | null
  /** The experiment that drew the arm; null where none did. */
  experiment: string | null
  /** Of the cold arm the probability of being cold; of the warm arm that of being warm and given this template. */
  propensity: number | null
  at: number
}

/**
 * Sessions of the ledger, one row for each template; hints are none. The arm that was drawn stands, whatever a person then asked for,
 * else chance would have no say in who is compared with whom. Entries without a session are counted as they are.
 */
export const sessionEffects = (connection: Connection, filter: LedgerFilter): Promise<SessionEffect[]> => {
  const { sql, values } = conditionOf(filter)
  return connection.all<SessionEffect>(
    `select exposure.template_id, max(template.name) as name, max(exposure.outcome) as outcome,
            case when min(${DRAWN}) = max(${DRAWN}) then max(${DRAWN}) else max(exposure.arm) end as arm,
            case when min(${DRAWN}) = max(${DRAWN}) then 1 else 0 end as drawn,
            max(exposure.calls) as calls, max(exposure.agent_errors) as agent_errors,
            max(case when ${IS_DRAWN} then exposure.experiment end) as experiment,
            max(case when ${IS_DRAWN} then exposure.propensity end) as propensity, min(exposure.at) as at
       from exposure left join template on template.id = exposure.template_id and template.owner = exposure.owner
      where ${sql} and exposure.event is distinct from '${HINT}'
      group by exposure.template_id, ${IN_NO_ARM}, coalesce(exposure.session_key, exposure.id)
      order by exposure.template_id, ${IN_NO_ARM}, coalesce(exposure.session_key, exposure.id)`,
    values,
  )
}

/** Where no session can be cold, the probability is that of the template alone. */
const IS_DRAWN = `exposure.propensity is not null and exposure.experiment is distinct from '${EVERYDAY}'`
const DRAWN = `case when ${IS_DRAWN} then exposure.arm end`
/** What was handed out without an arm is counted by itself. */
const IN_NO_ARM = 'case when exposure.arm is null then 1 else 0 end'

/** Sessions change for a while; a session that has not changed for so long is left as it was settled. */
const SETTLED_FOR_GOOD_MS = 90 * 24 * 60 * 60 * 1000

/**
 * Writes into the ledger how the sessions went that have come back: calls with a known outcome, errors, and those by the agent's fault.
 * Only what changed since it was last written. An entry that names no agent, and whose session two agents have, stays open: it is not
 * known which of them it was. Returns how many entries that were.
 */
export const settleExposures = async (connection: Connection, now: number): Promise<number> => {
  const found = await connection.all<{ id: string; session_id: string; state: string }>(
    `select exposure.id, session.id as session_id, ${STATE} as state
       from exposure join session on session.native_id = exposure.session_key and session.owner = exposure.owner
        and (exposure.source is null or exposure.source = session.source)
      where exposure.session_key is not null and exposure.at > ?
        and (exposure.settled_from is null or exposure.settled_from <> ${STATE})
        and (exposure.source is not null or not exists (
              select 1 from session as other where other.native_id = session.native_id and other.owner = session.owner
                 and other.source <> session.source))
      order by exposure.id`,
    [now - SETTLED_FOR_GOOD_MS],
  )
  if (found.length === 0) return 0
  const figures = await figuresOf(connection, [...new Set(found.map((each) => each.session_id))])
  await connection.transaction(async (transaction) => {
    for (const { id, session_id, state } of found) {
      const { calls = 0, errors = 0, agent_errors = 0 } = figures.get(session_id) ?? {}
      await transaction.run(
        `update exposure set session_id = ?, calls = ?, errors = ?, agent_errors = ?, settled_at = ?, settled_from = ?
          where id = ?`,
        [session_id, calls, errors, agent_errors, now, state, id],
      )
    }
  })
  return found.length
}

/** Differs whenever the session does. */
const STATE = `(session.id || '/' || cast(session.messages as text) || '/' || cast(session.ok_calls as text) || '/' ||
  cast(session.error_calls as text) || '/' || cast(session.unknown_calls as text))`

interface SessionFigures extends Row {
  session_id: string
  calls: number
  errors: number
  agent_errors: number
}

/** Copies, seeded calls and bookkeeping left out, a person's word before the ladder's. */
const figuresOf = async (connection: Connection, ids: readonly string[]): Promise<Map<string, SessionFigures>> => {
  const rows = await allIn<SessionFigures>(
    connection,
    `select call.session_id, ${count(`${OUTCOME} in ('ok', 'error')`)} as calls, ${count(`${OUTCOME} = 'error'`)} as errors,
            ${count(`${OUTCOME} = 'error' and ${CAUSE} = 'agent'`)} as agent_errors
       from call ${WITH_OVERRULE} where call.session_id in ${IN_LIST} and ${COUNTED} and call.trivial = 0
      group by call.session_id`,
    ids,
  )
  return new Map(rows.map((row) => [row.session_id, row]))
}

const count = (condition: string): string => `cast(sum(case when ${condition} then 1 else 0 end) as bigint)`
