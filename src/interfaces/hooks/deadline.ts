/** Agents wait for a hook; whoever is late gives nothing. */
export interface Deadline {
  /** Whether less than so many milliseconds are left. */
  isNear(marginMs?: number): boolean
  /** From here on nothing is cut short. */
  lift(): void
}

const LIMIT_MS = 300
/** What passes before Node counts its time (the shell that finds it), and after the last word is written. */
const AROUND_MS = 20
/** Longer than any agent waits. */
const LONGEST_MS = 60_000

/**
 * Runs from the start of the process, so that a slow start counts. Synchronous work is never interrupted, which is why those who
 * are about to write something down ask before.
 */
export const createDeadline = (env: Readonly<Record<string, string | undefined>>, onPassed: () => void): Deadline => {
  const limitMs = limitFrom(env['WARMSTART_HOOK_MS']) - AROUND_MS
  const timer = setTimeout(onPassed, Math.max(0, limitMs - performance.now()))
  return {
    isNear: (marginMs = 0) => performance.now() + marginMs >= limitMs,
    lift: () => clearTimeout(timer),
  }
}

/** For slow machines and stores far away. */
const limitFrom = (text: string | undefined): number => {
  const limit = Number(text)
  return text !== undefined && Number.isInteger(limit) && limit > 0 ? Math.min(limit, LONGEST_MS) : LIMIT_MS
}
