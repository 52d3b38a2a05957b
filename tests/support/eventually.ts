import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Far more than anything takes, on a machine with ten times as much to do as it has cores; a test itself ends after five minutes. */
const LONGEST_MS = 120_000

/** Waits until something is so: on a busy machine that may take a while. */
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

/** A number that a command has written into a file, once it has. */
export const numberIn = (path: string): Promise<number> =>
  eventually(
    () => (existsSync(path) ? Number(/^(\d+)\n/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) || undefined : undefined),
    path,
  )
