import { retryWhile } from '../lib/back-off.ts'
import type { LiveMessage, LiveSession, TokenUsage } from '../schema/live-session.ts'
import type { Connection } from '../store/connection.ts'
import { appendMessages, type NewMessage, readMessages } from '../store/live/live-message.ts'
import { addUsage } from '../store/live/live-session.ts'
import type { Agent } from './agent.ts'
import { inSendingOrder } from './transcript.ts'
import type { AgentEvent, TurnRequest } from './turn.ts'
import type { TurnLease } from './turn-lease.ts'

/** A running turn: what it may write, and what it has read. */
export interface SessionTurn {
  agent: Agent
  session: LiveSession
  request: TurnRequest
  lease: TurnLease
  /** Aborts when the user stops the turn or the lease is lost. */
  signal: AbortSignal
  /** Active messages, as of the last `catchUp`. */
  messages: LiveMessage[]
  /** The first position that this turn has not read. */
  unread: number
  /** The place of the last message that the model has seen. */
  seen: number
  steps: number
  usage: TokenUsage
  /** Input and output tokens, estimated if the provider does not report them. */
  spentTokens: number
  /** Compactions in this turn. */
  compactions: { made: number; failed: number }
  emit(event: AgentEvent): void
}

export const newTurn = (
  agent: Agent,
  { session, request, lease }: Pick<SessionTurn, 'session' | 'request' | 'lease'>,
): SessionTurn => ({
  agent,
  session,
  request,
  lease,
  signal: request.signal === undefined ? lease.lost : AbortSignal.any([request.signal, lease.lost]),
  messages: [],
  unread: 0,
  seen: -1,
  steps: 0,
  usage: NO_USAGE,
  spentTokens: 0,
  compactions: { made: 0, failed: 0 },
  emit: (event) => request.on?.(event),
})

/** Writes under the lease. A locked store delays the write and never loses it. */
export const write = <T>(turn: SessionTurn, work: (transaction: Connection) => Promise<T>): Promise<T> =>
  patiently(turn.agent.store, async (transaction) => {
    await turn.lease.require(transaction)
    return work(transaction)
  })

/** Another process may write for a long time (a first import); a turn waits, so that no message is lost. */
const STORE_PATIENCE_MS = 10 * 60_000

/** Runs a transaction and repeats it while the store is busy. */
export const patiently = <T>(store: Connection, work: (transaction: Connection) => Promise<T>): Promise<T> =>
  retryWhile(isBusy, () => store.transaction(work), { limitMs: STORE_PATIENCE_MS })

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'store-busy'

/** Stores messages and their cost in one transaction. */
export const say = (turn: SessionTurn, messages: readonly NewMessage[], usage?: TokenUsage): Promise<void> =>
  write(turn, (transaction) => append(turn, transaction, { messages, usage }))

/** Does the same for the last words of a turn, and ends the turn. */
export const sayLast = async (
  turn: SessionTurn,
  messages: readonly NewMessage[],
  usage: TokenUsage | undefined,
): Promise<void> => {
  await write(turn, async (transaction) => {
    await append(turn, transaction, { messages, usage })
    await turn.lease.releaseIn(transaction)
  })
  turn.lease.released()
}

const append = async (
  { session: { id } }: SessionTurn,
  transaction: Connection,
  { messages, usage }: { messages: readonly NewMessage[]; usage: TokenUsage | undefined },
): Promise<void> => {
  await appendMessages(transaction, id, messages)
  if (usage !== undefined) await addUsage(transaction, id, usage)
}

/** Reads what this turn or others stored since the last time, and returns what would be sent now. */
export const catchUp = async (turn: SessionTurn): Promise<LiveMessage[]> => {
  const fresh = await readMessages(turn.agent.store, turn.session.id, { isActive: true, from: turn.unread })
  turn.messages.push(...fresh)
  turn.unread = Math.max(turn.unread, (fresh.at(-1)?.position ?? -1) + 1)
  return inSendingOrder(turn.messages)
}

/** Reads everything again after a compaction, because the messages read before have changed. */
export const readAnew = (turn: SessionTurn): Promise<LiveMessage[]> => {
  turn.messages = []
  turn.unread = 0
  return catchUp(turn)
}

/** A message that a program says in the user's place. */
export const synthetic = (turn: SessionTurn, kind: string, text: string): NewMessage => ({
  role: 'user',
  at: turn.agent.app.now(),
  text,
  isSynthetic: true,
  kind,
})

/** A count stays unknown until a provider reports a number. */
export const addedUsage = (a: TokenUsage, b: TokenUsage | undefined): TokenUsage => {
  const sum = (x: number | undefined, y: number | undefined): number | undefined =>
    x === undefined && y === undefined ? undefined : (x ?? 0) + (y ?? 0)
  return {
    inputTokens: sum(a.inputTokens, b?.inputTokens),
    outputTokens: sum(a.outputTokens, b?.outputTokens),
    cacheReadTokens: sum(a.cacheReadTokens, b?.cacheReadTokens),
    cacheWriteTokens: sum(a.cacheWriteTokens, b?.cacheWriteTokens),
  }
}

export const NO_USAGE: TokenUsage = {
  inputTokens: undefined,
  outputTokens: undefined,
  cacheReadTokens: undefined,
  cacheWriteTokens: undefined,
}
