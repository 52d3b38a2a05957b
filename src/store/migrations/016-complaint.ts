import type { Engine } from '../connection.ts'

/**
 * What failed and masked calls complain about, read while the whole result is in memory, and beside each call the time of its result and the
 * directory it ran in. Calls written before get them when their files are read again.
 */
export const complaintMigration = ({ textType: text }: Engine): string[] => [
  'alter table call add column result_at bigint',
  `alter table call add column cwd ${text}`,
  `create table complaint (
    call_id ${text} not null, ordinal bigint not null, program ${text} not null, code ${text} not null, subject ${text} not null,
    line ${text} not null, key ${text} not null, place ${text} not null,
    primary key (call_id, ordinal))`,
]
