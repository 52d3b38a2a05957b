import type { Connection } from './connection.ts'
import { upsertSql } from './statement.ts'
import { table, text } from './table.ts'

/** How many migrations the tables of a store have seen that this program reads and writes. A test holds it to their number. */
export const SCHEMA_VERSION = 28

export const META = table('meta', ['key'], { key: text, value: text })

const WRITE = upsertSql(META)

/** Single values about the store as a whole. */
export const readMeta = async (connection: Connection, key: string): Promise<string | undefined> => {
  const [row] = await connection.all<{ value: string }>('select value from meta where key = ?', [key])
  return row?.value
}

export const writeMeta = (connection: Connection, key: string, value: string): Promise<number> =>
  connection.run(WRITE, [key, value])
