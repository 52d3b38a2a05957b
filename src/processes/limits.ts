import { IDLE_MS } from './sandboxes/idle-sandbox.ts'

/** Limits of one host; docs/processes.md documents all of them. */
export interface Limits {
  /** How many processes a host keeps at a time, including ended ones. */
  tracked: number
  /** How many processes may run at a time. Further starts are refused, so that a runaway starter is stopped. */
  running: number
  /** How many processes one tree may have; a larger tree is ended. */
  perTree: number
  /** How long an ended process is kept. */
  finishedMs: number
  bufferChars: number
  /** Time between SIGTERM and SIGKILL. */
  graceMs: number
  /** When the stored output exceeds the buffer by this much, it is cut down to what the buffer holds. */
  trimBytes: number
  /** When a writer is this far ahead of the reader, the output in between is skipped. */
  lagBytes: number
  /** How long a sandbox of ours may be idle before the host ends it. */
  sandboxIdleMs: number
  /** How long a sandbox may be unreachable before its processes count as lost. */
  silentMs: number
  /** How long a host stays without running processes and clients. */
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
