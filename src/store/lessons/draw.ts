import type { Lesson } from '../../schema/lesson.ts'
import type { DrawMoment, LessonVerdict } from '../../schema/lesson-draw.ts'
import type { Connection, Row, Table } from '../connection.ts'
import type { SessionRef } from '../templates/delivery.ts'
import { IN_LIST, inLists } from '../in-list.ts'

/** What a session was given or denied of one lesson. */
export interface LessonDraw {
  lessonId: string
  moment: DrawMoment
  at: number
  isGiven: boolean
  /** The probability of being given; 1: it was not drawn. */
  probability: number
}

const LESSON_DRAW: Table = {
  name: 'lesson_draw',
  key: ['owner', 'source', 'session_key', 'lesson_id'],
  columns: 'owner source session_key lesson_id moment at given probability'.split(' '),
}

/** The source of a session whose asker tells its id and not its agent. */
export const ANY_SOURCE = ''
/** Begins the key of a session that did not say which one it is: what it was told is observed, and proves nothing. */
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
export const drawsOf = async (
  connection: Connection,
  { owner, source, sessionKey }: SessionRef,
): Promise<LessonDraw[]> => {
  const rows = await connection.all<DrawRow>(
    `select lesson_id, moment, at, given, probability from lesson_draw
      where owner = ? and source = ? and session_key = ? order by at, lesson_id`,
    [owner, source, sessionKey],
  )
  return rows.map(({ lesson_id: lessonId, moment, at, given, probability }) => ({
    lessonId,
    moment: moment as DrawMoment,
    at,
    isGiven: given === 1,
    probability,
  }))
}

interface DrawRow extends Row {
  lesson_id: string
  moment: string
  at: number
  given: number
  probability: number
}

/** Writes draws down before anything is given. A draw that stands already is not changed. */
export const addDraws = async (
  connection: Connection,
  { owner, source, sessionKey }: SessionRef,
  draws: readonly LessonDraw[],
): Promise<void> => {
  const rows = draws.map(({ lessonId, moment, at, isGiven, probability }) => [
    owner,
    source,
    sessionKey,
    lessonId,
    moment,
    at,
    isGiven ? 1 : 0,
    probability,
  ])
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
  const found = new Map<string, DrawnBefore>()
  for (const go of inLists(lessonIds)) {
    const rows = await connection.all<
      Row & { lesson_id: string; verdict: string | null; sessions: number; first: number | null }
    >(
      `select lesson_trial.lesson_id, lesson_trial.verdict,
              (select count(*) from lesson_draw where ${OF_TRIAL}) as sessions,
              (select min(at) from lesson_draw where ${OF_TRIAL}) as first
         from lesson_trial where lesson_trial.lesson_id in ${IN_LIST}`,
      go,
    )
    for (const { lesson_id: id, verdict, sessions, first } of rows)
      found.set(id, { sessions, firstAt: first, verdict: verdict as LessonVerdict | null })
  }
  return found
}

/** Kinds of lesson that have a verdict in this store. */
export const settledKinds = async (connection: Connection): Promise<Set<string>> =>
  new Set((await connection.all<{ kind: string }>('select kind from lesson_pool')).map(({ kind }) => kind))

const LESSON_TRIAL: Table = {
  name: 'lesson_trial',
  key: ['lesson_id'],
  columns: 'lesson_id repository kind code program subject sentence before_sessions before_of began_at'.split(' '),
}

/** Keeps what lessons are about, once: their mistakes are counted by it as long as there are sessions. */
export const addTrials = async (
  connection: Connection,
  lessons: readonly Pick<Lesson, 'id' | 'kind' | 'trigger' | 'text' | 'support' | 'scope'>[],
  now: number,
): Promise<void> => {
  const rows = lessons.map(({ id, kind, trigger, text, support, scope }) => [
    id,
    scope.repository ?? '',
    kind,
    trigger.code,
    trigger.program,
    trigger.subject,
    text,
    support.sessions,
    support.of,
    now,
  ])
  if (rows.length > 0) await connection.insertNew(LESSON_TRIAL, rows)
}
