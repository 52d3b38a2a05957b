import { messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { Connection } from '../../store/connection.ts'
import { addOutgoing, type NewOutboxMessage, openOutbox, type OutboxKind } from '../../store/chats/outbox.ts'
import type { Address } from '../config/delivery-target.ts'
import { createLanes, type Lanes } from '../lanes.ts'
import type { OutboxParts, Sender } from './outbox-parts.ts'
import { LONGEST_NAP_MS, sendMessage, type Written } from './send-message.ts'
import { splitMessage } from './split-message.ts'

/** A text to send. */
export interface OutgoingText {
  /** The same text for the same reason has the same delivery id, so it is sent once. */
  delivery: string
  kind: OutboxKind
  address: Address
  text: string
  inboxId?: string | undefined
  replyTo?: string | undefined
}

export interface Outbox {
  /** Stores texts, split for their platforms, in the caller's transaction. Call `send` after the commit. */
  write(transaction: Connection, texts: readonly OutgoingText[]): Promise<Written[]>
  send(written: readonly Written[]): void
  /** Loads texts that the store says are ours to send and that are not being sent here. */
  load(): Promise<void>
  stop(): void
  settled(): Promise<void>
  open(): number
}

/** The state of an outbox. */
interface OutboxState {
  readonly parts: OutboxParts
  /** Messages that are being sent here. */
  readonly known: Set<number>
  /** Each platform has its own lanes: a platform that never answers does not hold up the others. */
  readonly lanes: Map<string, Lanes<Written>>
  isStopped: boolean
}

/**
 * Sends messages: in order within a chat, several chats in parallel. Each message is stored before it is sent and
 * updated after.
 */
export const createOutbox = (parts: OutboxParts): Outbox => {
  const outbox: OutboxState = { parts, known: new Set(), lanes: new Map(), isStopped: false }
  return {
    write: (transaction, texts) => writeTexts(transaction, texts, parts),
    send: (written) => sendAll(outbox, written),
    load: async () => sendAll(outbox, await openOutbox(parts.store, { gateway: parts.gatewayId() })),
    stop: () => {
      outbox.isStopped = true
      for (const each of outbox.lanes.values()) each.stop()
    },
    settled: async () => {
      await Promise.all([...outbox.lanes.values()].map((each) => each.settled()))
    },
    open: () => outbox.known.size,
  }
}

const sendAll = (outbox: OutboxState, written: readonly Written[]): void => {
  const { parts, known } = outbox
  for (const message of written) {
    if (known.has(message.seq) || !parts.senders.has(message.platform)) continue
    known.add(message.seq)
    lanesOf(outbox, message.platform).add(message.lane, message, message.seq)
  }
}

const lanesOf = (outbox: OutboxState, platform: string): Lanes<Written> => {
  const { parts, lanes, isStopped } = outbox
  const made =
    lanes.get(platform) ?? createLanes<Written>({ most: parts.parallel, run: (message) => attempt(outbox, message) })
  if (isStopped) made.stop()
  lanes.set(platform, made)
  return made
}

const attempt = async ({ parts, known }: OutboxState, message: Written): Promise<number | undefined> => {
  try {
    const waitMs = message.nextAt - parts.now()
    if (waitMs > 0) return Math.min(waitMs, LONGEST_NAP_MS)
    const againMs = await sendMessage(message, parts)
    if (againMs === undefined) known.delete(message.seq)
    return againMs
  } catch (error) {
    if (!parts.signal.aborted) parts.log(`outbox: ${redact(messageOf(error))}`)
    return STORE_PAUSE_MS
  }
}

const STORE_PAUSE_MS = 1_000

const writeTexts = async (
  transaction: Connection,
  texts: readonly OutgoingText[],
  { senders, now, gatewayId }: OutboxParts,
): Promise<Written[]> => {
  const rows = texts.flatMap((text) => rowsOf(text, { senders, now: now(), gateway: gatewayId() }))
  const places = await addOutgoing(transaction, rows)
  // If the ids exist already, the first caller sends the texts.
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
    // If this gateway does not serve the platform, a gateway that does takes the text.
    gateway: sender === undefined ? undefined : gateway,
  }))
}

/** For platforms that another gateway serves: a length that every platform we know accepts. */
const UNKNOWN_LIMIT = 2_000
