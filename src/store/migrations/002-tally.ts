import type { Engine } from '../connection.ts'

/**
 * What a session adds to the figures of the history, one row each, made anew when the session changed. The three texts
 * have a character per call: a history profile reads them instead of the calls.
 */
export const tallyMigration = ({ textType: text }: Engine): string[] => [
  'alter table session add column changed bigint not null default 1',
  // In the order in which sessions were held, the calls that are read next lie together. In the order of ids, reading
  // would jump through a large store.
  'create index session_changed on session (started_at, id) where changed = 1',
  `create table tally (
    session_id ${text} primary key, made_by ${text} not null,
    calls bigint not null, ok bigint not null, failed bigint not null, unknown bigint not null,
    trivial_ok bigint not null, trivial_failed bigint not null, trivial_unknown bigint not null,
    agent bigint not null, environment bigint not null, person bigint not null, expected bigint not null,
    not_run bigint not null, recovered bigint not null, recoverable bigint not null,
    task_type ${text}, opening ${text}, track ${text} not null, strata ${text} not null, marks ${text} not null,
    tools ${text} not null, errors ${text} not null, compactions ${text} not null)`,
]
