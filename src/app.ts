import { readFileSync, statSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { parseEnvFile } from './lib/env-file.ts'
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
  const userHome = process.env['HOME'] ?? homedir()
  const home = process.env['WARMSTART_HOME'] ?? join(userHome, '.warmstart')
  const kept = keptVariables(home)
  const env = withKept(process.env, kept)
  return {
    now: Date.now,
    home,
    // Not in the environment of `place`, which commands of an agent inherit: it may hold a password.
    storeAddress:
      overrides.store ||
      env['WARMSTART_STORE'] ||
      kept.get('WARMSTART_STORE') ||
      `sqlite:${join(home, 'warmstart.db')}`,
    // An empty variable is none.
    owner: env['WARMSTART_OWNER'] || userName(),
    machine: hostname(),
    place: { home: userHome, env, platform: process.platform },
  }
}

/** Who a person is and what hooks do: some agents run hooks from a daemon that has the environment of its first start. */
const PLAIN_KEPT = ['WARMSTART_ARM', 'WARMSTART_HOOK_MS', 'WARMSTART_OWNER'] as const
/** A longer file is none that a person wrote. */
const LARGEST_BYTES = 1024 * 1024

/** The .env file in our home. What is wrong with it is said by `config` and `doctor`; here it says nothing. */
const keptVariables = (home: string): ReadonlyMap<string, string> => {
  const path = join(home, '.env')
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() === true && found.size <= LARGEST_BYTES
      ? parseEnvFile(readFileSync(path, 'utf8')).values
      : new Map()
  } catch {
    return new Map()
  }
}

/** The environment, and what the file says where the environment says nothing. */
const withKept = (env: NodeJS.ProcessEnv, kept: ReadonlyMap<string, string>): NodeJS.ProcessEnv => {
  const added = PLAIN_KEPT.filter((name) => !env[name] && kept.get(name))
  return added.length === 0 ? env : { ...env, ...Object.fromEntries(added.map((name) => [name, kept.get(name)])) }
}

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'local' // Containers may run under a user id that has no name.
  }
}
