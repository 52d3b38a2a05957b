/** When a chat begins a new session automatically. By default it never does. */
export interface ResetPolicy {
  mode: ResetMode
  /** For idle, both and daily-and-idle: minutes since a person last wrote. */
  idleMinutes: number
  /** For daily, both and daily-and-idle: the hour at which a day begins, 0-23, in `timeZone`. */
  atHour: number
  /** Whether the person is told about a reset. */
  notify: boolean
  /** Platforms on which resets are not announced. */
  notifyExcludePlatforms: readonly string[]
  /** A background process younger than this prevents a reset. */
  processMaxAgeHours: number
  /** Whether the new session is told what the last one was about. */
  handover: boolean
  /** IANA name of the time zone in which `atHour` is counted. */
  timeZone: string
}

export const RESET_MODES = ['none', 'idle', 'daily', 'both', 'daily-and-idle'] as const
export type ResetMode = (typeof RESET_MODES)[number]

export const DEFAULT_RESET_POLICY: ResetPolicy = {
  mode: 'none',
  idleMinutes: 1_440,
  atHour: 4,
  notify: true,
  notifyExcludePlatforms: ['api_server', 'webhook'],
  processMaxAgeHours: 24,
  handover: false,
  timeZone: 'UTC',
}

/**
 * Precedence: platform, then chat type, then the default. The first policy found applies as a whole; fields are not
 * mixed.
 */
export const policyFor = (
  { platform, chatType }: { platform: string; chatType: string },
  policies: {
    reset: ResetPolicy
    resetByPlatform: ReadonlyMap<string, ResetPolicy>
    resetByType: ReadonlyMap<string, ResetPolicy>
  },
): ResetPolicy => policies.resetByPlatform.get(platform) ?? policies.resetByType.get(chatType) ?? policies.reset
