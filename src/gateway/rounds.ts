import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { messageOf } from '../lib/error.ts'
import type { Processes } from '../processes/processes.ts'
import type { Connection } from '../store/connection.ts'
import { pruneMail, takeOver } from '../store/gateway.ts'
import { findInbox } from '../store/inbox.ts'
import { claimLease, leaseHolder, releaseLease } from '../store/lease.ts'
import { pruneNotes } from '../store/platform-note.ts'
import { replyTo } from './answer.ts'
import type { ChatSessions } from './chat-sessions.ts'
import type { Inbox } from './inbox.ts'
import { queueDueJobs } from './jobs.ts'
import type { Membership } from './membership.ts'
import { routeNotices } from './notices.ts'
import type { Outbox, Sender } from './outbox.ts'
import { parseJson } from '../lib/json.ts'
import { readSource } from './source.ts'

export interface RoundsParts {
  store: Connection
  app: App
  chats: ChatSessions
  processes: Processes | undefined
  member: Membership
  inbox: Inbox
  outbox: Outbox
  senders: ReadonlyMap<string, Sender>
  served: readonly string[]
  leaseMs: number
  log(line: string): void
  isStopping(): boolean
}

export interface Rounds {
  /** Takes over what others left, listens, and begins to go round. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** What a gateway looks after again and again: that it lives, who does not, what is due, what is to be told, what is old. */
export const createRounds = (parts: RoundsParts): Rounds => {
  const { store, app, member, inbox, outbox, senders, leaseMs } = parts
  const stop = new AbortController()
  const listening = new Set<string>()
  const going: Promise<void>[] = []

  const inherit = async (): Promise<void> => {
    if (!(await member.beat())) {
      parts.log('the other gateways had given this one up; it goes on as a new one')
      inbox.abort('another gateway has taken over')
    }
    const repeatable = [...senders].filter(([, { limits }]) => limits.hasIdempotencyKeys).map(([name]) => name)
    for (const from of await member.orphans()) {
      const taken = await takeOver(store, {
        from,
        to: member.id(),
        platforms: parts.served,
        repeatable,
        now: app.now(),
      })
      for (const message of taken.interrupted) await tellInterrupted(message.id)
      if (from !== undefined && taken.changed > 0) parts.log(`took over ${taken.changed} messages of ${from}`)
    }
    // Also without a change: a write whose answer got lost leaves something behind that nobody knows of.
    await Promise.all([inbox.load(), outbox.load()])
  }

  /** Twice begun and never finished: somebody waits, and is told. Once, because the text has one id. */
  const tellInterrupted = async (id: string): Promise<void> => {
    const message = await findInbox(store, { id })
    if (message === undefined || !senders.has(message.platform)) return
    const reply = replyTo(message, readSource(parseJson(message.source)), INTERRUPTED)
    const text = { ...reply, delivery: `${id}-interrupted`, kind: 'notice' as const, inboxId: undefined }
    outbox.send(await store.transaction((transaction) => outbox.write(transaction, [text])))
  }

  /** Where only one may listen, one does; another begins when that one is gone. */
  const listen = async (): Promise<void> => {
    for (const [name, { limits, connected }] of senders) {
      const isOurs = !limits.listensAlone || (await holdsListening(name))
      if (isOurs === listening.has(name)) continue
      if (isOurs) {
        listening.add(name)
        await connected.listen()
      } else {
        listening.delete(name)
        await connected.stopListening()
      }
    }
  }

  const holdsListening = async (platform: string): Promise<boolean> => {
    const [name, now] = [`listen:${platform}`, app.now()]
    const holder = await leaseHolder(store, name, now)
    if (holder !== undefined && !member.living().has(holder)) await releaseLease(store, name, holder)
    return claimLease(store, { name, holder: member.id(), now, until: now + leaseMs })
  }

  const jobs = async (): Promise<void> => {
    await inbox.checkStops()
    if ((await queueDueJobs(store, { now: app.now(), gateway: member.id() })) > 0) await inbox.load()
  }

  const notices = async (): Promise<void> => {
    if (parts.processes !== undefined) await routeNotices(parts.processes, parts)
  }

  const prune = async (): Promise<void> => {
    await pruneMail(store, app.now() - KEPT_MS)
    await pruneNotes(store, app.now())
  }

  const round = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      // The store may be away for a while: the next round comes.
      await work().catch((error: unknown) => parts.log(messageOf(error)))
    }
  }

  return {
    start: async () => {
      await inherit()
      await listen()
      const beat = async (): Promise<void> => {
        await inherit()
        await listen()
      }
      going.push(round(beat, Math.max(leaseMs / 3, SHORTEST_MS)), round(jobs, SECOND_MS), round(notices, 2 * SECOND_MS))
      going.push(round(prune, 3_600 * SECOND_MS))
    },
    stop: async () => {
      stop.abort()
      await Promise.all(going)
      for (const name of listening)
        if (senders.get(name)?.limits.listensAlone) await releaseLease(store, `listen:${name}`, member.id())
    },
  }
}

const SECOND_MS = 1_000
const SHORTEST_MS = 50
/** What was answered and sent is forgotten after a month; a platform does not repeat itself later than that. */
const KEPT_MS = 30 * 24 * 3_600 * SECOND_MS

const INTERRUPTED =
  'I was interrupted twice while working on your message and have stopped trying. Nothing more will come of it by itself; send it again if it still matters.'
