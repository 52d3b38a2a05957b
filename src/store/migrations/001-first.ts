import type { Engine } from '../connection.ts'

/**
 * Facts of imported history. Columns are text, bigint and double on both engines, JSON is text, booleans are 0 and 1.
 * Wide excerpts stand at the end of `call`, so that counting reads the indices and not the texts.
 */
export const firstMigration = ({ textType: text }: Engine): string[] => [
  `create table meta (key ${text} primary key, value ${text} not null)`,

  // Where reading stopped, per file. "read_to" is a byte offset; "saved" is the parser's and the pairing's memory.
  `create table file (
    id ${text} primary key, machine ${text} not null, source ${text} not null, path ${text} not null,
    root ${text} not null, shape ${text} not null, size bigint not null, modified_at bigint not null,
    read_to bigint not null, line bigint not null, mark ${text} not null, saved ${text}, version ${text} not null,
    state ${text} not null)`,

  `create table session (
    id ${text} primary key, source ${text} not null, native_id ${text} not null, owner ${text} not null,
    project ${text}, platform ${text}, cwd ${text}, model ${text}, title ${text}, agent_version ${text},
    started_at bigint, last_at bigint, end_reason ${text}, parent_session ${text}, parent_kind ${text},
    messages bigint not null, user_messages bigint not null, input_tokens bigint, output_tokens bigint,
    cache_read_tokens bigint, cache_write_tokens bigint, cost_usd double precision, rank bigint not null,
    file_id ${text} not null, made_by ${text} not null,
    ok_calls bigint not null default 0, error_calls bigint not null default 0, unknown_calls bigint not null default 0)`,
  'create index session_by_native_id on session (native_id)',
  'create index session_by_source on session (source, started_at)',

  `create table call (
    id ${text} primary key, session_id ${text} not null, agent ${text}, call_id ${text} not null,
    tool ${text} not null, kind ${text} not null, trivial bigint not null, outcome ${text} not null, cause ${text},
    rung ${text} not null, rule ${text} not null, evidence ${text} not null, masked bigint not null,
    position bigint not null, context_tokens bigint, seeded bigint not null, at bigint,
    file_id ${text} not null, line bigint not null, block bigint not null, result_line bigint not null,
    rank bigint not null, copy_key ${text} not null, copy_of ${text}, copies bigint not null, turn bigint not null,
    made_by ${text} not null, seen_in bigint not null, subject ${text} not null, intent ${text} not null, input ${text} not null,
    args_chars bigint, result_chars bigint,
    args_head ${text}, args_tail ${text}, result_head ${text}, result_tail ${text})`,
  'create index call_by_session on call (session_id, position, outcome, seeded, copy_of)',
  'create index call_by_copy on call (copy_key)',

  `create table turn (
    session_id ${text} not null, agent ${text} not null, turn bigint not null, at bigint, file_id ${text} not null,
    rank bigint not null, line bigint not null, synthetic bigint not null, chars bigint not null, text ${text} not null,
    primary key (session_id, agent, turn))`,

  `create table compaction (
    session_id ${text} not null, agent ${text} not null, line bigint not null, at bigint, file_id ${text} not null,
    kind ${text} not null, trigger_word ${text}, tokens_before bigint, position bigint not null,
    primary key (session_id, agent, line))`,

  `create table issue (
    file_id ${text} not null, line bigint not null, code ${text} not null, message ${text} not null,
    primary key (file_id, line, code))`,

  // A person's word. Keyed by the call's identity and joined when reading, so that no rebuild can drop it.
  `create table overrule (
    call_id ${text} primary key, outcome ${text} not null, cause ${text}, note ${text}, by_owner ${text} not null,
    at bigint not null)`,
]
