import type { Connection } from '../../store/connection.ts'
import { beginMessage, endMessage, type InboxMessage, putBack, readInbox } from '../../store/chats/inbox.ts'
import type { Outbox, OutgoingText } from '../sending/outbox.ts'
import { persist } from '../persist.ts'
import type { Written } from '../sending/send-message.ts'

/** What a message is answered with. */
export type Answer =
  | {
      next: 'answered'
      texts: readonly OutgoingText[]
      note?: string | undefined
      /** Written together with the answer, or not at all. */
      also?: ((transaction: Connection) => Promise<unknown>) | undefined
    }
  /** Not now: another turn is running in this session. */
  | { next: 'later'; inMs: number }
  /** It was cut off because the gateway stops: the next one goes on with it. */
  | { next: 'put-back' }

export interface ActingParts {
  store: Connection
  outbox: Outbox
  now(): number
  gatewayId(): string
  signal: AbortSignal
}

/** Has one message answered, if it is ours, and writes the answer down. In how many milliseconds it is to be tried again, if at all. */
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
    // An earlier one of the session is with another gateway.
    if (row.state === 'waiting') return BLOCKED_PAUSE_MS
    // A message that the store calls ours and running, though no turn here runs it, was begun by a statement whose answer got lost.
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

/** Undefined where the message is no longer ours: the gateway that has it answers it. Checked where the answer is written. */
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
