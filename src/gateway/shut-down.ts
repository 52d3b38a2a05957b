import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../store/connection.ts'
import { releaseMail } from '../store/chats/gateway.ts'
import type { Inbox } from './receiving/inbox.ts'
import type { Membership } from './members/membership.ts'
import type { Outbox } from './sending/outbox.ts'
import type { Sender } from './sending/outbox-parts.ts'
import type { Rounds } from './rounds.ts'

export interface ShutDownParts {
  store: Connection
  inbox: Inbox
  outbox: Outbox
  rounds: Rounds
  member: Membership
  senders: ReadonlyMap<string, Sender>
  /** What running turns are given. */
  drainMs: number
  /** From then on nothing is waited for any more. */
  end(): void
}

/**
 * Ends a gateway in order: nothing new is taken or begun, what runs is given its time and then told to stop, what was answered is
 * still sent, and the rest is given back for the next gateway.
 */
export const shutDown = async (parts: ShutDownParts): Promise<void> => {
  const { store, inbox, outbox, rounds, member } = parts
  const connected = [...parts.senders.values()].map((sender) => sender.connected)
  inbox.stop()
  await rounds.stop()
  await Promise.all(connected.map((platform) => within(platform.stopListening(), CLOSE_MS)))
  await within(inbox.settled(), parts.drainMs)
  inbox.abort('the gateway stops')
  await within(inbox.settled(), CLOSE_MS)
  for (let left = SEND_ON_MS; left > 0 && outbox.open() > 0; left -= LOOK_MS) await sleep(LOOK_MS)
  outbox.stop()
  await within(outbox.settled(), CLOSE_MS)
  parts.end()
  await Promise.all(connected.map((platform) => within(platform.close(), CLOSE_MS)))
  await releaseMail(store, member.id())
  // Only one that has nothing left running says that it ended well: the mark of a clean end.
  if (inbox.running() === 0) await member.leave()
}

const LOOK_MS = 20
const CLOSE_MS = 5_000
const SEND_ON_MS = 3_000

/** Waits for something, but not for ever, and whatever comes of it: one platform that cannot end must not keep the rest from it. */
const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  const done = work.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([done, limit]).finally(() => clearTimeout(timer))
}
