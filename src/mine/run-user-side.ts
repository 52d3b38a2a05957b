import { profileInputs } from '../profile/run.ts'
import type { HarvestedSession } from '../schema/harvest.ts'
import type { Connection } from '../store/connection.ts'
import { foreignRows } from '../store/harvest.ts'
import { shownTools } from '../trust/words/shown-tool.ts'
import { foreignIn } from './foreign-calls.ts'
import type { MineOptions } from './run.ts'
import { userSide } from './user-side.ts'

/** What people want and how they talk shows in the newest of their sessions; of more the reading would only take longer. */
const MOST_SESSIONS = 30
const MIN_SUPPORT = 2

/** What mined sessions tell about their user, from their turns and calls; no other user's data are read. */
export const mineUserSide = async (
  store: Connection,
  sessions: readonly HarvestedSession[],
  { owner, until, sessions: named, minSupport = named === undefined ? MIN_SUPPORT : 1 }: MineOptions,
): Promise<ReturnType<typeof userSide>> => {
  const newest = sessions.slice(0, MOST_SESSIONS)
  const inputs = await profileInputs(
    store,
    newest.map(({ id }) => id),
    { owner },
  )
  const heard = newest.flatMap((session) => {
    const input = inputs.get(session.id)
    return input === undefined ? [] : [{ session, input }]
  })
  const foreign = foreignIn(await foreignRows(store, { owner, until }))
  return userSide(heard, {
    minSupport,
    until,
    isShownTool: shownTools(newest.map(({ harvest }) => harvest.shapes.map(({ tool }) => tool))),
    isForeign: (path, session) => foreign.holdsAllOf(session) || foreign.holds(path),
  })
}
