import type { Connection } from './connection.ts'

/** Single values about the store as a whole. */
export const readMeta = async (connection: Connection, key: string): Promise<string | undefined> => {
  const [row] = await connection.all<{ value: string }>('select value from meta where key = ?', [key])
  return row?.value
}

export const writeMeta = (connection: Connection, key: string, value: string): Promise<number> =>
  connection.run('insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value', [
    key,
    value,
  ])
