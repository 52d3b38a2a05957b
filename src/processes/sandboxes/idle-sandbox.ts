import type { Scope } from '../processes.ts'

/** A sandbox in use: its users, and when it was last used. */
export interface UsedSandbox {
  backend: string
  target: string
  /** The first scope owns the sandbox; the others use it too, and all are checked before it is ended. */
  scopes: readonly Scope[]
  lastUsedAt: number
}

/** An idle sandbox costs memory and a new one costs seconds: after five minutes the memory costs more. */
export const IDLE_MS = 300_000

/**
 * Whether a sandbox may be ended: every scope is known to have nothing running, and the sandbox was idle for long
 * enough. A scope that could not be checked may have something running. If the clock was set back, the idle time is
 * unknown.
 */
export const mayEnd = (
  sandbox: Pick<UsedSandbox, 'scopes' | 'lastUsedAt'>,
  { now, isRunning, idleMs = IDLE_MS }: { now: number; isRunning(scope: Scope): boolean | undefined; idleMs?: number },
): boolean => now - sandbox.lastUsedAt >= idleMs && sandbox.scopes.every((scope) => isRunning(scope) === false)
