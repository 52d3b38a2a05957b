import type { DatabaseSync } from 'node:sqlite'

/**
 * From here on, this connection has these tables in memory, with the rows they have now: a table of the same name in the database
 * of temporary tables is found first. Nothing of it reaches the disk, since temporary tables are kept in memory here.
 */
export const copyIntoMemory = (database: DatabaseSync, tables: readonly string[]): void => {
  for (const table of tables) {
    const known = database.prepare('select 1 from temp.sqlite_master where name = ?').get(table)
    if (known !== undefined) continue
    const made = database
      .prepare('select type, name, sql from main.sqlite_master where tbl_name = ? and sql is not null order by rowid')
      .all(table) as { type: string; name: string; sql: string }[]
    for (const { type, name, sql } of made) {
      database.exec(sql.replace(MADE, (head) => `${head.trimEnd()} temp.`))
      if (type === 'table') database.exec(`insert into temp.${name} select * from main.${name}`)
    }
  }
}

/** How SQLite keeps what a table or an index was made with: these words, then its name. */
const MADE = /^create (?:table|index|unique index) /i
