import type { Connection, Row } from '../connection.ts'
import { UNDER_PATH, underPath } from './file.ts'
import { OWNED } from './session-filter.ts'

export interface SourceTotals extends Row {
  source: string
  sessions: number
  ok: number
  failed: number
  unknown: number
}

/** Sums of bigint are wider than bigint on PostgreSQL, hence the casts. */
const TOTALS = `count(*) as sessions, cast(sum(ok_calls) as bigint) as ok, cast(sum(error_calls) as bigint) as failed,
  cast(sum(unknown_calls) as bigint) as unknown`

/** Sums the counters of all sessions per source. Sessions without an owner are left out. */
export const totalsBySource = (connection: Connection): Promise<SourceTotals[]> =>
  connection.all<SourceTotals>(`select source, ${TOTALS} from session where ${OWNED} group by source order by source`)

/** Sums the sessions whose files lie at or below a path, per source. */
export const totalsUnder = (connection: Connection, path: string): Promise<SourceTotals[]> =>
  connection.all<SourceTotals>(
    `select session.source, ${TOTALS} from session join file on file.id = session.file_id
      where ${UNDER_PATH} and ${OWNED} group by session.source order by session.source`,
    underPath(path),
  )
