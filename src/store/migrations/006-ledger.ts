import type { Engine } from '../connection.ts'

/**
 * Adds to the ledger the columns by which an entry finds its session, and how that session went. `delivery` records
 * what a live session was given, so that it gets one dose in all.
 */
export const ledgerMigration = ({ textType: text }: Engine): string[] => [
  `alter table exposure add column source ${text}`,
  `alter table exposure add column project ${text}`,
  `alter table exposure add column event ${text}`,
  `alter table exposure add column experiment ${text}`,
  `alter table exposure add column session_id ${text}`,
  'alter table exposure add column calls bigint',
  'alter table exposure add column errors bigint',
  'alter table exposure add column agent_errors bigint',
  'alter table exposure add column settled_at bigint',
  `alter table exposure add column settled_from ${text}`,
  'create index exposure_by_session on exposure (owner, session_key)',
  // A hook reads the newest entries of a template, however many there are.
  'create index exposure_newest on exposure (template_id, at)',
  'drop index exposure_by_template',
  `create table delivery (
    owner ${text} not null, source ${text} not null, session_key ${text} not null, at bigint not null,
    prompted_at bigint, arm ${text}, exposure_id ${text}, template_id ${text}, version bigint, given ${text},
    hints ${text} not null, primary key (owner, source, session_key))`,
]
