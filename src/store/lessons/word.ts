import type { Connection } from '../connection.ts'
import { insertRecord, readRecords } from '../statement.ts'
import { integer, named, nullable, pick, real, type RecordOf, table, text, word } from '../table.ts'
import type { LessonWord } from './lesson.ts'

export const LESSON_WORD = table(
  'lesson_word',
  ['owner', 'lesson_id'],
  {
    owner: text,
    lesson_id: text,
    word: word<LessonWord>(),
    /** The instruction file that it was written into, relative to the project; empty where it was not. */
    file: text,
    at: integer,
  },
  {
    /** The word before the lesson was written into a file; null where there was none. */
    before_word: named('before', nullable(word<LessonWord>())),
  },
)

export const LESSON_PROJECT = table(
  'lesson_project',
  ['owner', 'repository'],
  {
    owner: text,
    repository: text,
    accepted_at: integer,
    /** Lessons found later than this were not announced yet. */
    announced_at: integer,
  },
  {
    /** The share of sessions from which a lesson is withheld; null: as the experiment needs it. */
    holdout: nullable(real),
  },
)

/**
 * Keeps a person's word on one lesson, in place of an earlier one. No sync and no rebuild touches it. A lesson that is written into a
 * file remembers the word that it had before.
 */
export const writeWord = async (
  connection: Connection,
  owner: string,
  said: { lessonId: string; word: LessonWord; file?: string; at: number },
): Promise<void> => {
  await insertRecord(connection, LESSON_WORD, { owner, file: '', ...said }, REPLACE)
}

const REPLACE = `on conflict (owner, lesson_id) do update set word = excluded.word, file = excluded.file, at = excluded.at,
  before_word = case when excluded.word <> 'written' then null
    when lesson_word.word = 'written' then lesson_word.before_word else lesson_word.word end`

/**
 * Restores the decision about a lesson that was taken out of its file: as it was before the lesson was written, or
 * none.
 */
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

const SAID = pick(LESSON_WORD, 'lesson_id word before_word file')

/** What an owner said about one lesson. */
export type SaidWord = Omit<RecordOf<typeof LESSON_WORD, typeof SAID>, 'lessonId'>

/** What an owner said about single lessons, by their ids. */
export const lessonWords = async (connection: Connection, owner: string): Promise<Map<string, SaidWord>> => {
  const words = await readRecords(connection, LESSON_WORD, SAID, 'where owner = ?', [owner])
  return new Map(words.map(({ lessonId, ...said }) => [lessonId, said]))
}

const YES = pick(LESSON_PROJECT, 'accepted_at announced_at holdout')
const YES_TO = pick(LESSON_PROJECT, 'repository accepted_at announced_at holdout')

/** The owner's one yes to the lessons of a repository. */
export type ProjectYes = RecordOf<typeof LESSON_PROJECT, typeof YES>

export const projectYes = async (
  connection: Connection,
  owner: string,
  repository: string,
): Promise<ProjectYes | undefined> =>
  (await readRecords(connection, LESSON_PROJECT, YES, 'where owner = ? and repository = ?', [owner, repository]))[0]

/** Writes the yes to a repository down; a second yes keeps the time of the first. */
export const writeProjectYes = async (
  connection: Connection,
  owner: string,
  { repository, at }: { repository: string; at: number },
): Promise<void> => {
  await insertRecord(
    connection,
    LESSON_PROJECT,
    { owner, repository, acceptedAt: at, announcedAt: at },
    'on conflict (owner, repository) do update set announced_at = excluded.announced_at',
  )
}

/** Takes the yes to a project back. Only lessons that were accepted one by one are still given. */
export const deleteProjectYes = (connection: Connection, owner: string, repository: string): Promise<number> =>
  connection.run('delete from lesson_project where owner = ? and repository = ?', [owner, repository])

/** Repositories with a yes of this owner. */
export const acceptedRepositories = (
  connection: Connection,
  owner: string,
): Promise<(ProjectYes & { repository: string })[]> =>
  readRecords(connection, LESSON_PROJECT, YES_TO, 'where owner = ? order by repository', [owner])

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
