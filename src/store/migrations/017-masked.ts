import type { Engine } from '../connection.ts'

/** What hid failures in a session, and how many calls its errors took, beside the rest of its tally. Tallies made before are made anew. */
export const maskedMigration = ({ textType: text }: Engine): string[] => [
  `alter table tally add column masks ${text} not null default ''`,
  'alter table tally add column spent bigint not null default 0',
]
