import type { Engine } from '../connection.ts'

/**
 * Which lessons a session was given and which were withheld from it, with the probability, and what came of it. `lesson_trial` keeps
 * what a lesson is about, because a lesson that works is not found any more after a while. `lesson_pool` says which kinds of lesson
 * have a verdict.
 */
export const lessonDrawMigration = ({ textType: text }: Engine): string[] => [
  `create table lesson_draw (
    owner ${text} not null, source ${text} not null, session_key ${text} not null, lesson_id ${text} not null,
    moment ${text} not null, at bigint not null, given bigint not null, probability double precision not null,
    session_id ${text}, repeated bigint, could bigint, spent bigint, settled_at bigint, settled_from ${text},
    primary key (owner, source, session_key, lesson_id))`,
  'create index lesson_draw_by_lesson on lesson_draw (lesson_id, at)',
  `create table lesson_trial (
    lesson_id ${text} primary key, repository ${text} not null, kind ${text} not null, code ${text} not null,
    program ${text} not null, subject ${text} not null, sentence ${text} not null, before_sessions bigint not null,
    before_of bigint not null, began_at bigint not null, verdict ${text}, judged_at bigint)`,
  `create table lesson_pool (kind ${text} primary key, verdict ${text} not null, settled_at bigint not null)`,
]
