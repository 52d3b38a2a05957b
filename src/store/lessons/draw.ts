import type { Lesson } from '../../schema/lesson.ts'
import type { DrawMoment, LessonVerdict } from '../../schema/lesson-draw.ts'
import type { Connection } from '../connection.ts'
import { allIn, IN_LIST, readRecords } from '../statement.ts'
import {
  flag,
  integer,
  named,
  nullable,
  pick,
  real,
  type RecordOf,
  table,
  text,
  toNewValues,
  toValues,
  word,
} from '../table.ts'
import type { SessionRef } from '../templates/delivery.ts'

export const LESSON_DRAW = table(
  'lesson_draw',
  ['owner', 'source', 'session_key', 'lesson_id'],
  {
    owner: text,
    source: text,
    session_key: text,
    lesson_id: text,
    moment: word<DrawMoment>(),
    at: integer,
    given: named('isGiven', flag),
    /** The probability of being given; 1: it was not drawn. */
    probability: real,
  },
  {
    session_id: nullable(text),
    repeated: nullable(flag),
    could: nullable(flag),
    spent: nullable(integer),
    settled_at: nullable(integer),
    settled_from: nullable(text),
  },
)
const DRAWN = pick(LESSON_DRAW, 'lesson_id moment at given probability')

/** What a session was given or denied of one lesson. */
export type LessonDraw = RecordOf<typeof LESSON_DRAW, typeof DRAWN>

/** The source of a session whose asker tells its id and not its agent. */
export const ANY_SOURCE = ''
/** Prefix of the key of a session whose agent gave no id: what it was told is recorded, but proves nothing. */
export const UNNAMED = 'unnamed '

/** The agent that a session key belongs to: as a hook or the history tells, else `ANY_SOURCE`. */
export const sourceOfKey = async (connection: Connection, owner: string, sessionKey: string): Promise<string> => {
  const [row] = await connection.all<{ source: string }>(
    `select source from (
        select source, 0 as place from delivery where owner = ? and session_key = ?
        union all select source, 1 as place from lesson_draw where owner = ? and session_key = ?
        union all select source, 2 as place from session where owner = ? and native_id = ?
      ) as found order by place, source limit 1`,
    [owner, sessionKey, owner, sessionKey, owner, sessionKey],
  )
  return row?.source ?? ANY_SOURCE
}

/** Lessons that are withheld from sessions of an owner that may still go on. */
export const withheldSince = async (connection: Connection, owner: string, since: number): Promise<Set<string>> => {
  const rows = await connection.all<{ lesson_id: string }>(
    'select distinct lesson_id from lesson_draw where owner = ? and given = 0 and at >= ?',
    [owner, since],
  )
  return new Set(rows.map(({ lesson_id: id }) => id))
}

/** What was drawn for a session so far. */
export const drawsOf = (connection: Connection, { owner, source, sessionKey }: SessionRef): Promise<LessonDraw[]> =>
  readRecords(
    connection,
    LESSON_DRAW,
    DRAWN,
    'where owner = ? and source = ? and session_key = ? order by at, lesson_id',
    [owner, source, sessionKey],
  )

/** Writes draws down before anything is given. A draw that stands already is not changed. */
export const addDraws = async (
  connection: Connection,
  { owner, source, sessionKey }: SessionRef,
  draws: readonly LessonDraw[],
): Promise<void> => {
  const rows = draws.map((draw) => toNewValues(LESSON_DRAW, { ...draw, owner, source, sessionKey }))
  if (rows.length > 0) await connection.insertNew(LESSON_DRAW, rows)
}

/** What is known about a lesson before it is drawn again. */
export interface DrawnBefore {
  sessions: number
  firstAt: number | null
  /** The verdict on it so far; null: it was never tried. */
  verdict: LessonVerdict | null
}

/** Draws of a lesson that can prove something. */
const OF_TRIAL = `lesson_draw.lesson_id = lesson_trial.lesson_id and lesson_draw.session_key not like '${UNNAMED}%'`

/** How often lessons were drawn, since when, and what came of it, by id. A lesson that was never tried is not in it. */
export const drawnBefore = async (
  connection: Connection,
  lessonIds: readonly string[],
): Promise<Map<string, DrawnBefore>> => {
  const rows = await allIn<{ id: string; verdict: LessonVerdict | null; sessions: number; firstAt: number | null }>(
    connection,
    `select lesson_trial.lesson_id as id, lesson_trial.verdict,
            (select count(*) from lesson_draw where ${OF_TRIAL}) as sessions,
            (select min(at) from lesson_draw where ${OF_TRIAL}) as "firstAt"
       from lesson_trial where lesson_trial.lesson_id in ${IN_LIST}`,
    lessonIds,
  )
  return new Map(rows.map(({ id, ...before }) => [id, before]))
}

/** Kinds of lesson that have a verdict in this store. */
export const settledKinds = async (connection: Connection): Promise<Set<string>> =>
  new Set((await connection.all<{ kind: string }>('select kind from lesson_pool')).map(({ kind }) => kind))

export const LESSON_TRIAL = table(
  'lesson_trial',
  ['lesson_id'],
  {
    lesson_id: text,
    repository: text,
    kind: text,
    code: text,
    program: text,
    subject: text,
    sentence: text,
    before_sessions: integer,
    before_of: integer,
    began_at: integer,
  },
  { verdict: nullable(word<LessonVerdict>()), judged_at: nullable(integer) },
)

/** Keeps what lessons are about, once: their mistakes are counted by it as long as there are sessions. */
export const addTrials = async (
  connection: Connection,
  lessons: readonly Pick<Lesson, 'id' | 'kind' | 'trigger' | 'text' | 'support' | 'scope'>[],
  now: number,
): Promise<void> => {
  const rows = lessons.map(({ id, kind, trigger, text: sentence, support, scope }) =>
    toValues(LESSON_TRIAL, {
      lesson_id: id,
      repository: scope.repository ?? '',
      kind,
      code: trigger.code,
      program: trigger.program,
      subject: trigger.subject,
      sentence,
      before_sessions: support.sessions,
      before_of: support.of,
      began_at: now,
    }),
  )
  if (rows.length > 0) await connection.insertNew(LESSON_TRIAL, rows)
}
