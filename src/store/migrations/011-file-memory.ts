import type { Engine } from '../connection.ts'

/**
 * What a reader remembers of a file can be long, and every sync reads all cursors: at the end of the row it is not walked over for the
 * columns behind it.
 */
export const fileMemoryMigration = ({ textType: text }: Engine): string[] => [
  `alter table file add column memory ${text}`,
  'update file set memory = saved',
  'alter table file drop column saved',
]
