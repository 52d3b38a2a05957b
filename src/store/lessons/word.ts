import type { Connection, Row } from '../connection.ts'
import type { LessonWord } from './lesson.ts'

/**
 * Keeps a person's word on one lesson, in place of an earlier one. No sync and no rebuild touches it. A lesson that is written into a
 * file remembers the word that it had before.
 */
export const writeWord = async (
  connection: Connection,
  owner: string,
  { lessonId, word, file = '', at }: { lessonId: string; word: LessonWord; file?: string; at: number },
): Promise<void> => {
  await connection.run(
    `insert into lesson_word (owner, lesson_id, word, file, at) values (?, ?, ?, ?, ?)
       on conflict (owner, lesson_id) do update set word = excluded.word, file = excluded.file, at = excluded.at,
         before_word = case when excluded.word <> 'written' then null
           when lesson_word.word = 'written' then lesson_word.before_word else lesson_word.word end`,
    [owner, lessonId, word, file, at],
  )
}

/** Gives a lesson that was taken out of its file the word back that it had before; one that had none has none again. */
export const restoreWord = async (
  connection: Connection,
  owner: string,
  { lessonId, at }: { lessonId: string; at: number },
): Promise<void> => {
  await connection.run(
    "delete from lesson_word where owner = ? and lesson_id = ? and word = 'written' and before_word is null",
    [owner, lessonId],
  )
  await connection.run(
    `update lesson_word set word = before_word, before_word = null, file = '', at = ?
      where owner = ? and lesson_id = ? and word = 'written'`,
    [at, owner, lessonId],
  )
}

/** Takes a person's word on a lesson back, as if it had never been said. */
export const deleteWord = (connection: Connection, owner: string, lessonId: string): Promise<number> =>
  connection.run('delete from lesson_word where owner = ? and lesson_id = ?', [owner, lessonId])

/** What an owner said about one lesson. */
export interface SaidWord {
  word: LessonWord
  /** The word before the lesson was written into a file; null where there was none. */
  before: LessonWord | null
  /** The instruction file that it was written into, relative to the project; empty where it was not. */
  file: string
}

/** What an owner said about single lessons, by their ids. */
export const lessonWords = async (connection: Connection, owner: string): Promise<Map<string, SaidWord>> => {
  const rows = await connection.all<{ lesson_id: string; word: string; before_word: string | null; file: string }>(
    'select lesson_id, word, before_word, file from lesson_word where owner = ?',
    [owner],
  )
  return new Map(
    rows.map(({ lesson_id: id, word, before_word: before, file }) => [
      id,
      { word: word as LessonWord, before: before as LessonWord | null, file },
    ]),
  )
}

/** The owner's one yes to the lessons of a repository. */
export interface ProjectYes {
  acceptedAt: number
  /** Lessons found later than this were not announced yet. */
  announcedAt: number
  /** The share of sessions from which a lesson is withheld; null: as the experiment needs it. */
  holdout: number | null
}

export const projectYes = async (
  connection: Connection,
  owner: string,
  repository: string,
): Promise<ProjectYes | undefined> => {
  const [row] = await connection.all<Row & ProjectYes>(
    `select accepted_at as "acceptedAt", announced_at as "announcedAt", holdout from lesson_project
      where owner = ? and repository = ?`,
    [owner, repository],
  )
  return row
}

/** Writes the yes to a repository down; a second yes keeps the time of the first. */
export const writeProjectYes = async (
  connection: Connection,
  owner: string,
  { repository, at }: { repository: string; at: number },
): Promise<void> => {
  await connection.run(
    `insert into lesson_project (owner, repository, accepted_at, announced_at) values (?, ?, ?, ?)
       on conflict (owner, repository) do update set announced_at = excluded.announced_at`,
    [owner, repository, at, at],
  )
}

/** Takes the yes back: none of its lessons is given any more unless it was accepted by itself. */
export const deleteProjectYes = (connection: Connection, owner: string, repository: string): Promise<number> =>
  connection.run('delete from lesson_project where owner = ? and repository = ?', [owner, repository])

/** Repositories with a yes of this owner. */
export const acceptedRepositories = async (
  connection: Connection,
  owner: string,
): Promise<(ProjectYes & { repository: string })[]> =>
  connection.all<Row & ProjectYes & { repository: string }>(
    `select repository, accepted_at as "acceptedAt", announced_at as "announcedAt", holdout from lesson_project
      where owner = ? order by repository`,
    [owner],
  )

/** Remembers that the person was told of all lessons found up to a time. */
export const markAnnounced = (
  connection: Connection,
  owner: string,
  { repository, at }: { repository: string; at: number },
): Promise<number> =>
  connection.run('update lesson_project set announced_at = ? where owner = ? and repository = ?', [
    at,
    owner,
    repository,
  ])
