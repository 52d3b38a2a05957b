import type { Connection } from '../connection.ts'
import { insertRecord, readRecords } from '../statement.ts'
import { integer, type NewRecordOf, optional, pick, table, text } from '../table.ts'

export const QUESTION = table(
  'chat_question',
  ['id'],
  {
    id: text,
    session_key: text,
    /** Names the question in an answer. */
    code: text,
    /** Where the turn runs. */
    gateway: text,
    /** What is asked, in one line. */
    words: text,
    asked_at: integer,
    until: integer,
  },
  { answer: optional(text), answered_by: optional(text) },
)

/** A request for permission that a turn waits for. */
export type Question = NewRecordOf<typeof QUESTION>

export const addQuestion = async (connection: Connection, question: Question): Promise<void> => {
  await insertRecord(connection, QUESTION, question)
}

const ASKED = pick(QUESTION, 'id code words')

/** What a session waits for, oldest first. */
export const openQuestions = (
  connection: Connection,
  sessionKey: string,
  now: number,
): Promise<Pick<Question, 'id' | 'code' | 'words'>[]> =>
  readRecords(connection, QUESTION, ASKED, 'where session_key = ? and answer is null and until > ? order by asked_at', [
    sessionKey,
    now,
  ])

/** The first answer stands. False where no turn waits for one. */
export const answerQuestion = async (
  connection: Connection,
  { id, answer, by }: { id: string; answer: 'yes' | 'no'; by: string },
): Promise<boolean> =>
  (await connection.run('update chat_question set answer = ?, answered_by = ? where id = ? and answer is null', [
    answer,
    by,
    id,
  ])) > 0

/** `gone` where the question was taken back: there is nothing to wait for. */
export const readAnswer = async (connection: Connection, id: string): Promise<'yes' | 'no' | 'gone' | undefined> => {
  const [row] = await connection.all<{ answer: string | null }>('select answer from chat_question where id = ?', [id])
  if (row === undefined) return 'gone'
  return row.answer === null ? undefined : row.answer === 'yes' ? 'yes' : 'no'
}

export const deleteQuestion = (connection: Connection, id: string): Promise<number> =>
  connection.run('delete from chat_question where id = ?', [id])

/** A session that is left waits for nothing; others do. */
export const deleteQuestionsOfSession = (connection: Connection, sessionKey: string): Promise<number> =>
  connection.run('delete from chat_question where session_key = ?', [sessionKey])

/** A gateway that is gone waits for nothing. */
export const deleteQuestionsOfGateway = (connection: Connection, gateway: string): Promise<number> =>
  connection.run('delete from chat_question where gateway = ?', [gateway])
