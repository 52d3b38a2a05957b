import type { Comparison } from '../../schema/listing/comparison.ts'
import { sourceNamed } from '../../sources/registry.ts'
import { addToSide, compareSides, emptySide, type Side } from '../../profile/compare.ts'
import { refreshTallies } from '../../profile/run.ts'
import type { Connection } from '../../store/connection.ts'
import { eachTally, type HistoryFilter, talliesOf } from '../../store/derived/tally.ts'
import { type OwnOnly, findSession } from '../sessions/operation.ts'

export type { Comparison } from '../../schema/listing/comparison.ts'

/** Compares two sessions, named by id or unique prefix; the first is warm, the second cold. */
export const compareSessions = async (
  store: Connection,
  warm: string,
  cold: string,
  own: OwnOnly = {},
): Promise<Comparison> => {
  const [first, second] = [await findSession(store, warm, own), await findSession(store, cold, own)]
  await refreshTallies(store)
  const rows = await talliesOf(store, [first.id, second.id])
  const sideOf = (session: { id: string; native_id: string }): Side => {
    const side = emptySide(session.native_id)
    const row = rows.find((each) => each.id === session.id)
    if (row !== undefined) addToSide(side, row)
    return side
  }
  return compareSides(sideOf(first), sideOf(second), 'session')
}

/** Compares two groups of sessions, each given by a filter. */
export const compareGroups = async (
  store: Connection,
  warm: HistoryFilter,
  cold: HistoryFilter,
): Promise<Comparison> => {
  await refreshTallies(store)
  return compareSides(await groupSide(store, warm), await groupSide(store, cold), 'group')
}

const groupSide = async (store: Connection, filter: HistoryFilter): Promise<Side> => {
  if (filter.source !== undefined) sourceNamed(filter.source)
  const side = emptySide(labelOf(filter))
  for await (const row of eachTally(store, filter)) addToSide(side, row)
  return side
}

const labelOf = (filter: HistoryFilter): string => {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      name === 'since' || name === 'until'
        ? `${name}=${dayOf(name, Number(value))}`
        : `${name === 'minMessages' ? 'min-messages' : name}=${value}`,
    )
  return parts.length === 0 ? 'all sessions' : parts.join(',')
}

/** `until` excludes its own moment, so its last day is the day before. */
const dayOf = (name: string, ms: number): string => new Date(name === 'until' ? ms - 1 : ms).toISOString().slice(0, 10)
