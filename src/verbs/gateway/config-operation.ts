import type { App } from '../../app.ts'
import { type Config, readConfig } from '../../config.ts'
import { type GatewayConfig, readGatewayConfig } from '../../gateway/config/config.ts'
import { isTimeZone } from '../../lib/day-boundary.ts'
import { withEnvironment } from '../../gateway/sending/home-channels.ts'

type ConfigApp = Pick<App, 'home' | 'place' | 'owner'>

/** The `gateway` section of the configuration, with home channels from the environment; empty if there is no file. */
export const loadGatewayConfig = async (app: ConfigApp): Promise<GatewayConfig> =>
  toGatewayConfig(await readHomeConfig(app), app)

/** The gateway always uses the configuration in WARMSTART_HOME, whatever directory the operator starts it in. */
export const readHomeConfig = (app: Pick<App, 'home' | 'place'>): Promise<Config> => readConfig(app, {}, app.home)

export const toGatewayConfig = ({ gateway, environment }: Config, { owner }: Pick<App, 'owner'>): GatewayConfig => {
  const env = environment()
  const config = readGatewayConfig(gateway?.value, { timeZone: timeZoneOf(env), localUser: owner })
  return { ...config, homeChannels: withEnvironment(config.homeChannels, env) }
}

/** The time zone of this machine, for configurations that name none. */
const timeZoneOf = (env: Readonly<Record<string, string | undefined>>): string => {
  const named = env['TZ'] ?? ''
  return isTimeZone(named) ? named : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
