import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Place } from './schema/place.ts'

/** Everything that comes from outside: time, environment, places. Tests hand in their own. */
export interface App {
  now(): number
  /** WARMSTART_HOME: where the store and everything else of ours lives. */
  home: string
  /** `sqlite:PATH` or `postgres://...`. */
  storeAddress: string
  /** The local user: owner of every session that names no other. */
  owner: string
  /** Tells the machines that share a PostgreSQL store apart, so that their cursors do not mix. */
  machine: string
  place: Place
}

export const createApp = (overrides: { store?: string | undefined } = {}): App => {
  const { env } = process
  const userHome = env['HOME'] ?? homedir()
  const home = env['WARMSTART_HOME'] ?? join(userHome, '.warmstart')
  return {
    now: Date.now,
    home,
    storeAddress: overrides.store ?? env['WARMSTART_STORE'] ?? `sqlite:${join(home, 'warmstart.db')}`,
    // An empty variable is none.
    owner: env['WARMSTART_OWNER'] || userName(),
    machine: hostname(),
    place: { home: userHome, env, platform: process.platform },
  }
}

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'local' // Containers may run under a user id that has no name.
  }
}
