import type { Connection, Row } from '../connection.ts'
import { UNNAMED } from './draw.ts'
import { readMeta, writeMeta } from '../meta.ts'

/** A lesson that was drawn for sessions, with how many of them have not come back yet. */
export interface LessonTrial {
  lessonId: string
  repository: string
  kind: string
  sentence: string
  beforeSessions: number
  beforeOf: number
  beganAt: number
  lastAt: number | null
  /** Sessions whose outcome is not known yet. */
  pending: number
}

/** All lessons that were ever drawn, in the order in which that began. */
export const lessonTrials = (connection: Connection): Promise<LessonTrial[]> =>
  connection.all<Row & LessonTrial>(
    `select lesson_trial.lesson_id as "lessonId", lesson_trial.repository, lesson_trial.kind, lesson_trial.sentence,
            lesson_trial.before_sessions as "beforeSessions", lesson_trial.before_of as "beforeOf",
            lesson_trial.began_at as "beganAt", max(lesson_draw.at) as "lastAt",
            cast(sum(case when lesson_draw.lesson_id is not null and lesson_draw.repeated is null
              and lesson_draw.session_key not like '${UNNAMED}%' then 1 else 0 end) as bigint) as pending
       from lesson_trial left join lesson_draw on lesson_draw.lesson_id = lesson_trial.lesson_id
      group by lesson_trial.lesson_id, lesson_trial.repository, lesson_trial.kind, lesson_trial.sentence,
               lesson_trial.before_sessions, lesson_trial.before_of, lesson_trial.began_at
      order by lesson_trial.began_at, lesson_trial.lesson_id`,
  )

/** One session that a lesson was drawn for. */
export interface TrialSession {
  sessionKey: string
  source: string
  at: number
  moment: string
  given: number
  probability: number
  /** Null: the session has not come back. */
  repeated: number | null
}

/** The newest sessions of an owner that a lesson was drawn for. */
export const trialSessions = (
  connection: Connection,
  owner: string,
  { lessonId, limit }: { lessonId: string; limit: number },
): Promise<TrialSession[]> =>
  connection.all<Row & TrialSession>(
    `select session_key as "sessionKey", source, at, moment, given, probability, repeated from lesson_draw
      where owner = ? and lesson_id = ? order by at desc, session_key limit ?`,
    [owner, lessonId, limit],
  )

const holdoutKey = (owner: string): string => `lesson-holdout ${owner}`

/** The share of sessions that an owner wants every lesson withheld from; null: as proof needs it. */
export const ownerHoldout = async (connection: Connection, owner: string): Promise<number | null> => {
  const text = await readMeta(connection, holdoutKey(owner))
  const share = Number(text)
  return text === undefined || text === '' || !(share >= 0 && share <= 1) ? null : share
}

export const writeOwnerHoldout = async (connection: Connection, owner: string, share: number | null): Promise<void> => {
  await writeMeta(connection, holdoutKey(owner), share === null ? '' : String(share))
}
