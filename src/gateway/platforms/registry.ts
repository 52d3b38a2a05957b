import { AppError } from '../../lib/error.ts'
import type { GatewayConfig } from '../config/config.ts'
import type { Platform } from '../platform.ts'

/**
 * Every platform that a gateway can serve: one folder each, and a line here. A platform is loaded when it is served.
 */
export const PLATFORMS: Readonly<Record<string, () => Promise<Platform>>> = {
  local: async () => (await import('./local/platform.ts')).localPlatform,
  console: async () => (await import('./console/platform.ts')).createConsolePlatform(),
  webhook: async () => (await import('./webhook/platform.ts')).webhookPlatform,
  telegram: async () => (await import('./telegram/platform.ts')).telegramPlatform,
}

/**
 * Platforms that the configuration enables and that have a folder here. Many other names are known but have no folder.
 */
export const servable = ({ platforms }: Pick<GatewayConfig, 'platforms'>): string[] =>
  [...platforms].filter(([name, { enabled }]) => enabled && Object.hasOwn(PLATFORMS, name)).map(([name]) => name)

/** Finds a platform by its name in any case. Throws with the list of platforms if there is none. */
export const platformByName = async (name: string): Promise<Platform> => {
  const load = Object.hasOwn(PLATFORMS, name.toLowerCase()) ? PLATFORMS[name.toLowerCase()] : undefined
  if (load !== undefined) return load()
  throw new AppError('usage', `a gateway cannot serve ${name.slice(0, 60)}`, {
    hint: `use one of: ${Object.keys(PLATFORMS).join(', ')}`,
  })
}
