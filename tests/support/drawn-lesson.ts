import type { Lesson } from '../../src/schema/lesson.ts'
import type { Connection } from '../../src/store/connection.ts'

/** Writes settled draws of a lesson: sessions that it was given to and withheld from, and how many of each made the mistake. */
export const writeDraws = async (
  store: Connection,
  { id, kind, trigger, text }: Pick<Lesson, 'id' | 'kind' | 'trigger' | 'text'>,
  {
    given,
    withheld,
    repository = '',
    at = 1_000,
  }: {
    given: { sessions: number; repeated: number }
    withheld: { sessions: number; repeated: number }
    repository?: string
    at?: number
  },
): Promise<void> => {
  await store.run(
    `insert into lesson_trial (lesson_id, repository, kind, code, program, subject, sentence, before_sessions, before_of, began_at)
       values (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
    [id, repository, kind, trigger.code, trigger.program, trigger.subject, text, at],
  )
  // One of each arm in turn, as draws come.
  const rows = [given, withheld].flatMap(({ sessions, repeated }, isWithheld) =>
    Array.from({ length: sessions }, (_, index) => ({ index, isWithheld, isRepeated: index < repeated })),
  )
  for (const { index, isWithheld, isRepeated } of rows)
    await store.run(
      `insert into lesson_draw (owner, source, session_key, lesson_id, moment, at, given, probability, repeated, could)
         values ('sam', 'some-agent', ?, ?, 'start', ?, ?, 0.5, ?, 1)`,
      [`${isWithheld}-${index}`, id, at + 2 * index + isWithheld, 1 - isWithheld, Number(isRepeated)],
    )
}
