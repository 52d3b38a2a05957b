import { createHistory } from '../../profile/history.ts'
import { talliesInMemory } from '../../profile/run.ts'
import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { newestWithCalls, talliesOf, type TallyRow } from '../../store/derived/tally.ts'

/** A first look reads no more: it must not delay the reading of history. */
const MOST_SESSIONS = 300
const MOST_CALLS = 3_000

/**
 * The figures of the newest sessions that the store holds so far. It writes nothing, so it can run through its own
 * connection while history is read. Undefined while there is no call yet.
 */
export const firstFigures = async (store: Connection): Promise<HistoryProfile | undefined> => {
  const ids: string[] = []
  let calls = 0
  for (const session of await newestWithCalls(store, MOST_SESSIONS)) {
    if (ids.length > 0 && calls + session.calls > MOST_CALLS) break
    ids.push(session.id)
    calls += session.calls
  }
  if (ids.length === 0) return undefined
  const tallies = await talliesInMemory(store, ids)
  const history = createHistory()
  for (const row of await talliesOf(store, ids)) history.add({ ...row, ...tallies.get(row.id) } as TallyRow)
  return history.figures({})
}

/** While the store is empty, it is read again after this time. */
const AGAIN_MS = 250

/**
 * While `work` runs, reads the store after `afterMs` and reports the figures once. Ends with the work. If this fails,
 * the work goes on without first figures.
 */
export const withFirstFigures = async <T>(
  address: string,
  { afterMs, tell }: { afterMs: number; tell(history: HistoryProfile): void },
  work: () => Promise<T>,
): Promise<T> => {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const history = await lookInto(address)
    if (isOver) return
    if (history === undefined) later(AGAIN_MS)
    else tell(history)
  }
  const later = (ms: number): void => {
    timer = setTimeout(() => {
      looking = look().catch(() => undefined)
    }, ms)
  }
  later(afterMs)
  try {
    return await work()
  } finally {
    isOver = true
    clearTimeout(timer)
    await looking
  }
}

const lookInto = async (address: string): Promise<HistoryProfile | undefined> => {
  const store = await openStore(address)
  try {
    return await firstFigures(store)
  } finally {
    await store.close()
  }
}
