import { profileInputs } from '../profile/run.ts'
import type { HarvestedSession } from '../schema/harvest.ts'
import type { Connection } from '../store/connection.ts'
import { foreignRows } from '../store/derived/harvest.ts'
import { shownTools } from '../trust/words/shown-tool.ts'
import { foreignIn } from './sessions/foreign-calls.ts'
import type { MineOptions } from './run.ts'
import { sharedSystemText, type SystemText } from './user-side/system-text.ts'
import type { UserSession } from './user-side/user-session.ts'
import { userSide } from './user-side/user-side.ts'

/** Only the newest sessions are read. They show what people want and how they talk; more would only take longer. */
const MOST_SESSIONS = 30
const MIN_SUPPORT = 2

/** Mines what sessions tell about their user, from their turns and calls. No other user's data are read. */
export const mineUserSide = async (
  store: Connection,
  sessions: readonly HarvestedSession[],
  { owner, until, sessions: named, minSupport = named === undefined ? MIN_SUPPORT : 1 }: MineOptions,
): Promise<ReturnType<typeof userSide>> => {
  const newest = sessions.slice(0, MOST_SESSIONS)
  const heard = await heardIn(store, newest, owner)
  const foreign = foreignIn(await foreignRows(store, { owner, until }))
  return userSide(heard, {
    minSupport,
    until,
    isShownTool: shownTools(newest.map(({ harvest }) => harvest.shapes.map(({ tool }) => tool))),
    isForeign: (path, session) => foreign.holdsAllOf(session) || foreign.holds(path),
  })
}

/** The system message that mined sessions share, for a person to review; or why there is none. */
export const mineSystemText = async (
  store: Connection,
  sessions: readonly HarvestedSession[],
  { owner, until }: Pick<MineOptions, 'owner' | 'until'>,
): Promise<SystemText> => {
  const foreign = foreignIn(await foreignRows(store, { owner, until }))
  const isForeign = ({ id, cwd, project }: UserSession['session']): boolean =>
    foreign.holdsAllOf(id) ||
    [cwd, project].some(
      (place) => place !== undefined && ['', ...INSTRUCTION_FILES].some((file) => foreign.holds(withFile(place, file))),
    )
  return sharedSystemText(await heardIn(store, sessions, owner), { isForeign })
}

const withFile = (place: string, file: string): string => (file === '' ? place : `${place}/${file}`)

/** Files that agents put into the system message of a session that starts next to them. */
const INSTRUCTION_FILES = [
  ...['AGENTS', 'CLAUDE', 'GEMINI', 'HERMES', 'SOUL'].map((name) => `${name}.md`),
  '.cursorrules',
  '.github/copilot-instructions.md',
]

const heardIn = async (
  store: Connection,
  sessions: readonly HarvestedSession[],
  owner: string,
): Promise<(UserSession & { session: HarvestedSession })[]> => {
  const ids = sessions.map(({ id }) => id)
  const inputs = await profileInputs(store, ids, { owner })
  return sessions.flatMap((session) => {
    const input = inputs.get(session.id)
    return input === undefined ? [] : [{ session, input }]
  })
}
