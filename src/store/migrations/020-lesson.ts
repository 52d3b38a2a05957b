import type { Engine } from '../connection.ts'

/**
 * Lessons as they were last found, with everything that a hook needs to give them. `lesson` and `lesson_source` are derived and made
 * anew when sessions change. `lesson_project` (one yes for a project) and `lesson_word` (a person's word on one lesson) are kept.
 */
export const lessonMigration = ({ textType: text }: Engine): string[] => [
  `create table lesson (
    repository ${text} not null, id ${text} not null, owner ${text} not null, agent ${text} not null, machine ${text} not null,
    kind ${text} not null, rank bigint not null, sentence ${text} not null, clause ${text} not null, words ${text} not null,
    path ${text}, path_there bigint, told bigint not null, holds bigint, expires_at bigint, found_at bigint not null,
    body ${text} not null, primary key (repository, id))`,
  'create index lesson_by_id on lesson (id)',
  `create table lesson_source (
    repository ${text} primary key, sessions bigint not null, basis ${text} not null, made_by ${text} not null, made_at bigint not null)`,
  `create table lesson_project (
    owner ${text} not null, repository ${text} not null, accepted_at bigint not null, announced_at bigint not null,
    holdout double precision, primary key (owner, repository))`,
  `create table lesson_word (
    owner ${text} not null, lesson_id ${text} not null, word ${text} not null, file ${text} not null, at bigint not null,
    primary key (owner, lesson_id))`,
]
