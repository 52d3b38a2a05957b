import { parseJson } from '../../lib/json.ts'
import type { Connection } from '../../store/connection.ts'
import { takeOver } from '../../store/chats/gateway.ts'
import type { InboxMessage } from '../../store/chats/inbox.ts'
import { deleteQuestionsOfGateway } from '../../store/chats/question.ts'
import { replyTo } from '../answering/answer.ts'
import type { Inbox } from '../receiving/inbox.ts'
import type { Membership } from './membership.ts'
import { CRON } from '../jobs/run-jobs.ts'
import type { Outbox, OutgoingText } from '../sending/outbox.ts'
import type { Sender } from '../sending/outbox-parts.ts'
import type { PlatformLimits } from '../platform.ts'
import type { Written } from '../sending/send-message.ts'
import { readSource } from '../identity/source.ts'

export interface InheritParts {
  store: Connection
  now(): number
  member: Membership
  inbox: Inbox
  outbox: Outbox
  senders: ReadonlyMap<string, Sender>
  log(line: string): void
}

/**
 * Renews this gateway's sign of life, finds dead gateways, takes over their messages, and loads our own waiting
 * messages.
 */
export const inherit = async (parts: InheritParts): Promise<void> => {
  const { store, member, inbox, outbox, senders } = parts
  if (!(await member.beat())) {
    parts.log('the other gateways had given this one up; it goes on as a new one')
    inbox.abort('another gateway has taken over')
  }
  const repeatable = [...senders].filter(([, { limits }]) => limits.hasIdempotencyKeys).map(([name]) => name)
  for (const from of await member.orphans()) {
    let written: Written[] = []
    const { changed } = await takeOver(store, {
      from,
      to: member.id(),
      // Messages for a platform that is down here wait, unless another gateway takes them.
      platforms: [...senders.keys(), CRON],
      repeatable,
      now: parts.now(),
      tell: async (transaction, interrupted) => {
        const texts = interrupted.flatMap((message) => {
          const sender = senders.get(message.platform)
          return sender === undefined ? [] : interruptedText(message, sender.limits)
        })
        written = await outbox.write(transaction, texts)
      },
    })
    if (from !== undefined) await deleteQuestionsOfGateway(store, from)
    outbox.send(written)
    if (from !== undefined && changed > 0) parts.log(`took over ${changed} messages of ${from}`)
  }
  // Also if nothing changed: if the answer to a write got lost, the store may hold a row that no gateway knows of.
  await Promise.all([inbox.load(), outbox.load()])
}

/**
 * Tells the chat that its message was begun twice and never finished. The text has a fixed id, so it is sent once. On
 * a platform whose replies are fetched it is the reply to that message; elsewhere it is a notice, because the message
 * has no answer.
 */
const interruptedText = (message: InboxMessage, { isFetched = false }: PlatformLimits): OutgoingText => {
  const reply = replyTo(message, readSource(parseJson(message.source)), INTERRUPTED)
  const text = { ...reply, delivery: `${message.id}-interrupted`, kind: 'notice' as const }
  return isFetched ? text : { ...text, inboxId: undefined }
}

const INTERRUPTED =
  'I was interrupted twice while working on your message and have stopped trying. Nothing more will come of it by itself; send it again if it still matters.'
