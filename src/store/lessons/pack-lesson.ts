import type { Lesson } from '../../schema/lesson.ts'
import type { Connection } from '../connection.ts'
import { integer, json, table, text, toNewValues } from '../table.ts'

export const PACK_LESSON = table('pack_lesson', ['owner', 'repository', 'id'], {
  owner: text,
  repository: text,
  id: text,
  body: json<Lesson>(),
  at: integer,
})

/** Keeps lessons of a pack for one owner and project. Lessons that came before stay as they are. Returns how many are new. */
export const keepPackLessons = async (
  connection: Connection,
  { owner, repository, at }: { owner: string; repository: string; at: number },
  lessons: readonly Lesson[],
): Promise<number> => {
  const rows = lessons.map((lesson) => toNewValues(PACK_LESSON, { owner, repository, id: lesson.id, body: lesson, at }))
  return rows.length - (await connection.insertNew(PACK_LESSON, rows)).length
}

/** Lessons of packs that an owner imported for a project. */
export const packLessons = async (connection: Connection, owner: string, repository: string): Promise<Lesson[]> =>
  (
    await connection.all<{ body: string }>(
      'select body from pack_lesson where owner = ? and repository = ? order by id',
      [owner, repository],
    )
  ).map(({ body }) => JSON.parse(body) as Lesson)
