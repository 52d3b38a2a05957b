import type { Engine } from '../connection.ts'

/**
 * Background processes: those that run, those that ended, and who must be told. A row is written before its process
 * starts. `machine` and `home` say which host holds it, so that machines that share a store leave each other's
 * processes alone. A running row with `ended_by` was asked to end. `kept_bytes` and `kept_chars` say where the readable
 * output begins; `watched_chars` and `told_chars` say how much of it was searched and told, so that nothing is told
 * twice.
 */
export const processMigration = ({ textType: text }: Engine): string[] => [
  `create table process (
    id ${text} primary key, machine ${text} not null, home ${text} not null, owner ${text} not null,
    command ${text} not null, workdir ${text} not null, pty bigint not null, backend ${text} not null, target ${text} not null,
    scope_kind ${text}, scope_id ${text}, session_key ${text}, persist bigint not null, notify bigint not null,
    watch_patterns ${text} not null, check_interval_s bigint, state ${text} not null, pid bigint, started_at bigint not null,
    exited_at bigint, exit_code bigint, ended_by ${text}, consumed bigint not null,
    kept_bytes bigint not null, kept_chars bigint not null,
    watched_chars bigint not null, told_chars bigint not null)`,
  'create index process_by_place on process (machine, home)',
  `create table process_notice (
    id ${text} primary key, process_id ${text} not null, session_key ${text} not null, type ${text} not null,
    at bigint not null, text ${text} not null)`,
  'create index process_notice_by_session on process_notice (session_key)',
]
