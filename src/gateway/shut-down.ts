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
  /** How long running turns may go on. */
  drainMs: number
  /** Ends every remaining wait. */
  end(): void
}

/**
 * Ends a gateway in order: it accepts and begins nothing new, gives running turns some time and then stops them, sends
 * what was answered, and gives the rest back for the next gateway.
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
  // A gateway leaves only if none of its turns still runs: leaving marks a clean end.
  if (inbox.running() === 0) await member.leave()
}

const LOOK_MS = 20
const CLOSE_MS = 5_000
const SEND_ON_MS = 3_000

/** Waits at most `ms` and ignores errors: one platform that cannot end must not hold up the others. */
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
