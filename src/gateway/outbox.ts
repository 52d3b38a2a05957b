import { messageOf } from '../lib/error.ts'
import { redact } from '../lib/redact/redact.ts'
import type { Connection } from '../store/connection.ts'
import {
  addOutgoing,
  beginSend,
  endSend,
  type NewOutboxMessage,
  openOutbox,
  type OutboxKind,
  type OutboxMessage,
  postponeSend,
  readDelivery,
  readOutbox,
  saveDelivery,
} from '../store/outbox.ts'
import { type AfterSend, afterSend } from './after-send.ts'
import type { Address } from './delivery-target.ts'
import { createLanes } from './lanes.ts'
import { persist } from './persist.ts'
import type { ConnectedPlatform, PlatformLimits, SendOutcome } from './platform.ts'
import { saveLocally } from './save-locally.ts'
import { splitMessage } from './split-message.ts'

/** A platform that can be sent on. */
export interface Sender {
  limits: PlatformLimits
  connected: ConnectedPlatform
}

export interface OutboxParts {
  store: Connection
  home: string
  now(): number
  gatewayId(): string
  senders: ReadonlyMap<string, Sender>
  /** How many chats are sent to at the same time. */
  parallel: number
  log(line: string): void
  /** The gateway is ending, whatever is left. */
  signal: AbortSignal
}

/** A text that is to be sent somewhere. */
export interface OutgoingText {
  /** The same text of the same cause has the same: it is sent once. */
  delivery: string
  kind: OutboxKind
  address: Address
  text: string
  inboxId?: string | undefined
  replyTo?: string | undefined
}

export interface Outbox {
  /** Keeps texts, cut for their platforms, in the transaction of whoever has them. `send` them once that has been committed. */
  write(transaction: Connection, texts: readonly OutgoingText[]): Promise<Written[]>
  send(written: readonly Written[]): void
  /** Takes up what the store says is ours to send and nobody here sends. */
  load(): Promise<void>
  stop(): void
  settled(): Promise<void>
  open(): number
}

export type Written = Pick<
  OutboxMessage,
  | 'seq'
  | 'id'
  | 'delivery'
  | 'lane'
  | 'platform'
  | 'chatId'
  | 'threadId'
  | 'replyTo'
  | 'inboxId'
  | 'text'
  | 'part'
  | 'parts'
  | 'createdAt'
> & { attempts: number; nextAt: number }

/** Messages on their way out: in order within a chat, several chats at once, each written down before and after it is sent. */
export const createOutbox = (parts: OutboxParts): Outbox => {
  const { store, senders, now, gatewayId, signal } = parts
  const known = new Set<number>()
  const lanes = createLanes<Written>({ most: parts.parallel, run: (message) => attempt(message) })

  const attempt = async (message: Written): Promise<number | undefined> => {
    try {
      const waitMs = message.nextAt - now()
      // A clock that was set back must not hold a message for as long as it was set back.
      if (waitMs > 0) return Math.min(waitMs, LONGEST_NAP_MS)
      const againMs = await sendOne(message)
      if (againMs === undefined) known.delete(message.seq)
      return againMs
    } catch (error) {
      if (!signal.aborted) parts.log(`outbox: ${redact(messageOf(error))}`)
      return STORE_PAUSE_MS
    }
  }

  const sendOne = async (message: Written): Promise<number | undefined> => {
    const sender = senders.get(message.platform)
    if (sender === undefined) return undefined
    const gateway = gatewayId()
    if (!(await beginSend(store, { seq: message.seq, gateway }))) {
      const row = await readOutbox(store, message.seq)
      if (row?.gateway !== gateway) return undefined
      // One of the same chat that another gateway sends comes first.
      if (row.state === 'waiting') return BLOCKED_PAUSE_MS
      // One that is ours and being sent, though nobody here sends it, was begun by a statement whose answer got lost.
      if (row.state !== 'sending') return undefined
    }
    message.attempts++
    const outcome = await sendOver(sender.connected, message)
    const after = afterSend(outcome, {
      attempts: message.attempts,
      ageMs: now() - message.createdAt,
      hasIdempotencyKeys: sender.limits.hasIdempotencyKeys,
    })
    return persist(() => settle(message, gateway, after), { signal })
  }

  const settle = async (message: Written, gateway: string, after: AfterSend): Promise<number | undefined> => {
    const { seq, delivery } = message
    if (after.next === 'sent') await endSend(store, { seq, gateway, state: 'sent', now: now(), sentId: after.id })
    else if (after.next === 'unsure')
      await endSend(store, { seq, gateway, state: 'unsure', now: now(), note: redact(after.note) })
    else if (after.next === 'retry') {
      message.nextAt = now() + after.inMs
      await postponeSend(store, { seq, gateway, nextAt: message.nextAt, note: redact(after.note) })
      return Math.min(after.inMs, LONGEST_NAP_MS)
    } else await giveUp(delivery, { gateway, note: redact(after.note) })
    return undefined
  }

  /** The whole text goes into one file, whichever of its parts failed. */
  const giveUp = async (delivery: string, { gateway, note }: { gateway: string; note: string }): Promise<void> => {
    const all = await readDelivery(store, delivery)
    const [first] = all
    if (first === undefined) return
    const path = saveLocally(parts.home, {
      folder: 'undelivered',
      name: `${first.platform}-${delivery.slice(0, 16)}`,
      text: all.map(({ text }) => text).join('\n'),
    })
    await saveDelivery(store, { delivery, gateway, path, note, now: now() })
    parts.log(`could not deliver to ${first.platform}, saved to ${path}: ${note}`)
  }

  const send = (written: readonly Written[]): void => {
    for (const message of written) {
      if (known.has(message.seq) || !senders.has(message.platform)) continue
      known.add(message.seq)
      lanes.add(message.lane, message, message.seq)
    }
  }

  return {
    write: (transaction, texts) => writeTexts(transaction, texts, parts),
    send,
    load: async () => {
      send(await openOutbox(store, { gateway: gatewayId() }))
    },
    stop: lanes.stop,
    settled: lanes.settled,
    open: () => known.size,
  }
}

const BLOCKED_PAUSE_MS = 100
const STORE_PAUSE_MS = 1_000
const LONGEST_NAP_MS = 60_000
const SEND_LIMIT_MS = 60_000

const writeTexts = async (
  transaction: Connection,
  texts: readonly OutgoingText[],
  { senders, now, gatewayId }: OutboxParts,
): Promise<Written[]> => {
  const rows = texts.flatMap((text) => rowsOf(text, { senders, now: now(), gateway: gatewayId() }))
  const places = await addOutgoing(transaction, rows)
  // Ids that were there already are not sent by whoever asks again.
  if (places.length !== rows.length) return []
  return rows.map((row, index) => ({ ...row, seq: places[index] ?? 0, attempts: 0, nextAt: row.createdAt }))
}

const rowsOf = (
  { delivery, kind, address, text, inboxId, replyTo }: OutgoingText,
  { senders, now, gateway }: { senders: ReadonlyMap<string, Sender>; now: number; gateway: string },
): NewOutboxMessage[] => {
  const { platform, chatId, threadId } = address
  const sender = senders.get(platform)
  const pieces = splitMessage(
    text.replaceAll('\u0000', '\uFFFD').toWellFormed(),
    sender?.limits.messageChars ?? UNKNOWN_LIMIT,
  )
  return pieces.map((piece, index) => ({
    id: `${delivery}.${index}`,
    delivery,
    part: index,
    parts: pieces.length,
    inboxId,
    kind,
    platform,
    chatId,
    threadId,
    replyTo: index === 0 ? replyTo : undefined,
    lane: JSON.stringify([platform, chatId, threadId ?? null]),
    text: piece,
    createdAt: now,
    // A platform that is not ours is another gateway's: whoever serves it takes it.
    gateway: sender === undefined ? undefined : gateway,
  }))
}

/** Of a platform that another gateway serves: what every one we know can take. */
const UNKNOWN_LIMIT = 2_000

/** A platform that breaks its promise not to throw, or never comes back, is one that cannot tell. */
const sendOver = async (connected: ConnectedPlatform, message: Written): Promise<SendOutcome> => {
  const { id, chatId, threadId, replyTo, inboxId, text, part, parts } = message
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<SendOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'unknown', reason: 'no answer in time' }), SEND_LIMIT_MS)
  })
  try {
    const sending = connected.send({
      idempotencyKey: id,
      chatId,
      threadId,
      replyTo,
      answers: inboxId,
      text,
      part,
      parts,
    })
    return await Promise.race([sending, limit])
  } catch (error) {
    return { outcome: 'unknown', reason: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}
