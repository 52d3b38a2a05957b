import type { Arm } from '../../schema/arm.ts'
import type { Delivery, SessionRef } from '../../store/templates/delivery.ts'

/** A call that failed, or that may have failed: some agents report every call the same way. */
export interface FailedCall {
  kind: 'failed-call'
  tool: string
  message: string
  /** The arguments, if the agent reports them. */
  args?: unknown
  /** The agent does not say whether the call failed, so its output must be judged. */
  isUnjudged?: boolean
}

interface SessionMoment {
  /** The agent's own id of the session. */
  sessionKey: string
  cwd: string | undefined
  /** The model, if the agent reports it. */
  model?: string | undefined
}

/** Something that happens in a live session, whatever its agent calls it. */
export type Moment = SessionMoment &
  /** `isCleared`: the conversation was emptied; some agents keep its id. */
  (
    | { kind: 'start'; isCleared?: boolean }
    /** The session continues an earlier conversation. */
    | { kind: 'resume' }
    | { kind: 'prompt'; text: string }
    | { kind: 'compaction' }
    | FailedCall
    /** A turn has ended; another may follow. */
    | { kind: 'pause' }
    | { kind: 'end' }
  )

export interface Circumstances {
  owner: string
  /** The agent, by the name of its source. */
  source: string
  machine: string
  now: number
  /** The arm that a person asks for; otherwise it is drawn. */
  arm?: Arm | undefined
  /** The declared experiment that the session belongs to; without one no session is held cold. */
  experiment?: string | undefined
  /** The environment, whose secrets must not be given to a session. */
  env: Readonly<Record<string, string | undefined>>
  mostBytes: number
  /** Token budget of the lessons at the start of a session; the default is that of a hook. */
  mostTokens?: number | undefined
  /**
   * Whether less than this time is left. Then nothing is written to the ledger any more, because it could not be
   * given.
   */
  isNear(marginMs: number): boolean
  /** Whether an earlier hook of this session came too late: then a session without an entry may still get its dose. */
  wasLate?(): boolean
}

export interface Delivered {
  /** The text for the session; the ledger already holds it. */
  text?: string
  /** Why a fitting text is not given. */
  refused?: 'not-ready' | 'too-long' | 'holds-a-secret' | 'no-room'
  /** The disk does not answer a read, which may never end. */
  isHung?: boolean
}

/** A moment, the session it belongs to, and what that session got before. */
export interface Occasion extends Circumstances {
  session: SessionRef
  project: string | undefined
  cwd: string | undefined
  model?: string | undefined
  known: Delivery | undefined
}
