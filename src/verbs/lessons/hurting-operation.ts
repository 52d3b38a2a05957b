import type { App } from '../../app.ts'
import type { Connection } from '../../store/connection.ts'
import { lessonsLedger } from './ledger-operation.ts'
import type { LessonProof } from './ledger-shape.ts'

/**
 * Lists the lessons in use after which sessions make the mistake more often, by their draws. Nothing is withdrawn: a
 * person decides.
 */
export const hurtingLessons = async (app: Pick<App, 'now' | 'owner'>, store: Connection): Promise<LessonProof[]> =>
  (await lessonsLedger(app, store)).lessons.filter(
    ({ verdict, state }) => verdict === 'causes' && (state === 'active' || state === 'written'),
  )
