import type { Connection } from '../connection.ts'
import { pick, type RowOf } from '../table.ts'
import { LESSON_DRAW, LESSON_TRIAL, UNNAMED } from './draw.ts'
import { readMeta, writeMeta } from '../meta.ts'

const TRIED = pick(
  LESSON_TRIAL,
  'lesson_id:lessonId repository kind sentence before_sessions:beforeSessions before_of:beforeOf began_at:beganAt',
)

/** A lesson that was drawn for sessions. `pending` are those whose outcome is not known yet. */
export type LessonTrial = RowOf<typeof TRIED> & { lastAt: number | null; pending: number }

/** All lessons that were ever drawn, in the order in which that began. */
export const lessonTrials = (connection: Connection): Promise<LessonTrial[]> =>
  connection.all<LessonTrial>(
    `select ${TRIED}, max(lesson_draw.at) as "lastAt",
            cast(sum(case when lesson_draw.lesson_id is not null and lesson_draw.repeated is null
              and lesson_draw.session_key not like '${UNNAMED}%' then 1 else 0 end) as bigint) as pending
       from lesson_trial left join lesson_draw on lesson_draw.lesson_id = lesson_trial.lesson_id
      group by lesson_trial.lesson_id
      order by lesson_trial.began_at, lesson_trial.lesson_id`,
  )

const DRAWN = pick(LESSON_DRAW, 'session_key:sessionKey source at moment given probability repeated')

/** One session that a lesson was drawn for. `repeated` is null where the session has not come back. */
export type TrialSession = RowOf<typeof DRAWN>

/** The newest sessions of an owner that a lesson was drawn for. */
export const trialSessions = (
  connection: Connection,
  owner: string,
  { lessonId, limit }: { lessonId: string; limit: number },
): Promise<TrialSession[]> =>
  connection.all<TrialSession>(
    `select ${DRAWN} from lesson_draw
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
