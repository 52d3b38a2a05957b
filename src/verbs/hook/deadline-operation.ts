import type { Moment } from './occasion-operation.ts'

/** The time limit of a hook. The agent waits for the hook, and a late hook gives nothing. */
export interface Deadline {
  /** Sets the limit for this kind of moment; until then the longest limit holds. */
  narrow(kind: Moment['kind']): void
  /** Whether fewer than `marginMs` milliseconds are left. */
  isNear(marginMs?: number): boolean
  /** Ends the limit: nothing is cut short from here on. */
  lift(): void
}

/** The time before Node starts its clock (the shell looks for Node), and after the last output. */
const AROUND_MS = 20

/**
 * The clock runs from the start of the process, so that a slow start counts. The deadline cannot interrupt synchronous
 * work, so callers check it before they write to the store.
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

/** The longest time that a hook may take at each kind of moment. */
interface HookLimits {
  /** At moments when a session may get a text, or ends. Agents allow 5 s, and are slow themselves while they start. */
  givingMs: number
  /** After a turn, when the hook has nothing to give. */
  pauseMs: number
}

const DEFAULT_LIMITS: HookLimits = { givingMs: 1_500, pauseMs: 300 }
/** Longer than any agent waits. */
const LONGEST_MS = 60_000

/** The usual limits, or the one limit that the user set for all moments, for slow machines and distant stores. */
export const hookLimits = (env: Environment): HookLimits => {
  const text = env['WARMSTART_HOOK_MS']
  const limit = Number(text)
  if (text === undefined || !Number.isInteger(limit) || limit <= 0) return DEFAULT_LIMITS
  const limitMs = Math.min(limit, LONGEST_MS)
  return { givingMs: limitMs, pauseMs: limitMs }
}
