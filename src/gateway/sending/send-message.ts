import { messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import {
  beginSend,
  endSend,
  type OutboxMessage,
  postponeSend,
  readDelivery,
  readOutbox,
  saveDelivery,
} from '../../store/chats/outbox.ts'
import { type AfterSend, afterSend } from './after-send.ts'
import type { OutboxParts } from './outbox-parts.ts'
import { persist } from '../persist.ts'
import type { ConnectedPlatform, SendOutcome } from '../platform.ts'
import { saveLocally } from './save-locally.ts'

/** A stored message that waits to be sent. Each retry changes `attempts` and `nextAt`. */
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

/**
 * Sends one message and stores its state before and after. Returns the milliseconds until the next attempt; undefined
 * if none is needed.
 */
export const sendMessage = async (message: Written, parts: OutboxParts): Promise<number | undefined> => {
  const { store, now, signal } = parts
  const sender = parts.senders.get(message.platform)
  if (sender === undefined) return undefined
  const gateway = parts.gatewayId()
  if (!(await beginSend(store, { seq: message.seq, gateway }))) {
    const row = await readOutbox(store, message.seq)
    if (row?.gateway !== gateway) return undefined
    // An earlier message of this chat is with another gateway and goes first.
    if (row.state === 'waiting') return BLOCKED_PAUSE_MS
    // The store says that this gateway is sending the text, but it is not: the answer to the statement that began it
    // got lost.
    if (row.state !== 'sending') return undefined
  }
  message.attempts++
  const outcome = await sendOver(sender.connected, message)
  const after = afterSend(outcome, {
    attempts: message.attempts,
    ageMs: now() - message.createdAt,
    hasIdempotencyKeys: sender.limits.hasIdempotencyKeys,
  })
  return persist(() => settle(message, { gateway, after }, parts), { signal })
}

const BLOCKED_PAUSE_MS = 100
const SEND_LIMIT_MS = 60_000
/**
 * Longest wait before looking again: a clock that was set back must not hold a message for as long as it was set back.
 */
export const LONGEST_NAP_MS = 60_000

/** Sends over the platform. If the platform throws although it must not, or never returns, the outcome is unknown. */
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

const settle = async (
  message: Written,
  { gateway, after }: { gateway: string; after: AfterSend },
  parts: OutboxParts,
): Promise<number | undefined> => {
  const { store, now } = parts
  const { seq, delivery } = message
  if (after.next === 'sent') await endSend(store, { seq, gateway, state: 'sent', now: now(), sentId: after.id })
  else if (after.next === 'unsure')
    await endSend(store, { seq, gateway, state: 'unsure', now: now(), note: redact(after.note) })
  else if (after.next === 'retry') {
    message.nextAt = now() + after.inMs
    await postponeSend(store, { seq, gateway, nextAt: message.nextAt, note: redact(after.note) })
    return Math.min(after.inMs, LONGEST_NAP_MS)
  } else await giveUp(delivery, { gateway, note: redact(after.note) }, parts)
  return undefined
}

/** Saves the whole text in one file, whichever of its parts failed. */
const giveUp = async (
  delivery: string,
  { gateway, note }: { gateway: string; note: string },
  { store, home, now, log }: OutboxParts,
): Promise<void> => {
  const all = await readDelivery(store, delivery)
  const [first] = all
  if (first === undefined) return
  const path = saveLocally(home, {
    folder: 'undelivered',
    name: `${first.platform}-${delivery.slice(0, 16)}`,
    text: all.map(({ text }) => text).join('\n'),
  })
  await saveDelivery(store, { delivery, gateway, path, note, now: now() })
  log(`could not deliver to ${first.platform}, saved to ${path}: ${note}`)
}
