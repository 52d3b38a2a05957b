import { EVERYDAY } from '../../schema/arm.ts'
import { HINT } from '../../schema/delivery-event.ts'
import type { Connection, Row } from '../connection.ts'
import { type Condition, given, where } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
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

/**
 * One session and one template: what the session was given or denied. It counts once, in one arm; what it got without
 * an arm is counted separately.
 */
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
  /** For the cold arm, the probability of being cold; for the warm arm, that of being warm and given this template. */
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
/** Entries without an arm are counted separately. */
const IN_NO_ARM = 'case when exposure.arm is null then 1 else 0 end'
