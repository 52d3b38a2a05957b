import { AppError } from '../lib/error.ts'
import { readLiveSession } from '../store/live/live-session.ts'
import type { Agent } from './agent.ts'
import { compact } from './compact.ts'
import type { CompactionStrategy } from './compaction/strategy.ts'
import { mend } from './mend.ts'
import { catchUp, newTurn } from './session-turn.ts'
import type { AgentEvent } from './turn.ts'
import { claimTurn } from './turn-lease.ts'

/** Compacts a session between two turns, because a person asks for it. Returns false if the session is unchanged. */
export const compressNow = async (
  agent: Agent,
  { session: id, owner, strategies, on, signal }: CompressOptions,
): Promise<boolean> => {
  const session = await readLiveSession(agent.store, owner, id)
  if (session === undefined) throw new AppError('no-such-session', `there is no session ${id}`)
  const lease = await claimTurn(agent, { session: id, waitMs: 0, signal })
  try {
    const request = { session: id, owner, platform: session.platform, text: '', on, signal }
    const turn = newTurn(agent, { session, request, lease })
    await catchUp(turn)
    await mend(turn)
    return await compact(turn, await catchUp(turn), { trigger: 'person', strategies })
  } finally {
    await lease.release()
  }
}

interface CompressOptions {
  session: string
  owner: string
  strategies: readonly CompactionStrategy[]
  on?: ((event: AgentEvent) => void) | undefined
  signal?: AbortSignal | undefined
}
