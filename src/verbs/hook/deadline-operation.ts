import type { Moment } from './occasion-operation.ts'

/** Agents wait for a hook; a late hook gives nothing. */
export interface Deadline {
  /** Sets the limit of what happens; before that it is the longest. */
  narrow(kind: Moment['kind']): void
  /** Whether fewer than `marginMs` milliseconds are left. */
  isNear(marginMs?: number): boolean
  /** From here on nothing is cut short. */
  lift(): void
}

/** What passes before Node counts its time (the shell that finds it), and after the last word is written. */
const AROUND_MS = 20

/**
 * Runs from the start of the process, so that a slow start counts. Synchronous work is never interrupted, which is why those who
 * are about to write something down ask before.
 */
export const createDeadline = (env: Environment, onPassed: () => void): Deadline => {
  const limits = hookLimits(env)
  let limitMs = 0
  let timer: NodeJS.Timeout | undefined
  const set = (wantedMs: number): void => {
    limitMs = wantedMs - AROUND_MS
    clearTimeout(timer)
    timer = setTimeout(onPassed, Math.max(0, limitMs - performance.now()))
  }
  set(Math.max(limits.givingMs, limits.pauseMs))
  return {
    narrow: (kind) => set(kind === 'pause' ? limits.pauseMs : limits.givingMs),
    isNear: (marginMs = 0) => performance.now() + marginMs >= limitMs,
    lift: () => clearTimeout(timer),
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The longest time that a hook may take, by what happens in the session. */
interface HookLimits {
  /** When a session may be given something, or ends. Agents allow 5 s, and are slow themselves while they start. */
  givingMs: number
  /** After a turn, when there is nothing to give. */
  pauseMs: number
}

const DEFAULT_LIMITS: HookLimits = { givingMs: 1_500, pauseMs: 300 }
/** Longer than any agent waits. */
const LONGEST_MS = 60_000

/** The usual limits, or the one limit that a person has set for all of them, for slow machines and distant stores. */
export const hookLimits = (env: Environment): HookLimits => {
  const text = env['WARMSTART_HOOK_MS']
  const limit = Number(text)
  if (text === undefined || !Number.isInteger(limit) || limit <= 0) return DEFAULT_LIMITS
  const limitMs = Math.min(limit, LONGEST_MS)
  return { givingMs: limitMs, pauseMs: limitMs }
}
