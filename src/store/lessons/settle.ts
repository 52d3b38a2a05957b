import type { LessonVerdict } from '../../schema/lesson-draw.ts'
import type { Connection, Row } from '../connection.ts'
import type { SessionRef } from '../templates/delivery.ts'
import { SESSION_STATE } from '../templates/settle-exposures.ts'
import { integer, pick, type RowOf, table, text, toNewValues, word } from '../table.ts'
import { ANY_SOURCE, LESSON_DRAW, LESSON_TRIAL } from './draw.ts'

/** A session with draws that has come back, and what its draws were last settled from. */
export interface DrawnSession extends SessionRef {
  sessionId: string
  nativeId: string
  /** The agent of the session that came back; the draw may not know it. */
  agent: string
  /** Differs whenever the session does. */
  state: string
  /** Empty while a draw of the session is not settled. */
  settledFrom: string
}

/** Sessions change for a while; draws older than this stay as they were settled. */
const SETTLED_FOR_GOOD_MS = 90 * 24 * 60 * 60 * 1000

/** Sessions of the store that have draws. */
export const drawnSessions = (connection: Connection, now: number): Promise<DrawnSession[]> =>
  connection.all<Row & DrawnSession>(
    `select lesson_draw.owner, lesson_draw.source, lesson_draw.session_key as "sessionKey", session.id as "sessionId",
            session.native_id as "nativeId", session.source as agent, ${SESSION_STATE} as state, min(coalesce(lesson_draw.settled_from, '')) as "settledFrom"
       from lesson_draw join session on session.native_id = lesson_draw.session_key and session.owner = lesson_draw.owner
        and (session.source = lesson_draw.source
          or lesson_draw.source = '${ANY_SOURCE}' and coalesce(session.last_at, lesson_draw.at) >= lesson_draw.at)
      where lesson_draw.at > ?
      group by lesson_draw.owner, lesson_draw.source, lesson_draw.session_key, session.id, session.source
      order by lesson_draw.owner, lesson_draw.source, lesson_draw.session_key`,
    [now - SETTLED_FOR_GOOD_MS],
  )

/** A session that goes on with another one: resumed, forked, or a sub-agent of it. */
export interface Follower {
  sessionId: string
  nativeId: string
  owner: string
  source: string
  parent: string
  state: string
}

/** Sessions that go on with another one and began lately. A reset begins anew. */
export const followers = (connection: Connection, now: number): Promise<Follower[]> =>
  connection.all<Row & Follower>(
    `select session.id as "sessionId", session.native_id as "nativeId", session.owner, session.source,
            session.parent_session as parent, ${SESSION_STATE} as state
       from session where session.parent_session is not null and coalesce(session.parent_kind, '') <> 'reset'
        and coalesce(session.started_at, ?) > ? order by session.id`,
    [now, now - SETTLED_FOR_GOOD_MS],
  )

const OF_DRAW = pick(LESSON_DRAW, 'lesson_id:lessonId moment at')
const OF_TRIAL = pick(LESSON_TRIAL, 'kind code program subject')

/** A draw with the mistake that it is about. */
export type TriedDraw = RowOf<typeof OF_DRAW> & RowOf<typeof OF_TRIAL>

/** Draws of a session whose lessons are known. Whether a session breaks a rule in a person's own words cannot be counted. */
export const triedDraws = (connection: Connection, { owner, source, sessionKey }: SessionRef): Promise<TriedDraw[]> =>
  connection.all<TriedDraw>(
    `select ${OF_DRAW}, ${OF_TRIAL} from lesson_draw join lesson_trial on lesson_trial.lesson_id = lesson_draw.lesson_id
      where lesson_draw.owner = ? and lesson_draw.source = ? and lesson_draw.session_key = ? and lesson_trial.kind <> 'rule'
      order by lesson_draw.lesson_id`,
    [owner, source, sessionKey],
  )

export interface SettledDraw {
  lessonId: string
  isRepeated: boolean
  couldRepeat: boolean
  spent: number | null
}

/** Writes down what a session did after its draws, and from which state of the session that was read. */
export const settleDraws = async (
  connection: Connection,
  { owner, source, sessionKey }: SessionRef,
  { draws, sessionId, state, now }: { draws: readonly SettledDraw[]; sessionId: string; state: string; now: number },
): Promise<void> => {
  for (const { lessonId, isRepeated, couldRepeat, spent } of draws)
    await connection.run(
      `update lesson_draw set session_id = ?, repeated = ?, could = ?, spent = ?, settled_at = ?
        where owner = ? and source = ? and session_key = ? and lesson_id = ?`,
      [sessionId, isRepeated ? 1 : 0, couldRepeat ? 1 : 0, spent, now, owner, source, sessionKey, lessonId],
    )
  await connection.run('update lesson_draw set settled_from = ? where owner = ? and source = ? and session_key = ?', [
    state,
    owner,
    source,
    sessionKey,
  ])
}

const OF_OUTCOME = pick(LESSON_DRAW, 'lesson_id:lessonId at moment given probability could spent')

/** A settled draw, with the lesson that it is about. */
export type SettledOutcome = RowOf<typeof OF_OUTCOME> & { kind: string; session: string; repeated: number }

/** All draws whose session has come back, in the order in which they were made. */
export const settledOutcomes = (connection: Connection): Promise<SettledOutcome[]> =>
  connection.all<SettledOutcome>(
    `select ${OF_OUTCOME}, lesson_draw.repeated, lesson_trial.kind,
            lesson_draw.source || '/' || lesson_draw.owner || '/' || lesson_draw.session_key as session
       from lesson_draw join lesson_trial on lesson_trial.lesson_id = lesson_draw.lesson_id
      where lesson_draw.repeated is not null
      order by lesson_draw.at, lesson_draw.owner, lesson_draw.source, lesson_draw.session_key, lesson_draw.lesson_id`,
  )

/** Keeps the verdict on every lesson, as it is now. */
export const writeVerdicts = async (
  connection: Connection,
  verdicts: readonly { lessonId: string; verdict: LessonVerdict }[],
  now: number,
): Promise<void> => {
  for (const { lessonId, verdict } of verdicts)
    await connection.run(
      'update lesson_trial set verdict = ?, judged_at = ? where lesson_id = ? and (verdict is null or verdict <> ?)',
      [verdict, now, lessonId, verdict],
    )
}

export const LESSON_POOL = table('lesson_pool', ['kind'], {
  kind: text,
  verdict: word<LessonVerdict>(),
  settled_at: integer,
})

/** Remembers that a kind of lesson has a verdict. The first one stays: from then on less is withheld. */
export const settleKinds = async (
  connection: Connection,
  kinds: readonly { kind: string; verdict: LessonVerdict }[],
  now: number,
): Promise<void> => {
  const rows = kinds.map((kind) => toNewValues(LESSON_POOL, { ...kind, settledAt: now }))
  if (rows.length > 0) await connection.insertNew(LESSON_POOL, rows)
}
