import type { Engine } from '../connection.ts'

/** Lessons that were mined from a scope, so that asking again costs nothing until the facts change. */
export const lessonCacheMigration = ({ textType: text }: Engine): string[] => [
  `create table lesson_cache (
    scope ${text} primary key, made_by ${text} not null, stamp ${text} not null, at bigint not null, body ${text} not null)`,
]
