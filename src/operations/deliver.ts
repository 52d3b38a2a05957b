import { createProjectFinder } from '../sources/project.ts'
import type { Arm } from '../schema/arm.ts'
import type { Connection } from '../store/connection.ts'
import { claimDelivery, type Delivery, deliveryOf, forgetDeliveries, type SessionRef } from '../store/delivery.ts'

/** A call that failed, or that may have: some agents tell of every call alike. */
export interface FailedCall {
  kind: 'failed-call'
  tool: string
  message: string
  /** Where the agent does not say that it failed: what it was called with, by which its output is judged. */
  unjudged?: { args: unknown }
}

interface SessionMoment {
  /** The agent's own id of the session. */
  sessionKey: string
  cwd: string | undefined
}

/** Something that happens in a live session, whatever its agent calls it. */
export type Moment = SessionMoment &
  (
    | { kind: 'start' }
    /** It goes on with a conversation that began before. */
    | { kind: 'resume' }
    | { kind: 'prompt'; text: string }
    | { kind: 'compaction' }
    | FailedCall
    /** A turn is over; nobody knows whether another follows. */
    | { kind: 'pause' }
    | { kind: 'end' }
  )

export interface Circumstances {
  owner: string
  /** The agent, as sources are named. */
  source: string
  now: number
  /** Asked for by a person; else it is drawn. */
  arm?: Arm | undefined
  /** The declared experiment that the session belongs to; without one no session is held cold. */
  experiment?: string | undefined
  /** Whose secrets must not be given out. */
  env: Readonly<Record<string, string | undefined>>
  mostBytes: number
  /** Whether less time than that is left: then nothing is written down any more, because it could not be given. */
  isNear(marginMs: number): boolean
  /** Whether an earlier hook of this session came too late, so that a session without an entry may still be owed one. */
  wasLate?(): boolean
}

export interface Delivered {
  /** To be given to the session now; it is written down already. */
  text?: string
  /** Why something that fits is not given. */
  refused?: 'not-ready' | 'too-long' | 'holds-a-secret'
}

/** A moment, the session it belongs to, and what that session got before. */
export interface Occasion extends Circumstances {
  session: SessionRef
  project: string | undefined
  known: Delivery | undefined
}

/** Agents themselves delete what nobody has taken up again for so long. */
const REMEMBERED_MS = 60 * 24 * 60 * 60 * 1000

/**
 * What a session is given at a moment: one seed in all, the same again after a compaction, and a few hints after failed calls. What
 * is given stands in the ledger, in the same transaction; what cannot be written down is not given.
 */
export const deliver = async (store: Connection, moment: Moment, circumstances: Circumstances): Promise<Delivered> => {
  const { owner, source, now } = circumstances
  if (moment.kind === 'end') await forgetDeliveries(store, owner, now - REMEMBERED_MS)
  if (moment.kind === 'pause' || moment.kind === 'end') return {}
  const session = { owner, source, sessionKey: moment.sessionKey }
  const known = await deliveryOf(store, session)
  const occasion = { ...circumstances, session, known, project: createProjectFinder()(moment.cwd, undefined) }
  switch (moment.kind) {
    case 'start':
    case 'prompt': {
      if (known !== undefined && !known.isOpen) return {}
      const { giveSeed } = await import('./deliver-seed.ts')
      return giveSeed(store, occasion, moment.kind === 'prompt' ? moment.text : undefined)
    }
    case 'resume':
      // Its conversation began without us, or has its seed in it: what comes now is no start. Unless we were too late for it.
      if (known === undefined && !isOwed(occasion)) await claimDelivery(store, session, { at: now, promptedAt: now })
      return {}
    case 'compaction': {
      if (isOwed(occasion)) {
        const { giveSeed } = await import('./deliver-seed.ts')
        return giveSeed(store, occasion, undefined)
      }
      if (known?.seed === undefined || known.arm !== 'warm' || circumstances.arm === 'cold') return {}
      const { giveAgain } = await import('./deliver-seed.ts')
      return giveAgain(store, occasion, known.seed)
    }
    case 'failed-call': {
      const { giveHint } = await import('./deliver-hint.ts')
      return giveHint(store, occasion, moment)
    }
  }
}

/** Every hook so far came too late, so that its one dose is still open. */
const isOwed = ({ known, wasLate }: Occasion): boolean => (known?.isOpen ?? true) && wasLate?.() === true
