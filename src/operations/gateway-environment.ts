import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { App } from '../app.ts'
import { AppError, messageOf } from '../lib/error.ts'

export interface GatewayEnvironment {
  /** Variables of the environment, and behind them those of the `.env` in WARMSTART_HOME. */
  env: Readonly<Record<string, string | undefined>>
  /** What the owner should know. */
  warnings: string[]
}

/** Tokens of platforms stand in the environment or in WARMSTART_HOME/.env, never on a command line, which everybody can read. */
export const gatewayEnvironment = ({ home, place }: Pick<App, 'home' | 'place'>): GatewayEnvironment => {
  const path = join(home, '.env')
  const warnings: string[] = []
  let values: Record<string, string | undefined> = {}
  try {
    if (place.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      warnings.push(`others can read ${path}; protect it with chmod 600`)
    values = parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new AppError('config', `${path} cannot be read: ${messageOf(error)}`, {
        hint: 'check its permissions',
        cause: error,
      })
  }
  return { env: { ...values, ...place.env }, warnings }
}
