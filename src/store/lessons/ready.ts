import type { Lesson } from '../../schema/lesson.ts'
import { EVERY_REPOSITORY, type LessonClause, type ReadyLesson } from '../../schema/ready-lesson.ts'
import type { Connection } from '../connection.ts'
import { allIn, IN_LIST } from '../statement.ts'
import { flag, integer, json, nullable, pick, real, type RowOf, table, text } from '../table.ts'

/** Lessons as they were last found. Hooks read them and need to load only this file. */
export const LESSON = table('lesson', ['repository', 'id'], {
  repository: text,
  id: text,
  owner: text,
  agent: text,
  machine: text,
  kind: text,
  rank: integer,
  sentence: text,
  clause: text,
  words: text,
  path: nullable(text),
  path_there: nullable(flag),
  told: flag,
  holds: nullable(flag),
  expires_at: nullable(integer),
  found_at: integer,
  body: json<Lesson>(),
  any_task: flag,
  worth: real,
  /** sha256 of the pack that brought it; null: sessions here taught it. */
  origin: nullable(text),
})

/** Who asks for lessons, and where. */
export interface LessonPlace {
  owner: string
  repository: string
  agent: string
  machine: string
  now: number
}

const READY = pick(LESSON, 'id kind sentence clause words any_task path path_there')

/**
 * The lessons that a session may be given, the most valuable first: accepted by this owner, neither refused nor written into a file
 * nor told by an instruction file, and true as far as the last look found. One statement.
 */
export const readyLessons = async (
  connection: Connection,
  { owner, repository, agent, machine, now }: LessonPlace,
): Promise<ReadyLesson[]> => {
  const rows = await connection.all<RowOf<typeof READY>>(
    `select ${READY} from lesson left join lesson_word on lesson_word.owner = ? and lesson_word.lesson_id = lesson.id
      where lesson.repository in (?, ?) and lesson.owner in ('', ?) and lesson.agent in ('', ?) and lesson.machine in ('', ?)
        and lesson.told = 0 and coalesce(lesson.holds, 1) = 1 and (lesson.expires_at is null or lesson.expires_at > ?)
        and (lesson_word.word = 'accepted' or lesson_word.word is null and lesson.kind <> 'rule' and lesson.origin is null and exists (
          select 1 from lesson_project where lesson_project.owner = ? and lesson_project.repository = lesson.repository))
      order by lesson.worth desc, lesson.repository desc, lesson.rank`,
    [owner, repository, EVERY_REPOSITORY, owner, agent, machine, now, owner],
  )
  return rows.map(toReady)
}

const toReady = ({
  id,
  kind,
  sentence,
  clause,
  words,
  any_task: any,
  path,
  path_there: there,
}: RowOf<typeof READY>): ReadyLesson => ({
  id,
  kind: kind as Lesson['kind'],
  text: sentence,
  clause: JSON.parse(clause) as LessonClause,
  isForAnyTask: any === 1,
  words: words === '' ? [] : words.split(' '),
  path: path === null ? null : { path, isThere: there === 1 },
})

/** How many independent sessions the lessons of a repository come from. */
export const sessionsBehind = async (connection: Connection, repository: string): Promise<number> => {
  const [row] = await connection.all<{ sessions: number }>('select sessions from lesson_source where repository = ?', [
    repository,
  ])
  return row?.sessions ?? 0
}

/** What lessons are about, by their ids. */
export const lessonBodies = async (connection: Connection, ids: readonly string[]): Promise<Lesson[]> => {
  const sql = `select id, body from lesson where id in ${IN_LIST}`
  const rows = await allIn<{ id: string; body: string }>(connection, sql, ids)
  return [...new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as Lesson])).values()]
}
