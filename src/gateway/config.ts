import type { IdentityLinks } from './identity-links.ts'
import type { KeyRules } from './key.ts'
import type { ResetPolicy } from './reset-policy.ts'

/** The `gateway` section of the configuration, validated: every default filled in. */
export interface GatewayConfig extends KeyRules {
  identityLinks: IdentityLinks
  /** IANA name; days and hours are those of this place. */
  timeZone: string
  reset: ResetPolicy
  /** Platform first, then chat type, then `reset`; the one that is found counts as a whole. */
  resetByPlatform: ReadonlyMap<string, ResetPolicy>
  resetByType: ReadonlyMap<string, ResetPolicy>
  homeChannels: ReadonlyMap<string, HomeChannel>
  /** Who is admitted, by platform: ids of users, or `*`. A platform that is not named admits nobody. */
  allow: ReadonlyMap<string, readonly string[]>
  /** What each platform is told about itself, as it stands in the file; presence connects it unless `enabled` is false. */
  platforms: ReadonlyMap<string, PlatformSettings>
  privacy: { hashIds: boolean }
}

export interface PlatformSettings {
  enabled: boolean
  /** Everything else of the platform's section. */
  options: Readonly<Record<string, unknown>>
}

/** Where a platform sends what belongs to no chat. */
export interface HomeChannel {
  platform: string
  chatId: string
  name: string
  threadId?: string | undefined
  userId?: string | undefined
  scopeId?: string | undefined
}

/** Reads an unknown object; what is missing has its default, what is wrong is refused with its place and a hint. */
export declare const readGatewayConfig: (value: unknown) => GatewayConfig
