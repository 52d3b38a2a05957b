import type { Connection } from '../../store/connection.ts'
import { claimLease, leaseHolder, releaseLease } from '../../store/live/lease.ts'
import type { Membership } from './membership.ts'

export interface ListenLease {
  mayListen(platform: string): Promise<boolean>
  release(platform: string): Promise<void>
}

/** On a platform that allows one listener, the gateway that holds the lease listens; another takes over when it dies or releases it. */
export const createListenLease = ({
  store,
  member,
  leaseMs,
  now,
}: {
  store: Connection
  member: Membership
  leaseMs: number
  now(): number
}): ListenLease => ({
  mayListen: async (platform) => {
    const [name, at] = [nameOf(platform), now()]
    const holder = await leaseHolder(store, name, at)
    if (holder !== undefined && !member.living().has(holder)) await releaseLease(store, name, holder)
    return claimLease(store, { name, holder: member.id(), now: at, until: at + leaseMs })
  },
  release: async (platform) => {
    await releaseLease(store, nameOf(platform), member.id())
  },
})

const nameOf = (platform: string): string => `listen:${platform}`
