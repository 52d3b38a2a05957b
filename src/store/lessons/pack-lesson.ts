import type { Lesson } from '../../schema/lesson.ts'
import type { Connection, Table } from '../connection.ts'

const PACK_LESSON: Table = {
  name: 'pack_lesson',
  key: ['owner', 'repository', 'id'],
  columns: ['owner', 'repository', 'id', 'body', 'at'],
}

/** Keeps lessons of a pack for one owner and project. Lessons that came before stay as they are. Returns how many are new. */
export const keepPackLessons = async (
  connection: Connection,
  { owner, repository, at }: { owner: string; repository: string; at: number },
  lessons: readonly Lesson[],
): Promise<number> => {
  const rows = lessons.map((lesson) => [owner, repository, lesson.id, JSON.stringify(lesson), at])
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
