import type { Engine } from '../connection.ts'

/** Lessons that came in packs. They are kept, because no session here teaches them; `lesson.origin` tells that one of them stands there. */
export const packLessonMigration = ({ textType: text }: Engine): string[] => [
  `create table pack_lesson (
    owner ${text} not null, repository ${text} not null, id ${text} not null, body ${text} not null, at bigint not null,
    primary key (owner, repository, id))`,
  `alter table lesson add column origin ${text}`,
]
