import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../lib/error.ts'
import type { Processes } from '../processes/processes.ts'
import { pruneMail } from '../store/chats/gateway.ts'
import { pruneNotes } from '../store/chats/platform-note.ts'
import type { ChatSessions } from './sessions/chat-sessions.ts'
import { inherit, type InheritParts } from './members/inherit.ts'
import { queueDueJobs } from './jobs/run-jobs.ts'
import type { ChatJobRules } from './config/chat-rules.ts'
import { routeNotices } from './notices.ts'
import type { Serving } from './serving.ts'

export interface RoundsParts extends InheritParts {
  chats: ChatSessions
  serving: Serving
  rules: ChatJobRules
  processes: Processes | undefined
  leaseMs: number
}

export interface Rounds {
  /** Takes over the messages of dead gateways, listens, and begins the rounds. */
  start(): Promise<void>
  /** Returns when the last round has ended. */
  stop(): Promise<void>
}

/**
 * Repeats a gateway's regular duties: sign of life, dead gateways, due jobs, notices, and the removal of old messages.
 */
export const createRounds = (parts: RoundsParts): Rounds => {
  const { store, now, member, inbox, leaseMs, serving, rules } = parts
  const stop = new AbortController()
  const going: Promise<void>[] = []

  const beat = async (): Promise<void> => {
    await inherit(parts)
    await serving.check()
    await member.tell()
  }
  const jobs = async (): Promise<void> => {
    await inbox.checkStops()
    if ((await queueDueJobs(store, { now: now(), gateway: member.id(), rules })) > 0) await inbox.load()
  }
  const notices = async (): Promise<void> => {
    if (parts.processes !== undefined) await routeNotices(parts.processes, parts)
  }
  const prune = async (): Promise<void> => {
    await pruneMail(store, now() - KEPT_MS)
    await pruneNotes(store, now())
  }

  const round = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      // The store may be unreachable for a while; the next round tries again.
      await work().catch((error: unknown) => parts.log(messageOf(error)))
    }
  }

  return {
    start: async () => {
      // Messages of dead gateways are older, so they come before new ones.
      await inherit(parts)
      await serving.listen()
      await member.tell()
      going.push(round(beat, Math.max(leaseMs / 3, SHORTEST_MS)), round(jobs, SECOND_MS))
      going.push(round(notices, 2 * SECOND_MS), round(prune, HOUR_MS))
    },
    stop: async () => {
      stop.abort()
      await Promise.all(going)
      await serving.release()
    },
  }
}

const SHORTEST_MS = 50
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
/** Answered and sent messages are deleted after a month. No platform repeats a message later than that. */
const KEPT_MS = 30 * 24 * HOUR_MS
