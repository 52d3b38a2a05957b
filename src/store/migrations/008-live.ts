import type { Engine } from '../connection.ts'

/**
 * Sessions that we run ourselves, with their messages in full. Leases say who may go on with something (a turn of a session, a
 * chat, a job) and end by themselves when their holder dies.
 */
export const liveMigration = ({ textType: text }: Engine): string[] => [
  `create table live_session (
    id ${text} primary key, owner ${text} not null, platform ${text} not null, project ${text}, cwd ${text}, sandbox ${text},
    model ${text}, title ${text}, system_prompt ${text}, parent_session ${text}, parent_kind ${text},
    started_at bigint not null, last_at bigint not null, ended_at bigint, end_reason ${text},
    input_tokens bigint, output_tokens bigint, cache_read_tokens bigint, cache_write_tokens bigint,
    changed bigint not null)`,
  'create index live_session_by_owner on live_session (owner, last_at)',
  'create index live_session_changed on live_session (changed)',

  // "data" is what a role has beyond its words, as JSON.
  `create table live_message (
    session_id ${text} not null, position bigint not null, role ${text} not null, at bigint not null,
    is_active bigint not null, message_id ${text}, text ${text} not null, data ${text} not null,
    primary key (session_id, position))`,
  'create unique index live_message_once on live_message (session_id, message_id)',

  // A call that was begun but has no result was interrupted: what it did is unknown, so it is not run again.
  `create table live_call (
    session_id ${text} not null, call_id ${text} not null, begun_at bigint not null,
    primary key (session_id, call_id))`,

  `create table lease (name ${text} primary key, holder ${text} not null, until bigint not null)`,
]
