import type { Connection, Value } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'
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
export const dropComplaints = async (connection: Connection, callIds: readonly Value[]): Promise<void> => {
  for (const go of inLists(callIds)) await connection.run(`delete from complaint where call_id in ${IN_LIST}`, go)
}

/** Which of these calls have complaints. */
export const complainedCalls = async (connection: Connection, callIds: readonly Value[]): Promise<Set<string>> => {
  const found = new Set<string>()
  for (const go of inLists(callIds)) {
    const rows = await connection.all<{ call_id: string }>(
      `select distinct call_id from complaint where call_id in ${IN_LIST}`,
      go,
    )
    for (const row of rows) found.add(row.call_id)
  }
  return found
}
