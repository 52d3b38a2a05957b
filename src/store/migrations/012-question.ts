import type { Engine } from '../connection.ts'

/** What a turn in a chat has asked permission for and waits for. A row is there as long as the turn waits. */
export const questionMigration = ({ textType: text }: Engine): string[] => [
  `create table chat_question (
    id ${text} primary key, session_key ${text} not null, code ${text} not null, gateway ${text} not null,
    words ${text} not null, asked_at bigint not null, until bigint not null, answer ${text}, answered_by ${text})`,
  'create index chat_question_by_session on chat_question (session_key)',
]
