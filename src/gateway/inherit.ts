import { parseJson } from '../lib/json.ts'
import type { Connection } from '../store/connection.ts'
import { takeOver } from '../store/gateway.ts'
import type { InboxMessage } from '../store/inbox.ts'
import { deleteQuestionsOfGateway } from '../store/question.ts'
import { replyTo } from './answer.ts'
import type { Inbox } from './inbox.ts'
import type { Membership } from './membership.ts'
import type { Outbox, Sender } from './outbox.ts'
import { readSource } from './source.ts'

export interface InheritParts {
  store: Connection
  now(): number
  member: Membership
  inbox: Inbox
  outbox: Outbox
  senders: ReadonlyMap<string, Sender>
  /** Platforms whose messages we can take. */
  served: readonly string[]
  log(line: string): void
}

/** Says that we live, finds out who does not, takes over what they left, and takes up whatever is ours and nobody works on. */
export const inherit = async (parts: InheritParts): Promise<void> => {
  const { store, member, inbox, outbox, senders } = parts
  if (!(await member.beat())) {
    parts.log('the other gateways had given this one up; it goes on as a new one')
    inbox.abort('another gateway has taken over')
  }
  const repeatable = [...senders].filter(([, { limits }]) => limits.hasIdempotencyKeys).map(([name]) => name)
  for (const from of await member.orphans()) {
    const to = { to: member.id(), platforms: parts.served, repeatable, now: parts.now() }
    const { interrupted, changed } = await takeOver(store, { from, ...to })
    if (from !== undefined) await deleteQuestionsOfGateway(store, from)
    for (const message of interrupted) await tellInterrupted(message, parts)
    if (from !== undefined && changed > 0) parts.log(`took over ${changed} messages of ${from}`)
  }
  // Also without a change: a write whose answer got lost leaves something behind that nobody knows of.
  await Promise.all([inbox.load(), outbox.load()])
}

/** Twice begun and never finished: somebody waits, and is told. Once, because the text has one id. */
const tellInterrupted = async (message: InboxMessage, { store, outbox, senders }: InheritParts): Promise<void> => {
  if (!senders.has(message.platform)) return
  const reply = replyTo(message, readSource(parseJson(message.source)), INTERRUPTED)
  const text = { ...reply, delivery: `${message.id}-interrupted`, kind: 'notice' as const, inboxId: undefined }
  outbox.send(await store.transaction((transaction) => outbox.write(transaction, [text])))
}

const INTERRUPTED =
  'I was interrupted twice while working on your message and have stopped trying. Nothing more will come of it by itself; send it again if it still matters.'
