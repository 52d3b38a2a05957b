import type { Connection } from '../store/connection.ts'
import { claimLease, leaseHolder, releaseLease } from '../store/lease.ts'
import type { Membership } from './membership.ts'
import type { Sender } from './outbox.ts'

export interface Listening {
  /** Listens where we may, and stops where we may no longer. */
  check(): Promise<void>
  /** Lets another one listen where only one may. */
  release(): Promise<void>
}

/** Where a platform allows one listener only, one gateway listens; another begins when that one is gone. */
export const createListening = ({
  store,
  member,
  senders,
  leaseMs,
  now,
}: {
  store: Connection
  member: Membership
  senders: ReadonlyMap<string, Sender>
  leaseMs: number
  now(): number
}): Listening => {
  const listening = new Set<string>()

  const holds = async (platform: string): Promise<boolean> => {
    const [name, at] = [`listen:${platform}`, now()]
    const holder = await leaseHolder(store, name, at)
    if (holder !== undefined && !member.living().has(holder)) await releaseLease(store, name, holder)
    return claimLease(store, { name, holder: member.id(), now: at, until: at + leaseMs })
  }

  return {
    check: async () => {
      for (const [name, { limits, connected }] of senders) {
        const isOurs = !limits.listensAlone || (await holds(name))
        if (isOurs === listening.has(name)) continue
        if (isOurs) listening.add(name)
        else listening.delete(name)
        await (isOurs ? connected.listen() : connected.stopListening())
      }
    },
    release: async () => {
      for (const name of listening)
        if (senders.get(name)?.limits.listensAlone === true) await releaseLease(store, `listen:${name}`, member.id())
    },
  }
}
