import type { Scope } from '../processes.ts'

/** A sandbox that is in use, by whom, and since when it was not asked anything. */
export interface UsedSandbox {
  backend: string
  target: string
  /** It belongs to the first; the others that use it are asked too before it is ended. */
  scopes: readonly Scope[]
  lastUsedAt: number
}

/** An idle sandbox costs memory, and a new one seconds: after five minutes the memory is the dearer. */
export const IDLE_MS = 300_000

/**
 * Whether a sandbox may be ended: only when it is known of every scope that nothing of it runs, and nothing has been asked of it for
 * as long. A scope that could not be asked may have something running; a clock that was set back has shown nothing.
 */
export const mayEnd = (
  sandbox: Pick<UsedSandbox, 'scopes' | 'lastUsedAt'>,
  { now, isRunning, idleMs = IDLE_MS }: { now: number; isRunning(scope: Scope): boolean | undefined; idleMs?: number },
): boolean => now - sandbox.lastUsedAt >= idleMs && sandbox.scopes.every((scope) => isRunning(scope) === false)
