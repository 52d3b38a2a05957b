import type { Connection, Value } from '../connection.ts'
import { allIn, IN_LIST, runIn } from '../statement.ts'
import { COMPLAINT } from '../tables.ts'

/** The complaints of one call, as rows; `call` is the index of its row among those written together. */
export interface ComplaintRows {
  call: number
  rows: Value[][]
}

/** Puts the complaints of these calls in place of those that are stored for them. */
export const replaceComplaints = async (
  connection: Connection,
  callIds: readonly Value[],
  rows: readonly Value[][],
): Promise<void> => {
  await dropComplaints(connection, callIds)
  await connection.insertNew(COMPLAINT, rows)
}

/** Complaints go with their calls. */
export const dropComplaints = (connection: Connection, callIds: readonly Value[]): Promise<void> =>
  runIn(connection, `delete from complaint where call_id in ${IN_LIST}`, callIds)

/** Which of these calls have complaints. */
export const complainedCalls = async (connection: Connection, callIds: readonly Value[]): Promise<Set<string>> => {
  const sql = `select distinct call_id from complaint where call_id in ${IN_LIST}`
  const rows = await allIn<{ call_id: string }>(connection, sql, callIds)
  return new Set(rows.map((row) => row.call_id))
}
