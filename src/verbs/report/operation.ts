import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { longestOfNewest } from '../../store/derived/tally.ts'
import {
  type HistoryFilter,
  type HistoryProfile,
  profileHistory,
  profileSession,
  type SessionProfile,
} from '../profile/operation.ts'

/** What a report shows: the history, and one session in detail. */
export interface ReportContent {
  history: HistoryProfile
  /** Undefined if no session fits. */
  session: SessionProfile | undefined
}

/** The page shows the session with the most calls among this many of the newest. */
const NEWEST = 20

export const report = async (store: Connection, filter: HistoryFilter, session?: string): Promise<ReportContent> => ({
  history: await profileHistory(store, filter),
  session: session === undefined ? await anySession(store, filter) : await profileSession(store, session),
})

const anySession = async (store: Connection, filter: HistoryFilter): Promise<SessionProfile | undefined> => {
  const name = await longestOfNewest(store, filter, NEWEST)
  try {
    return name === undefined ? undefined : await profileSession(store, name)
  } catch (error) {
    // Two agents may use the same id. The user did not ask for this session, so the page leaves it out.
    if (error instanceof AppError && error.code === 'ambiguous') return undefined
    throw error
  }
}
