import { hash, randomUUID } from 'node:crypto'
import type { Connection } from '../../store/connection.ts'
import { findInbox } from '../../store/chats/inbox.ts'
import { admit } from './admission.ts'
import { isControl } from '../commands/chat-commands.ts'
import type { GatewayConfig } from '../config/config.ts'
import type { Inbox } from './inbox.ts'
import { sessionKey } from '../identity/key.ts'
import type { Outbox } from '../sending/outbox.ts'
import type { IncomingMessage, PlatformLimits, Received } from '../platform.ts'
import type { Limited } from '../rate-limit.ts'

export interface ReceiveParts {
  store: Connection
  config: GatewayConfig
  inbox: Inbox
  outbox: Outbox
  now(): number
  limited(person: string): Limited
  isStopping(): boolean
}

/** Accepts a message or says why not. When it returns, the message is stored or finally refused. */
export const receive = async (
  { source: given, text: words }: IncomingMessage,
  limits: PlatformLimits,
  parts: ReceiveParts,
): Promise<Received> => {
  if (parts.isStopping()) return { outcome: 'stopping' }
  const text = storable(words)
  if (text.trim() === '') return { outcome: 'empty' }
  if (text.length > LONGEST_CHARS) return { outcome: 'too-long', most: LONGEST_CHARS }
  const source = { ...given, chatId: storable(given.chatId), messageId: storable(given.messageId) }
  const refused = limits.admission === 'local' ? undefined : await refusal(source, limits, parts)
  if (refused !== undefined) return refused
  const kind = isControl(text) ? 'control' : 'message'
  const { id, isNew } = await parts.inbox.accept({ source, sessionKey: sessionKey(source, parts.config), kind, text })
  return { outcome: isNew ? 'stored' : 'duplicate', id }
}

/** Why a message is refused: the person sent too many, or is not admitted. Undefined: the message is accepted. */
const refusal = async (
  source: IncomingMessage['source'],
  limits: PlatformLimits,
  parts: ReceiveParts,
): Promise<Received | undefined> => {
  const { platform, chatId, messageId, userId } = source
  // Messages are counted before the sender is looked up, so a stranger's flood costs no more than a known person's.
  const { isLimited, isFirst, waitMs } = parts.limited(`${platform}:${userId ?? chatId}`)
  if (limits.admission === 'signed') {
    if (!isLimited) return undefined
    // A message that is already stored is a request for its replies, not a new message.
    const known = await findInbox(parts.store, { platform, chatId, messageId })
    return known === undefined ? { outcome: 'limited', waitMs } : undefined
  }
  const tell = (reply: string): Promise<void> => say(reply, { source, parts })
  const admission = isLimited && !isFirst ? undefined : await admit(source, { ...parts, limits, now: parts.now() })
  if (admission?.isIn === false) {
    if (admission.reply !== undefined && !isLimited) await tell(admission.reply)
    return { outcome: 'not-admitted' }
  }
  if (!isLimited) return undefined
  if (isFirst) await tell(SLOW_DOWN)
  return { outcome: 'limited', waitMs }
}

/** A longer text is no chat message. */
const LONGEST_CHARS = 200_000
const SLOW_DOWN =
  'That is more than I can follow. I have not read your last message; please wait a little and send it again.'

/** PostgreSQL cannot store NUL, and no store can keep half a character. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/** Sends a text of the gateway itself that answers no accepted message. */
const say = async (
  text: string,
  { source, parts: { store, outbox } }: { source: IncomingMessage['source']; parts: ReceiveParts },
): Promise<void> => {
  const { platform, chatId, threadId } = source
  const delivery = hash('sha256', randomUUID(), 'hex').slice(0, 32)
  const written = await store.transaction((transaction) =>
    outbox.write(transaction, [{ delivery, kind: 'notice', address: { platform, chatId, threadId }, text }]),
  )
  outbox.send(written)
}
