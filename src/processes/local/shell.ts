import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The shell for commands: bash if there is one, because commands are written for it, else sh. Neither reads login
 * files, so a command does the same for everybody.
 */
export const shellOf = (env: Readonly<Record<string, string | undefined>>): string => {
  const places = ['/bin', '/usr/bin', ...(env['PATH'] ?? '').split(delimiter).filter((place) => place.startsWith('/'))]
  for (const place of places) if (canRun(join(place, 'bash'))) return join(place, 'bash')
  return '/bin/sh'
}

export const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * How many more processes than now a command may make. Beyond that the system refuses new ones to this command only.
 */
const ROOM = 2_048

/**
 * The system's limit for a command (`ulimit -u`). It counts all processes of the user, so it is set above the current
 * number. 0: no limit, because the system does not apply it to root; the host counts trees as well (`limits.ts`).
 */
export const mostProcessesOfUser = (): number => {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return 0
  const running = Number(/^\S+ \S+ \S+ \d+\/(\d+)/.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1])
  return Number.isFinite(running) ? running + ROOM : 0
}
