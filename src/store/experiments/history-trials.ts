import type { Connection, Row } from '../connection.ts'

/** A session of the history with what it was given and how it went. */
export interface HistorySession {
  /** Ours. */
  id: string
  sessionKey: string
  isGiven: boolean
  model: string | null
  taskType: string | null
  startedAt: number | null
  calls: number
  agentErrors: number
  tokens: number | null
  costUsd: number | null
}

/** Sessions of an owner that made calls, in a project or in all: those that were given a template or a lesson, and the others. */
export const historySessions = async (
  connection: Connection,
  owner: string,
  project: string | null,
): Promise<HistorySession[]> => {
  const rows = await connection.all<HistoryRow>(
    `select session.id, session.native_id as "sessionKey", session.model, tally.task_type as "taskType", session.started_at as "startedAt",
            tally.calls, tally.agent as "agentErrors", session.cost_usd as "costUsd",
            session.input_tokens + session.output_tokens as tokens,
            case when exists (select 1 from lesson_draw where lesson_draw.owner = session.owner
                   and lesson_draw.session_key = session.native_id and lesson_draw.given = 1)
                or exists (select 1 from exposure where exposure.owner = session.owner
                   and exposure.session_key = session.native_id and coalesce(exposure.arm, 'warm') = 'warm')
              then 1 else 0 end as given
       from session join tally on tally.session_id = session.id
      where session.owner = ? and tally.calls > 0 ${project === null ? '' : 'and session.project = ?'}
      order by session.started_at, session.id`,
    project === null ? [owner] : [owner, project],
  )
  return rows.map(({ given, ...row }) => ({ ...row, isGiven: given === 1 }))
}

interface HistoryRow extends Row {
  id: string
  sessionKey: string
  model: string | null
  taskType: string | null
  startedAt: number | null
  calls: number
  agentErrors: number
  tokens: number | null
  costUsd: number | null
  given: number
}
