import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * What runs commands: bash where there is one, because commands are written for it, else sh. Neither reads the files of a login,
 * so that a command does the same for everybody.
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

/** How many more processes than run now a command may make; beyond that the system refuses this command more, and no other. */
const ROOM = 2_048

/**
 * The limit that the system holds for a command (`ulimit -u`): it counts all processes of the user, so it is set above what runs now.
 * 0: none, because the system does not hold root to it; the host counts trees besides (`limits.ts`).
 */
export const mostProcessesOfUser = (): number => {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return 0
  const running = Number(/^\S+ \S+ \S+ \d+\/(\d+)/.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1])
  return Number.isFinite(running) ? running + ROOM : 0
}
