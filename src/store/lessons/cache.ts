import type { Connection } from '../connection.ts'
import { readRecords, upsertSql } from '../statement.ts'
import { integer, pick, type RecordOf, table, text, toNewValues } from '../table.ts'

export const LESSON_CACHE = table('lesson_cache', ['scope'], {
  scope: text,
  made_by: text,
  stamp: text,
  at: integer,
  body: text,
})
const CACHED = pick(LESSON_CACHE, 'scope made_by stamp body')
const WRITE = upsertSql(LESSON_CACHE)

/** Lessons as they were mined from a scope, and the state of the store that they were mined from. */
export type CachedLessons = RecordOf<typeof LESSON_CACHE, typeof CACHED>

/** More scopes than one user asks for; the scopes that were mined longest ago make room. */
const MOST_SCOPES = 64

/**
 * A word that differs whenever facts in the store differ: sessions and how many calls of each outcome they have, versions of readers and
 * rules, words of persons on outcomes, owners and projects.
 */
export const factsStamp = async (connection: Connection): Promise<string> => {
  const [row] = await connection.all<Record<string, string | number | null>>(
    `select (select count(*) from session) as sessions,
            (select sum(ok_calls) from session) as ok, (select sum(error_calls) from session) as failed,
            (select sum(unknown_calls) from session) as unknown, (select sum(messages) from session) as messages,
            (select sum(coalesce(last_at, 0) / 1000) from session) as times, (select max(started_at) from session) as latest,
            (select count(distinct version) from file) as versions, (select min(version) from file) as oldest,
            (select max(version) from file) as newest, (select count(*) from overrule) as overrules,
            (select max(at) from overrule) as overruled, (select count(*) from owner_claim) as claims,
            (select max(at) from owner_claim) as claimed, (select sum(length(project)) from session) as projects,
            (select count(*) from project_claim) as joins, (select max(at) from project_claim) as joined`,
  )
  const judged = await connection.all<{ key: string; value: string }>(
    "select key, value from meta where key like 'judge %' order by key",
  )
  return JSON.stringify([row, judged])
}

export const readLessonCache = async (connection: Connection, scope: string): Promise<CachedLessons | undefined> =>
  (await readRecords(connection, LESSON_CACHE, CACHED, 'where scope = ?', [scope]))[0]

export const writeLessonCache = (connection: Connection, lessons: CachedLessons, now: number): Promise<void> =>
  connection.transaction(async (transaction) => {
    await transaction.run(WRITE, toNewValues(LESSON_CACHE, { ...lessons, at: now }))
    await transaction.run(
      `delete from lesson_cache where scope not in (select scope from lesson_cache order by at desc, scope limit ${MOST_SCOPES})`,
    )
  })
