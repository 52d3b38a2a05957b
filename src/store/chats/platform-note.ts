import type { Connection } from '../connection.ts'
import { insertRecord } from '../statement.ts'
import { integer, optional, table, text } from '../table.ts'

/** What a platform has to remember: how far it has read, which requests it has seen. */
export const PLATFORM_NOTE = table('platform_note', ['platform', 'name'], {
  platform: text,
  name: text,
  value: text,
  until: optional(integer),
})

/** What a platform has kept under a name; undefined where there is nothing, or its time is over. */
export const readNote = async (
  connection: Connection,
  platform: string,
  { name, now }: { name: string; now: number },
): Promise<string | undefined> => {
  const [row] = await connection.all<{ value: string }>(
    'select value from platform_note where platform = ? and name = ? and (until is null or until > ?)',
    [platform, name, now],
  )
  return row?.value
}

export const writeNote = async (
  connection: Connection,
  platform: string,
  { name, value, until }: { name: string; value: string; until?: number | undefined },
): Promise<void> => {
  const replace = 'on conflict (platform, name) do update set value = excluded.value, until = excluded.until'
  await insertRecord(connection, PLATFORM_NOTE, { platform, name, value, until }, replace)
}

/** Replaces a note if it still has the value `from` (undefined: it did not exist). False if another writer was faster. */
export const swapNote = async (
  connection: Connection,
  platform: string,
  { name, from, to }: { name: string; from: string | undefined; to: string },
): Promise<boolean> =>
  from === undefined
    ? (await insertRecord(
        connection,
        PLATFORM_NOTE,
        { platform, name, value: to, until: undefined },
        'on conflict (platform, name) do nothing',
      )) > 0
    : (await connection.run('update platform_note set value = ? where platform = ? and name = ? and value = ?', [
        to,
        platform,
        name,
        from,
      ])) > 0

/** True once: for the first to write it while an earlier one is not over. Used for what may happen only once. */
export const claimNote = async (
  connection: Connection,
  platform: string,
  { name, now, until }: { name: string; now: number; until: number },
): Promise<boolean> =>
  (await connection.run(
    `insert into platform_note (platform, name, value, until) values (?, ?, '', ?)
       on conflict (platform, name) do update set until = excluded.until where platform_note.until <= ?`,
    [platform, name, until, now],
  )) > 0

export const deleteNote = (connection: Connection, platform: string, name: string): Promise<number> =>
  connection.run('delete from platform_note where platform = ? and name = ?', [platform, name])

export const pruneNotes = (connection: Connection, now: number): Promise<number> =>
  connection.run('delete from platform_note where until <= ?', [now])
