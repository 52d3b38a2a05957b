/** When a chat begins a new session by itself. Never, unless the configuration says otherwise. */
export interface ResetPolicy {
  mode: ResetMode
  /** Of idle, both and daily-and-idle: minutes without a word of a person. */
  idleMinutes: number
  /** Of daily, both and daily-and-idle: the hour at which a day begins, 0-23, in the configured time zone. */
  atHour: number
  /** Tell the person. */
  notify: boolean
  /** Platforms on which resets are not announced. */
  notifyExcludePlatforms: readonly string[]
  /** A background process younger than this keeps its session. */
  processMaxAgeHours: number
  /** The new session is told what the last one was about. */
  handover: boolean
  /** IANA name: whose hours and days `atHour` means. */
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

/** Platform first, then chat type, then the default. The one that is found counts as a whole: fields are not mixed. */
export const policyFor = (
  { platform, chatType }: { platform: string; chatType: string },
  policies: {
    reset: ResetPolicy
    resetByPlatform: ReadonlyMap<string, ResetPolicy>
    resetByType: ReadonlyMap<string, ResetPolicy>
  },
): ResetPolicy => policies.resetByPlatform.get(platform) ?? policies.resetByType.get(chatType) ?? policies.reset
