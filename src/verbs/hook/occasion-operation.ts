import type { Arm } from '../../schema/arm.ts'
import type { Delivery, SessionRef } from '../../store/templates/delivery.ts'

/** A call that failed, or that may have: some agents tell of every call alike. */
export interface FailedCall {
  kind: 'failed-call'
  tool: string
  message: string
  /** What it was called with, where the agent tells. */
  args?: unknown
  /** The agent does not say that it failed: its output must be judged. */
  isUnjudged?: boolean
}

interface SessionMoment {
  /** The agent's own id of the session. */
  sessionKey: string
  cwd: string | undefined
  /** Where the agent tells it. */
  model?: string | undefined
}

/** Something that happens in a live session, whatever its agent calls it. */
export type Moment = SessionMoment &
  /** `isCleared`: the conversation was emptied; some agents keep its id. */
  (
    | { kind: 'start'; isCleared?: boolean }
    /** It goes on with a conversation that began before. */
    | { kind: 'resume' }
    | { kind: 'prompt'; text: string }
    | { kind: 'compaction' }
    | FailedCall
    /** A turn is over; whether another follows is unknown. */
    | { kind: 'pause' }
    | { kind: 'end' }
  )

export interface Circumstances {
  owner: string
  /** The agent, as sources are named. */
  source: string
  machine: string
  now: number
  /** Asked for by a person; else it is drawn. */
  arm?: Arm | undefined
  /** The declared experiment that the session belongs to; without one no session is held cold. */
  experiment?: string | undefined
  /** The environment whose secrets must not be given out. */
  env: Readonly<Record<string, string | undefined>>
  mostBytes: number
  /** Tokens of the lessons of a session's start; without it as many as a hook gives. */
  mostTokens?: number | undefined
  /** Whether less time than that is left: then nothing is written down any more, because it could not be given. */
  isNear(marginMs: number): boolean
  /** Whether an earlier hook of this session came too late, so that a session without an entry may still be owed one. */
  wasLate?(): boolean
}

export interface Delivered {
  /** To be given to the session now; it is written down already. */
  text?: string
  /** Why something that fits is not given. */
  refused?: 'not-ready' | 'too-long' | 'holds-a-secret' | 'no-room'
  /** The disk did not answer a question, which may never end. */
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
