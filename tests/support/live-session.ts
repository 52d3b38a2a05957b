import type { LiveSession } from '../../src/schema/live-session.ts'
import type { Connection } from '../../src/store/connection.ts'
import { appendMessages } from '../../src/store/live/live-message.ts'
import { ensureLiveSession } from '../../src/store/live/live-session.ts'

/** Says one thing in a live session, which comes into being with it. */
export const sayIn = async (
  store: Connection,
  { session, owner, at, text = 'hello' }: { session: string; owner: string; at: number; text?: string },
): Promise<void> => {
  await ensureLiveSession(store, liveSession({ id: session, owner, startedAt: at, lastAt: at }))
  await appendMessages(store, session, [{ role: 'user', at, text, isSynthetic: false }])
}

const liveSession = (change: Partial<LiveSession>): LiveSession => ({
  id: 'session',
  owner: 'sam',
  platform: 'telegram',
  project: undefined,
  cwd: undefined,
  model: undefined,
  title: undefined,
  systemPrompt: undefined,
  parent: undefined,
  startedAt: 0,
  lastAt: 0,
  endedAt: undefined,
  endReason: undefined,
  usage: { inputTokens: undefined, outputTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  ...change,
})
