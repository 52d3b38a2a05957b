import { IDLE_MS } from './sandboxes/idle-sandbox.ts'

/** What one host holds at most. All of it is documented in docs/processes.md. */
export interface Limits {
  /** Processes that are known at a time, those that have ended included. */
  tracked: number
  /** Processes that run at a time: more are refused, so that a runaway starter is stopped. */
  running: number
  /** Processes that one tree may consist of; a tree that grows beyond is ended. */
  perTree: number
  /** How long one that has ended is kept, from its end on. */
  finishedMs: number
  bufferChars: number
  /** From SIGTERM to SIGKILL. */
  graceMs: number
  /** Output on disk is cut down to what the buffer holds when there is so much more of it. */
  trimBytes: number
  /** A writer that is so far ahead of the reader is not read to the letter any more: what lies between is skipped. */
  lagBytes: number
  /** How long a sandbox of ours may be idle before it is ended. */
  sandboxIdleMs: number
  /** How long a sandbox may not be reached at all before what ran in it is lost to us. */
  silentMs: number
  /** How long a host stays that runs nothing and has no client. */
  idleMs: number
}

export const LIMITS: Limits = {
  tracked: 64,
  running: 64,
  perTree: 1_024,
  finishedMs: 30 * 60_000,
  bufferChars: 200_000,
  graceMs: 2_000,
  trimBytes: 16 * 1024 * 1024,
  lagBytes: 128 * 1024 * 1024,
  sandboxIdleMs: IDLE_MS,
  silentMs: 24 * 3_600_000,
  idleMs: 60_000,
}
