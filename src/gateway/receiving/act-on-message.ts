import type { Connection } from '../../store/connection.ts'
import { beginMessage, endMessage, type InboxMessage, putBack, readInbox } from '../../store/chats/inbox.ts'
import type { Outbox, OutgoingText } from '../sending/outbox.ts'
import { persist } from '../persist.ts'
import type { Written } from '../sending/send-message.ts'

/** How a message was handled. */
export type Answer =
  | {
      next: 'answered'
      texts: readonly OutgoingText[]
      note?: string | undefined
      /** Runs in the transaction that writes the answer. */
      also?: ((transaction: Connection) => Promise<unknown>) | undefined
    }
  /** Another turn is running in this session: try again later. */
  | { next: 'later'; inMs: number }
  /** The turn was cut off because the gateway stops: the next gateway goes on with the message. */
  | { next: 'put-back' }

export interface ActingParts {
  store: Connection
  outbox: Outbox
  now(): number
  gatewayId(): string
  signal: AbortSignal
}

/**
 * Answers one message, if it is ours, and stores the answer. Returns the milliseconds until the next attempt;
 * undefined if none is needed.
 */
export const actOnMessage = async (
  message: InboxMessage,
  answerTo: (message: InboxMessage) => Promise<Answer>,
  parts: ActingParts,
): Promise<number | undefined> => {
  const { store, outbox, now, signal } = parts
  const { seq } = message
  const gateway = parts.gatewayId()
  if (!(await beginMessage(store, { seq, gateway, now: now() }))) {
    const row = await readInbox(store, seq)
    if (row?.gateway !== gateway) return undefined
    // Another gateway works on an earlier message of this session.
    if (row.state === 'waiting') return BLOCKED_PAUSE_MS
    // The store says that this message is ours and running, but no turn here runs it: the answer to the statement that
    // began it got lost.
    if (row.state !== 'running') return undefined
  }
  const answer = await answerTo({ ...message, gateway })
  if (answer.next !== 'answered') {
    await persist(() => putBack(store, { seq, gateway }), { signal })
    return answer.next === 'later' ? answer.inMs : undefined
  }
  const written = await persist(() => commit({ seq, gateway }, answer, parts), { signal })
  if (written !== undefined) outbox.send(written)
  return undefined
}

const BLOCKED_PAUSE_MS = 100

/**
 * Writes the answer. Undefined if the message is no longer ours: the gateway that has it answers it. The transaction
 * that writes the answer checks this.
 */
const commit = (
  { seq, gateway }: { seq: number; gateway: string },
  { texts, note, also }: Extract<Answer, { next: 'answered' }>,
  { store, outbox, now }: ActingParts,
): Promise<Written[] | undefined> =>
  store.transaction(async (transaction) => {
    const isOurs = await endMessage(transaction, { seq, gateway, now: now(), note })
    if (!isOurs) return undefined
    await also?.(transaction)
    return outbox.write(transaction, texts)
  })
