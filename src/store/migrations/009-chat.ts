import type { Engine } from '../connection.ts'

/**
 * Sessions of chats: which live session a chat is in, and the one before it, so that a reset can be undone. The three clocks
 * mean different things: `started_at` is what daily resets go by, `interacted_at` what idle ones go by, `updated_at` what lists
 * go by. `is_spoken`: a person has said something in this session. `notice` is what is still to be told about a reset.
 * No index on the clocks: every message would have to write it, and a list of a hundred thousand is read in a moment.
 */
export const chatMigration = ({ textType: text }: Engine): string[] => [
  `create table chat_session (
    key ${text} primary key, shape ${text} not null, session_id ${text} not null, owner ${text} not null,
    platform ${text} not null, chat_type ${text} not null, display_name ${text} not null, source ${text} not null,
    created_at bigint not null, started_at bigint not null, interacted_at bigint not null, updated_at bigint not null,
    is_spoken bigint not null, previous_session ${text}, previous_reason ${text}, previous_at bigint, previous_had_activity bigint,
    notice ${text}, metadata ${text} not null)`,
  'create unique index chat_session_by_session on chat_session (session_id)',
]
