import { setTimeout as sleep } from 'node:timers/promises'

/** Far more than anything takes, on a machine with ten times as much to do as it has cores; a test itself ends after five minutes. */
const LONGEST_MS = 120_000

/** Waits until `look` finds something: on a busy machine that may take a while. */
export const eventually = async <T>(
  look: () => T | Promise<T>,
  what: string | (() => string),
  limitMs = LONGEST_MS,
): Promise<NonNullable<T>> => {
  const until = performance.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found as NonNullable<T>
    if (performance.now() > until) throw new Error(`never came true: ${typeof what === 'string' ? what : what()}`)
    await sleep(15)
  }
}
