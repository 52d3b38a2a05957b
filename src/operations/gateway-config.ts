import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { type GatewayConfig, readGatewayConfig } from '../gateway/config.ts'
import { isTimeZone } from '../gateway/day-boundary.ts'
import { withEnvironment } from '../gateway/home-channels.ts'
import { AppError, messageOf } from '../lib/error.ts'
import { isRecord } from '../lib/json.ts'

/** The `gateway` section of the user's configuration, with home channels of the environment. No file is an empty one. */
export const gatewayConfig = (app: Pick<App, 'home' | 'place'>): GatewayConfig => {
  const config = readGatewayConfig(gatewaySection(join(app.home, 'warmstart.config.json')), {
    timeZone: timeZoneOf(app),
  })
  return { ...config, homeChannels: withEnvironment(config.homeChannels, app.place.env) }
}

/** As it stands in a file, not looked into. */
export const gatewaySection = (path: string): unknown => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new AppError('config', `${path} cannot be read: ${messageOf(error)}`, {
      hint: 'check its permissions',
      cause: error,
    })
  }
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isRecord(content) ? content['gateway'] : content
  } catch (error) {
    throw new AppError('config', `${path} is not JSON: ${messageOf(error)}`, {
      hint: 'mend it, or move it away',
      cause: error,
    })
  }
}

/** Where this machine is, for those who name no place. */
const timeZoneOf = ({ place }: Pick<App, 'place'>): string => {
  const named = place.env['TZ'] ?? ''
  return isTimeZone(named) ? named : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
