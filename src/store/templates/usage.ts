import { AGAIN, HINT } from '../../schema/delivery-event.ts'
import type { Connection, Row } from '../connection.ts'

/** What the ledger says of one template: doses that were given. What was withheld, given again or only hinted at is none. */
export interface Usage {
  uses: number
  outcomes: number
  successes: number
  lastUsedAt: number | null
  /** Sessions that came back through `sync`, with the sums that a rate over sessions needs: x errors by the agent's fault of n calls. */
  returned: { clusters: number; x: number; n: number; xx: number; xn: number; nn: number }
}

/** Sums of the ledger by template id, of all templates of an owner or of one; those never used are not in it. */
export const readTemplateUsage = async (
  connection: Connection,
  owner: string,
  templateId?: string,
): Promise<Map<string, Usage>> => {
  const values = templateId === undefined ? [owner] : [owner, templateId]
  const which = `owner = ?${templateId === undefined ? '' : ' and template_id = ?'} and arm is distinct from 'cold'
    and coalesce(event, '') not in ('${HINT}', '${AGAIN}')`
  const uses = await connection.all<Row & { id: string; uses: number; last: number }>(
    `select template_id as id, count(*) as uses, max(at) as last from exposure where ${which} group by template_id`,
    values,
  )
  // A session that was given it twice has one outcome.
  const outcomes = await connection.all<Row & { id: string; known: number; ok: number }>(
    `select id, count(*) as known, cast(sum(case when outcome = 'ok' then 1 else 0 end) as bigint) as ok from (
       select template_id as id, max(outcome) as outcome from exposure
        where ${which} and outcome in ('ok', 'failed') group by template_id, coalesce(session_key, id)) as one group by id`,
    values,
  )
  const sessions = await connection.all<Row & { id: string } & Usage['returned']>(
    `select id, count(*) as clusters, ${sums('x', 'n', 'x * x as xx', 'x * n as xn', 'n * n as nn')} from (
       select template_id as id, max(agent_errors) as x, max(calls) as n from exposure
        where ${which} and calls > 0 group by template_id, session_key) as one group by id`,
    values,
  )
  const returned = new Map(sessions.map(({ id, ...each }) => [id, each]))
  const reported = new Map(outcomes.map((each) => [each.id, each]))
  const none = { clusters: 0, x: 0, n: 0, xx: 0, xn: 0, nn: 0 }
  return new Map(
    uses.map(({ id, uses: count, last }) => {
      const { known = 0, ok = 0 } = reported.get(id) ?? {}
      const figures = { outcomes: known, successes: ok, returned: returned.get(id) ?? none }
      return [id, { uses: count, lastUsedAt: last, ...figures }]
    }),
  )
}

/** Sums of bigint are wider than bigint on PostgreSQL, hence the casts. */
const sums = (...terms: string[]): string =>
  terms
    .map((term) => term.split(' as '))
    .map(([term = '', name = term]) => `cast(sum(${term}) as bigint) as ${name}`)
    .join(', ')
