import { NO_PROJECT } from '../../schema/project.ts'
import type { Connection } from '../../store/connection.ts'
import { inLists } from '../../store/statement.ts'
import { type CallScope, scopeCalls, scopeSessions } from '../../store/facts/scope-calls.ts'
import type { Conversation, LessonSession } from '../facts.ts'
import { toConversations } from '../read-facts.ts'
import { countRepeated, type KnownMistakes, collectKnownMistakes, repeatedInHistory } from './repeated-mistakes.ts'

export interface MistakeScope {
  /** Null means every project. */
  project: string | null
  owner: string
  /** Only sessions that began before this time. */
  until?: number
}

/** At most this many of the newest sessions are read, as in mining. */
const MOST_SESSIONS = 2_000

/**
 * The mistakes that sessions of a project made so far. An experiment on this project counts how many are made again.
 */
export const readKnownMistakes = async (store: Connection, scope: MistakeScope): Promise<KnownMistakes> =>
  collectKnownMistakes(await factsOf(store, scope))

/**
 * For every session of an owner and a project: how many of its mistakes earlier sessions had made; undefined if
 * unknown.
 */
export const readRepeatedMistakes = async (
  store: Connection,
  scope: MistakeScope,
): Promise<Map<string, number | undefined>> => repeatedInHistory(await factsOf(store, scope))

/**
 * How many of the known mistakes each of these sessions made, by our id of the session. A session has no entry if its
 * count is unknown.
 */
export const countKnownMistakes = async (
  store: Connection,
  { owner, sessions }: { owner: string; sessions: readonly string[] },
  known: KnownMistakes,
): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const go of inLists(sessions)) {
    const { sessions: found, conversations } = await read(store, { owner, sessions: go as string[] })
    const own = Map.groupBy(conversations, ({ session }) => session.id)
    for (const { id } of found) {
      const count = countRepeated(own.get(id) ?? [], known)
      if (count !== undefined) counts.set(id, count)
    }
  }
  return counts
}

/**
 * The same count for all sessions of an owner taken as one, as in the store of a trial. A mistake that two sessions
 * make counts once.
 */
export const countMistakesOfAll = async (
  store: Connection,
  owner: string,
  known: KnownMistakes,
): Promise<number | undefined> => {
  const { sessions, conversations } = await read(store, { owner })
  return sessions.length === 0 ? undefined : countRepeated(conversations, known)
}

const factsOf = async (store: Connection, { project, owner, until }: MistakeScope) => {
  // Without a directory nothing shows that two people work on the same project, so only the owner's sessions count.
  const whose = project === null || project === NO_PROJECT ? { owner } : {}
  const scope: CallScope = { ...whose, until, projects: project === null ? undefined : [project] }
  const rows = await scopeSessions(store, scope)
  const since = rows.length > MOST_SESSIONS ? rows.at(-MOST_SESSIONS)?.startedAt : undefined
  return read(store, { ...scope, since: since ?? undefined })
}

const read = async (
  store: Connection,
  scope: CallScope,
): Promise<{ sessions: LessonSession[]; conversations: Conversation[] }> =>
  toConversations(await scopeSessions(store, scope), await scopeCalls(store, scope), ({ project }) => project ?? '')
