import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import type { Connection } from '../../store/connection.ts'
import {
  addGateway,
  beatGateway,
  endGateway,
  type GatewayMember,
  type GatewayReport,
  orphanedBy,
  readGateways,
  reportGateway,
} from '../../store/chats/gateway.ts'

export interface MembershipParts {
  store: Connection
  machine: string
  /** The platforms that this gateway serves now, and those it cannot serve, for `gateway status`. */
  report(): GatewayReport
  /** A gateway whose beat count has not changed for this long is dead. */
  leaseMs: number
  now(): number
  /** A clock that only goes forward. */
  elapsedMs(): number
}

/** This gateway as one of those that share a store. */
export interface Membership {
  id(): string
  join(): Promise<void>
  /**
   * Increases this gateway's beat count. False if the others declared it dead: it is then a new member and has lost
   * all its messages.
   */
  beat(): Promise<boolean>
  /**
   * Gateways whose messages are free to take: members found dead, and undefined for messages that never had a gateway.
   */
  orphans(): Promise<(string | undefined)[]>
  /** Stores the report if it has changed. */
  tell(): Promise<void>
  living(): ReadonlySet<string>
  leave(): Promise<void>
}

/**
 * A member is alive as long as its beat count changes. We measure the time with our own clock, which only goes
 * forward, so clocks that differ or jump make no member dead. A member on this machine whose process is gone is dead
 * at once.
 */
export const createMembership = (parts: MembershipParts): Membership => {
  const { store, leaseMs, now, elapsedMs } = parts
  const machine = `${parts.machine}/${pidSpace()}`
  let id = newId()
  let living: ReadonlySet<string> = new Set([id])
  const seen = new Map<string, { beats: number; at: number }>()

  const isDead = (member: GatewayMember): boolean => {
    if (isGone(member, parts.machine)) return true
    const last = seen.get(member.id)
    if (last === undefined || last.beats !== member.beats) {
      seen.set(member.id, { beats: member.beats, at: elapsedMs() })
      return false
    }
    return elapsedMs() - last.at > leaseMs
  }

  let told = ''
  const join = async (): Promise<void> => {
    const report = parts.report()
    await addGateway(store, { id, machine, pid: process.pid, startedAt: now(), ...report })
    told = JSON.stringify(report)
  }

  return {
    id: () => id,
    join,
    beat: async () => {
      if (await beatGateway(store, id, now())) return true
      id = newId()
      await join()
      return false
    },
    orphans: async () => {
      const members = await readGateways(store)
      const alive = new Set([id])
      for (const member of members) {
        if (member.id === id) continue
        if (isDead(member)) await endGateway(store, member.id, { now: now(), reason: 'died' })
        else alive.add(member.id)
      }
      living = alive
      return orphanedBy(store, alive)
    },
    living: () => living,
    tell: async () => {
      const report = parts.report()
      const words = JSON.stringify(report)
      if (words === told) return
      await reportGateway(store, id, report)
      told = words
    },
    leave: async () => {
      await endGateway(store, id, { now: now(), reason: 'stopped' })
    },
  }
}

const newId = (): string => `gateway-${randomBytes(8).toString('hex')}`

/**
 * Two containers with the same host name have different process ids, so the machine's name includes the container's
 * process space.
 */
const pidSpace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Whether the member's process is certainly gone: it ran on this machine, and no such process exists. */
export const isGone = (member: Pick<GatewayMember, 'machine' | 'pid'>, machine: string): boolean =>
  member.machine === `${machine}/${pidSpace()}` && !isRunning(member.pid)

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process runs and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
