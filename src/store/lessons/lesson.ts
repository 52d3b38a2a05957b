import type { Lesson } from '../../schema/lesson.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import type { Connection, Row, Table, Value } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'

/** A lesson as it was found, with what a hook needs to give it. */
export interface FoundLesson {
  lesson: Lesson
  ready: ReadyLesson
  /** When a lesson that cannot be checked is given no longer; null where the working tree decides. */
  expiresAt: number | null
}

/** What the lessons of a repository were mined from, and by what. */
export interface LessonSource {
  repository: string
  /** Whose rules are among them; rules of other owners stay as they are. */
  owner: string
  /** Independent sessions. */
  sessions: number
  /** Changes whenever a session of the repository does. */
  basis: string
  madeBy: string
  madeAt: number
}

const LESSON: Table = {
  name: 'lesson',
  key: ['repository', 'id'],
  columns:
    'repository id owner agent machine kind rank sentence clause words path path_there told holds expires_at found_at body any_task worth origin'.split(
      ' ',
    ),
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
  const { repository, owner, sessions, basis, madeBy, madeAt } = source
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
  await connection.run(
    'insert into lesson_source (repository, sessions, basis, made_by, made_at) values (?, ?, ?, ?, ?)',
    [repository, sessions, basis, madeBy, madeAt],
  )
}

const rowOf = (
  { lesson, ready, expiresAt }: FoundLesson,
  { repository, rank, foundAt }: { repository: string; rank: number; foundAt: number },
): Value[] => {
  const { id, kind, scope, told, checked } = lesson
  const { path, words, clause, text } = ready
  const row: Row = {
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
  }
  return LESSON.columns.map((column) => row[column] ?? null)
}

/** What the lessons of a repository were last made from; undefined where none were mined yet. */
export const lessonSource = async (
  connection: Connection,
  repository: string,
): Promise<Omit<LessonSource, 'owner'> | undefined> => {
  const [row] = await connection.all<Row & Omit<LessonSource, 'owner'>>(
    `select repository, sessions, basis, made_by as "madeBy", made_at as "madeAt" from lesson_source where repository = ?`,
    [repository],
  )
  return row
}

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

interface KeptRow extends Row {
  repository: string
  body: string
  found_at: number
  expires_at: number | null
  word: string | null
  file: string | null
  accepted_at: number | null
}

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

/** What lessons are about, by their ids. */
export const lessonBodies = async (connection: Connection, ids: readonly string[]): Promise<Lesson[]> => {
  const found = new Map<string, Lesson>()
  for (const go of inLists(ids))
    for (const { id, body } of await connection.all<{ id: string; body: string }>(
      `select id, body from lesson where id in ${IN_LIST}`,
      go,
    ))
      found.set(id, JSON.parse(body) as Lesson)
  return [...found.values()]
}

const KEPT = `select lesson.repository, lesson.body, lesson.found_at, lesson.expires_at, lesson_word.word, lesson_word.file,
       lesson_project.accepted_at
  from lesson left join lesson_word on lesson_word.owner = ? and lesson_word.lesson_id = lesson.id
  left join lesson_project on lesson_project.owner = ? and lesson_project.repository = lesson.repository`

const toKept = (row: KeptRow): KeptLesson => ({
  lesson: JSON.parse(row.body) as Lesson,
  repository: row.repository,
  foundAt: row.found_at,
  expiresAt: row.expires_at,
  word: row.word as LessonWord | null,
  file: row.file ?? '',
  isProjectAccepted: row.accepted_at !== null,
})
