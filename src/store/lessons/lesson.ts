import type { Lesson } from '../../schema/lesson.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import type { Connection, Value } from '../connection.ts'
import { IN_LIST, inLists, insertRecord, readRecords } from '../statement.ts'
import { integer, pick, type RecordOf, type RowOf, table, text, toRecord, toValues } from '../table.ts'
import { LESSON } from './ready.ts'

/** A lesson as it was found, with what a hook needs to give it. */
export interface FoundLesson {
  lesson: Lesson
  ready: ReadyLesson
  /** When a lesson that cannot be checked is given no longer; null where the working tree decides. */
  expiresAt: number | null
}

export const LESSON_SOURCE = table('lesson_source', ['repository'], {
  repository: text,
  /** Independent sessions. */
  sessions: integer,
  /** Changes whenever a session of the repository does. */
  basis: text,
  made_by: text,
  made_at: integer,
})

/** What the lessons of a repository were mined from, and by what. */
export type LessonSource = RecordOf<typeof LESSON_SOURCE> & {
  /** Whose rules are among them; rules of other owners stay as they are. */
  owner: string
}

/**
 * Replaces the lessons of a repository, in the order given. A lesson that was there before keeps the time at which it was first
 * found. Call it in a transaction.
 */
export const replaceLessons = async (
  connection: Connection,
  source: LessonSource,
  lessons: readonly FoundLesson[],
): Promise<void> => {
  const { repository, owner, madeAt } = source
  const before = await connection.all<{ id: string; found_at: number }>(
    "select id, found_at from lesson where repository = ? and owner in ('', ?)",
    [repository, owner],
  )
  const foundAt = new Map(before.map(({ id, found_at: at }) => [id, at]))
  await connection.run("delete from lesson where repository = ? and owner in ('', ?)", [repository, owner])
  // A lesson of another owner's pack makes room for the same lesson of our own sessions.
  for (const go of inLists(lessons.map(({ lesson }) => lesson.id)))
    await connection.run(`delete from lesson where repository = ? and id in ${IN_LIST}`, [repository, ...go])
  const rows = lessons.map((found, rank) =>
    rowOf(found, { repository, rank, foundAt: foundAt.get(found.lesson.id) ?? madeAt }),
  )
  await connection.insertNew(LESSON, rows)
  await connection.run('delete from lesson_source where repository = ?', [repository])
  await insertRecord(connection, LESSON_SOURCE, source)
}

const rowOf = (
  { lesson, ready, expiresAt }: FoundLesson,
  { repository, rank, foundAt }: { repository: string; rank: number; foundAt: number },
): Value[] => {
  const { id, kind, scope, told, checked } = lesson
  const { path, words, clause, text } = ready
  return toValues(LESSON, {
    repository,
    id,
    owner: scope.owner ?? '',
    agent: scope.agent ?? '',
    machine: scope.machine ?? '',
    kind,
    rank,
    sentence: text,
    clause: JSON.stringify(clause),
    words: words.join(' '),
    path: path?.path ?? null,
    path_there: path === null ? null : Number(path.isThere),
    told: told === null ? 0 : 1,
    // A lesson can be true and stale: what it recommends is gone.
    holds: lesson.state === 'stale' ? 0 : checked.holds === null ? null : Number(checked.holds),
    expires_at: expiresAt,
    found_at: foundAt,
    body: JSON.stringify(lesson),
    any_task: Number(ready.isForAnyTask),
    worth: lesson.value,
    origin: lesson.origin?.pack ?? null,
  })
}

/** What the lessons of a repository were last made from; undefined where none were mined yet. */
export const lessonSource = async (
  connection: Connection,
  repository: string,
): Promise<Omit<LessonSource, 'owner'> | undefined> =>
  (await readRecords(connection, LESSON_SOURCE, pick(LESSON_SOURCE), 'where repository = ?', [repository]))[0]

/** A lesson as it is kept, beside what a person said about it. */
export interface KeptLesson {
  lesson: Lesson
  repository: string
  foundAt: number
  expiresAt: number | null
  /** A person's word on this very lesson; null where there is none. */
  word: LessonWord | null
  /** The instruction file that it was written into; empty where it was not. */
  file: string
  /** Whether the owner said yes to the lessons of its repository. */
  isProjectAccepted: boolean
}

/** accepted: give it; written: it stands in an instruction file; refused: never again. */
export type LessonWord = 'accepted' | 'written' | 'refused'

const OF_LESSON = pick(LESSON, 'repository body found_at expires_at')
type KeptRow = RowOf<typeof OF_LESSON> & { word: LessonWord | null; file: string | null; accepted_at: number | null }

/** Lessons of some repositories that concern an owner, in the order of their value. */
export const keptLessons = async (
  connection: Connection,
  { owner, repositories }: { owner: string; repositories: readonly string[] },
): Promise<KeptLesson[]> => {
  const kept: KeptLesson[] = []
  for (const repository of repositories) {
    const rows = await connection.all<KeptRow>(
      `${KEPT} where lesson.repository = ? and (lesson.owner = '' or lesson.owner = ?) order by lesson.rank`,
      [owner, owner, repository, owner],
    )
    kept.push(...rows.map(toKept))
  }
  return kept
}

/** Lessons whose id begins with some digits, of any repository. */
export const lessonsNamed = async (connection: Connection, owner: string, prefix: string): Promise<KeptLesson[]> => {
  const rows = await connection.all<KeptRow>(
    `${KEPT} where lesson.id >= ? and lesson.id < ? and (lesson.owner = '' or lesson.owner = ?) order by lesson.id limit 20`,
    [owner, owner, prefix, `${prefix}\u{10FFFF}`, owner],
  )
  return rows.map(toKept)
}

const KEPT = `select ${OF_LESSON}, lesson_word.word, lesson_word.file, lesson_project.accepted_at
  from lesson left join lesson_word on lesson_word.owner = ? and lesson_word.lesson_id = lesson.id
  left join lesson_project on lesson_project.owner = ? and lesson_project.repository = lesson.repository`

const toKept = ({ word, file, accepted_at: acceptedAt, ...row }: KeptRow): KeptLesson => {
  const { body: lesson, ...kept } = toRecord(LESSON, row)
  return { ...kept, lesson, word, file: file ?? '', isProjectAccepted: acceptedAt !== null }
}
