import type { Connection } from '../connection.ts'
import { upsertSql } from '../statement.ts'
import { type RecordOf, toNewValues } from '../table.ts'
import { OVERRULE } from '../tables.ts'

const WRITE = upsertSql(OVERRULE)

/** A person's word on a call; a second one replaces the first. */
export const writeOverrule = (connection: Connection, word: RecordOf<typeof OVERRULE>): Promise<number> =>
  connection.run(WRITE, toNewValues(OVERRULE, word))

/** Takes a person's word back; returns whether there was one. */
export const deleteOverrule = async (connection: Connection, callId: string): Promise<boolean> =>
  (await connection.run('delete from overrule where call_id = ?', [callId])) > 0

/** Moves what persons said of these calls to the calls in their place, in this order. Most calls have no such word. */
export const moveOverrules = async (
  connection: Connection,
  moved: readonly { id: string; by: string }[],
): Promise<void> => {
  if (moved.length === 0 || (await connection.all('select call_id from overrule limit 1')).length === 0) return
  for (const { id, by } of moved) await moveOverrule(connection, id, by)
}

/** A person's word follows the call when an earlier copy of it turns up; a word already there stays. */
export const moveOverrule = (connection: Connection, from: string, to: string): Promise<number> =>
  connection.run(
    'update overrule set call_id = ? where call_id = ? and not exists (select 1 from overrule where call_id = ?)',
    [to, from, to],
  )
