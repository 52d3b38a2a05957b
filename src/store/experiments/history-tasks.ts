import type { Connection, Row } from '../connection.ts'

/** The first message of a session, where it was said and when. */
export interface FirstMessage {
  sessionId: string
  sessionKey: string
  root: string
  text: string
  at: number
}

/** First messages that a person typed in sessions of a project, whole ones only, the newest first. */
export const firstMessages = (
  connection: Connection,
  owner: string,
  { project, limit }: { project: string; limit: number },
): Promise<FirstMessage[]> =>
  connection.all<Row & FirstMessage>(
    `select session.id as "sessionId", session.native_id as "sessionKey", coalesce(session.root, session.cwd, session.project) as root,
            turn.text, coalesce(turn.at, session.started_at) as at
       from session join turn on turn.session_id = session.id
      where session.owner = ? and session.project = ? and turn.synthetic = 0 and turn.chars = length(turn.text)
        and coalesce(turn.at, session.started_at) is not null
        and turn.turn = (select min(first.turn) from turn as first where first.session_id = session.id
                            and first.agent = turn.agent and first.synthetic = 0)
        and turn.agent = (select min(main.agent) from turn as main where main.session_id = session.id)
      order by at desc, session.id limit ?`,
    [owner, project, limit],
  )

/** Arguments of the calls of a session that worked and whose arguments were kept whole, the last first. */
export const workingCalls = (connection: Connection, sessionId: string): Promise<{ args: string }[]> =>
  connection.all<{ args: string }>(
    `select args_head as args from call where session_id = ? and outcome = 'ok' and masked = 0 and seeded = 0
        and args_head is not null and coalesce(args_tail, '') = '' order by position desc`,
    [sessionId],
  )
