import type { Engine } from '../connection.ts'

/**
 * Tokens of single messages of a model, where the message has an id. Forks and hand-overs copy messages, and a sub-agent's file adds to its
 * session: the tokens of a session are the sum of its messages that are no copies. Sessions read before get them when their files are read again.
 */
export const messageUsageMigration = ({ textType: text }: Engine): string[] => [
  `create table message_usage (
    session_id ${text} not null, key ${text} not null, input_tokens bigint, output_tokens bigint, cache_read_tokens bigint,
    cache_write_tokens bigint, is_copy bigint not null default 0,
    primary key (session_id, key))`,
  'create index message_usage_key on message_usage (key)',
]
