import type { Connection, Row } from '../connection.ts'

/** A request for permission that a turn waits for. */
export interface Question {
  id: string
  sessionKey: string
  /** By which an answer says that it means this one. */
  code: string
  /** Where the turn runs. */
  gateway: string
  /** What is asked, in one line. */
  words: string
  askedAt: number
  until: number
}

export const addQuestion = async (connection: Connection, question: Question): Promise<void> => {
  const { id, sessionKey, code, gateway, words, askedAt, until } = question
  await connection.run(
    'insert into chat_question (id, session_key, code, gateway, words, asked_at, until) values (?, ?, ?, ?, ?, ?, ?)',
    [id, sessionKey, code, gateway, words, askedAt, until],
  )
}

/** What a session waits for, oldest first. */
export const openQuestions = async (
  connection: Connection,
  sessionKey: string,
  now: number,
): Promise<Pick<Question, 'id' | 'code' | 'words'>[]> => {
  const rows = await connection.all<QuestionRow>(
    'select id, code, words from chat_question where session_key = ? and answer is null and until > ? order by asked_at',
    [sessionKey, now],
  )
  return rows.map(({ id, code, words }) => ({ id, code, words }))
}

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

interface QuestionRow extends Row {
  id: string
  code: string
  words: string
}
