import type { Connection } from '../../store/connection.ts'
import { type DrawnSession, drawnSessions, type Follower, followers } from '../../store/lessons/settle.ts'

/** A session with draws, the sessions that continue it, and a stamp that changes whenever one of them does. */
export interface DrawnUnit extends DrawnSession {
  sessionIds: string[]
}

/** Sessions with draws that have changed since their draws were settled. */
export const changedUnits = async (store: Connection, now: number): Promise<DrawnUnit[]> => {
  const drawn = await drawnSessions(store, now)
  if (drawn.length === 0) return []
  const own = new Set(drawn.map(({ sessionId }) => sessionId))
  // A session with draws of its own counts by its own draws.
  const others = (await followers(store, now)).filter(({ sessionId }) => !own.has(sessionId))
  const children = Map.groupBy(others, ({ owner, source, parent }) => keyOf(owner, source, parent))
  return drawn
    .map((session) => {
      const all = withFollowers({ ...session, source: session.agent }, children)
      return {
        ...session,
        sessionIds: all.map(({ sessionId }) => sessionId),
        state: all.map(({ state }) => state).join(' '),
      }
    })
    .filter(({ state, settledFrom }) => state !== settledFrom)
}

const keyOf = (owner: string, source: string, nativeId: string): string => [owner, source, nativeId].join('\u0000')

type Member = Pick<Follower, 'sessionId' | 'nativeId' | 'owner' | 'source' | 'state'>

/** A session and all sessions that continue it, one after another. A circle ends where it began. */
const withFollowers = (root: Member, children: ReadonlyMap<string, readonly Follower[]>): Member[] => {
  const found = new Map<string, Member>([[root.sessionId, root]])
  for (const { owner, source, nativeId } of found.values())
    for (const child of children.get(keyOf(owner, source, nativeId)) ?? [])
      if (!found.has(child.sessionId)) found.set(child.sessionId, child)
  return [...found.values()]
}
