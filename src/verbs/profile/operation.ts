import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import { sourceNamed } from '../../sources/registry.ts'
import { createHistory } from '../../profile/history.ts'
import { profileInputs, refreshTallies } from '../../profile/run.ts'
import { describeSession } from '../../profile/session.ts'
import type { Connection } from '../../store/connection.ts'
import { eachTally, type HistoryFilter } from '../../store/derived/tally.ts'
import { type OwnOnly, findSession } from '../sessions/operation.ts'

export type { HistoryFilter } from '../../store/derived/tally.ts'
export type { HistoryProfile } from '../../schema/listing/history-profile.ts'
export type { SessionProfile } from '../../schema/listing/session-profile.ts'

/** Measures how reliable the matching sessions are, from facts already in the store. */
export const profileHistory = async (store: Connection, filter: HistoryFilter): Promise<HistoryProfile> => {
  if (filter.source !== undefined) sourceNamed(filter.source)
  await refreshTallies(store)
  const history = createHistory()
  for await (const row of eachTally(store, filter)) history.add(row)
  return history.figures(shownFilter(filter))
}

/** Measures one session, by its id or a unique prefix. */
export const profileSession = async (store: Connection, name: string, own: OwnOnly = {}): Promise<SessionProfile> => {
  const row = await findSession(store, name, own)
  const inputs = await profileInputs(store, [row.id])
  return describeSession(row, inputs.get(row.id) ?? { calls: [], turns: [], compactions: [] })
}

const shownFilter = (filter: HistoryFilter): HistoryProfile['filter'] =>
  Object.fromEntries(
    Object.entries(filter)
      .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
      .map(([name, value]) =>
        name === 'since' || name === 'until' ? [name, new Date(value).toISOString()] : [name, value],
      ),
  )
