import type { Connection, Row } from '../connection.ts'
import { CAUSE, COUNTED, OUTCOME, WITH_OVERRULE } from '../facts/judged-call.ts'
import { allIn, IN_LIST } from '../statement.ts'

/** Sessions change for a while; a session that has not changed for so long is left as it was settled. */
const SETTLED_FOR_GOOD_MS = 90 * 24 * 60 * 60 * 1000

/**
 * Writes into the ledger how the sessions went that have come back: calls with a known outcome, errors, and those by the agent's fault.
 * Only what changed since it was last written. An entry that names no agent, and whose session two agents have, stays open: it is not
 * known which of them it was. Returns how many entries that were.
 */
export const settleExposures = async (connection: Connection, now: number): Promise<number> => {
  const found = await connection.all<{ id: string; session_id: string; state: string }>(
    `select exposure.id, session.id as session_id, ${SESSION_STATE} as state
       from exposure join session on session.native_id = exposure.session_key and session.owner = exposure.owner
        and (exposure.source is null or exposure.source = session.source)
      where exposure.session_key is not null and exposure.at > ?
        and (exposure.settled_from is null or exposure.settled_from <> ${SESSION_STATE})
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
export const SESSION_STATE = `(session.id || '/' || cast(session.messages as text) || '/' || cast(session.ok_calls as text) || '/' ||
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
