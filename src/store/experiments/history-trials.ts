import type { Connection } from '../connection.ts'
import { given, where } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
import { SESSION, TALLY } from '../tables.ts'

const OF_SESSION = pick(SESSION, 'id native_id:sessionKey model started_at:startedAt cost_usd:costUsd')
const OF_TALLY = pick(TALLY, 'task_type:taskType calls agent:agentErrors')
type Figures = RowOf<typeof OF_SESSION> & RowOf<typeof OF_TALLY> & { tokens: number | null }

/** A session of the history: what it was given, and how it went. */
export type HistorySession = Figures & { isGiven: boolean }

/** Sessions of an owner that made calls, in a project or in all: those that were given a template or a lesson, and the others. */
export const historySessions = async (
  connection: Connection,
  owner: string,
  project: string | null,
): Promise<HistorySession[]> => {
  const { sql, values } = where(
    ['session.owner = ?', owner],
    'tally.calls > 0',
    given('session.project = ?', project ?? undefined),
  )
  const rows = await connection.all<Figures & { given: number }>(
    `select ${OF_SESSION}, ${OF_TALLY}, session.input_tokens + session.output_tokens as tokens,
            case when exists (select 1 from lesson_draw where lesson_draw.owner = session.owner
                   and lesson_draw.session_key = session.native_id and lesson_draw.given = 1)
                or exists (select 1 from exposure where exposure.owner = session.owner
                   and exposure.session_key = session.native_id and coalesce(exposure.arm, 'warm') = 'warm')
              then 1 else 0 end as given
       from session join tally on tally.session_id = session.id where ${sql} order by session.started_at, session.id`,
    values,
  )
  return rows.map(({ given, ...row }) => ({ ...row, isGiven: given === 1 }))
}
