import type { Connection, Value } from '../connection.ts'
import { upsertSql, writeRows } from '../statement.ts'
import { COMPACTION, TURN } from '../tables.ts'

/** If two files hold the same turn, the same file always wins, in any order of reading. */
const REPLACE_TURN = upsertSql(
  TURN,
  ' where excluded.rank < turn.rank or (excluded.rank = turn.rank and excluded.file_id >= turn.file_id)',
)

export const writeTurns = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  await writeRows(connection, TURN, rows, REPLACE_TURN)
}

export const writeCompactions = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  await writeRows(connection, COMPACTION, rows)
}

/** Before a file that was known is read from its start again: its turns and compactions may have got other numbers. */
export const dropTurns = async (connection: Connection, fileId: string): Promise<void> => {
  await connection.run('delete from turn where file_id = ?', [fileId])
  await connection.run('delete from compaction where file_id = ?', [fileId])
}

/** How often the agents of all sessions have compacted their conversation. */
export const countCompactions = async (connection: Connection): Promise<number> => {
  const [row] = await connection.all<{ n: number }>('select count(*) as n from compaction')
  return row?.n ?? 0
}
