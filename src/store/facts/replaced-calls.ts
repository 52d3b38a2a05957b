import { settleCopies } from './call.ts'
import { dropComplaints } from './complaint.ts'
import type { Connection } from '../connection.ts'
import { allIn, IN_LIST, runIn } from '../statement.ts'
import { moveOverrule } from './overrule.ts'
import { recountSessions } from './session.ts'

/** Calls that were written under an id that they turned out not to have: a person's word on one moves along. */
export const dropRenamed = async (
  connection: Connection,
  renamed: readonly { id: string; by: string }[],
): Promise<void> => {
  for (const { id, by } of renamed) await moveOverrule(connection, id, by)
  await dropCalls(
    connection,
    renamed.map((call) => call.id),
  )
}

const dropCalls = async (connection: Connection, ids: readonly string[]): Promise<void> => {
  await runIn(connection, `update call set copy_of = null where copy_of in ${IN_LIST}`, ids)
  await runIn(connection, `delete from call where id in ${IN_LIST}`, ids)
  await dropComplaints(connection, ids)
}

/**
 * After files were read whole once more with their content unchanged: calls that this run did not see again were made by
 * another version of the parser. They go, and a person's word on one of them moves to the call that took its place.
 * Sessions that the run did not come across keep everything.
 */
export const dropReplaced = async (connection: Connection, fileIds: readonly string[], run: number): Promise<void> => {
  const sessions = new Set<string>()
  const copyKeys = new Set<string>()
  const stale = await allIn<{ id: string; session_id: string; call_id: string; copy_key: string }>(
    connection,
    `select id, session_id, call_id, copy_key from call where file_id in ${IN_LIST} and seen_in < ?
        and session_id in (select session_id from call where seen_in = ?)`,
    fileIds,
    { after: [run, run] },
  )
  for (const call of stale) {
    const heir = await heirOf(connection, call, run)
    if (heir !== undefined) await moveOverrule(connection, call.id, heir)
    sessions.add(call.session_id)
    copyKeys.add(call.copy_key)
  }
  await dropCalls(
    connection,
    stale.map((call) => call.id),
  )
  if (sessions.size === 0) return
  await settleCopies(connection, [...copyKeys], sessions)
  await recountSessions(connection, sessions)
}

/** The call of the same id; for a script that counted as one call before, the only call inside it. */
const heirOf = async (
  connection: Connection,
  call: { session_id: string; call_id: string },
  run: number,
): Promise<string | undefined> => {
  const heirs = await connection.all<{ id: string; call_id: string }>(
    'select id, call_id from call where session_id = ? and call_id in (?, ?, ?) and seen_in = ? order by position',
    [call.session_id, call.call_id, `${call.call_id}/1`, `${call.call_id}/2`, run],
  )
  const same = heirs.find((heir) => heir.call_id === call.call_id)
  return same?.id ?? (heirs.length === 1 ? heirs[0]?.id : undefined)
}
