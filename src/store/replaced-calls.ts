import { settleCopies } from './call.ts'
import type { Connection } from './connection.ts'
import { IN_LIST, inLists } from './in-list.ts'
import { moveOverrule } from './overrule.ts'
import { recountSessions } from './session.ts'

/**
 * After files were read whole once more with their content unchanged: calls that this run did not see again were made by
 * another version of the parser. They go, and a person's word on one of them moves to the call that took its place.
 * Sessions that the run did not come across keep everything.
 */
export const dropReplaced = async (connection: Connection, fileIds: readonly string[], run: number): Promise<void> => {
  const sessions = new Set<string>()
  const copyKeys = new Set<string>()
  for (const files of inLists(fileIds)) {
    const stale = await connection.all<{ id: string; session_id: string; call_id: string; copy_key: string }>(
      `select id, session_id, call_id, copy_key from call where file_id in ${IN_LIST} and seen_in < ?
          and session_id in (select session_id from call where seen_in = ?)`,
      [...files, run, run],
    )
    for (const call of stale) {
      const [heir] = await connection.all<{ id: string }>(
        'select id from call where session_id = ? and call_id = ? and seen_in = ? order by position limit 1',
        [call.session_id, call.call_id, run],
      )
      if (heir !== undefined) await moveOverrule(connection, call.id, heir.id)
      sessions.add(call.session_id)
      copyKeys.add(call.copy_key)
    }
    for (const ids of inLists(stale.map((call) => call.id))) {
      await connection.run(`update call set copy_of = null where copy_of in ${IN_LIST}`, ids)
      await connection.run(`delete from call where id in ${IN_LIST}`, ids)
    }
  }
  if (sessions.size === 0) return
  await settleCopies(connection, [...copyKeys], sessions)
  await recountSessions(connection, sessions)
}
