import { isAbsolute } from 'node:path'
import { AppError, messageOf } from '../../lib/error.ts'
import { isRecord, type JsonRecord } from '../../lib/json.ts'
import { type ChatJobRules, DEFAULT_CHAT_JOB_RULES } from './chat-rules.ts'
import { createReader, type Reader } from './config-reader.ts'
import { type HomeChannel, parseTargets, writeTarget } from './delivery-target.ts'
import type { IdentityLinks } from '../identity/identity-links.ts'
import type { KeyRules } from '../identity/key.ts'
import { KNOWN_PLATFORMS } from '../identity/known-platforms.ts'
import { isTimeZone } from '../../lib/day-boundary.ts'
import { DEFAULT_RESET_POLICY, RESET_MODES, type ResetPolicy } from './reset-policy.ts'

/** The `gateway` section of the configuration, validated, with every default filled in. */
export interface GatewayConfig extends KeyRules {
  /** IANA name. Days and hours of schedules and resets are counted in this time zone. */
  timeZone: string
  reset: ResetPolicy
  /** Precedence: platform, then chat type, then `reset`. The first policy found applies as a whole. */
  resetByPlatform: ReadonlyMap<string, ResetPolicy>
  resetByType: ReadonlyMap<string, ResetPolicy>
  homeChannels: ReadonlyMap<string, HomeChannel>
  /**
   * User ids that are admitted on each platform, or `*` for everybody. A platform that is not listed admits no user.
   */
  allow: ReadonlyMap<string, readonly string[]>
  /**
   * Users who may approve what a tool asks permission for, listed like `allow`. A platform that is not listed has no
   * approver.
   */
  approvers: ReadonlyMap<string, readonly string[]>
  /** Tools and tool sets for sessions in chats. Undefined: the tools that stay within the session's own directory. */
  tools: readonly string[] | undefined
  /** The directory in which all chat sessions work. Undefined: each owner has a directory of their own. */
  cwd: string | undefined
  /** Settings of each platform. A platform that is listed here is connected unless `enabled` is false. */
  platforms: ReadonlyMap<string, PlatformSettings>
  /**
   * Whether prompts show hashes instead of personal ids. The salt keeps a reader from finding a phone number by
   * hashing all of them.
   */
  privacy: { hashIds: boolean; salt: string }
  /** Limits of jobs that people make in chats. */
  cron: ChatJobRules
}

interface PlatformSettings {
  enabled: boolean
  /** All other fields of the platform's section. */
  options: JsonRecord
}

export const DEFAULT_HOME_NAME = 'Home'

/**
 * Validates an unknown object. Missing and null fields get their defaults; all problems are reported in one error,
 * each with its path. `timeZone` is the default for configurations without one; `localUser` is the user who runs the
 * gateway.
 */
export const readGatewayConfig = (
  value: unknown,
  { timeZone = 'UTC', localUser }: { timeZone?: string; localUser?: string | undefined } = {},
): GatewayConfig => {
  const reader = createReader('gateway')
  const top = reader.record(value ?? {}, '', KNOWN)
  const config = { ...fromTop(reader, top, timeZone), localUser }
  if (reader.problems.length === 0) return config
  throw new AppError('config', reader.problems.slice(0, MOST_PROBLEMS).join('\n'), {
    hint: 'docs/gateway-sessions.md shows every field of the gateway section',
  })
}

/** At most this many problems are listed: the user has enough to fix. */
const MOST_PROBLEMS = 20

const KNOWN =
  'timeZone groupSessionsPerUser threadSessionsPerUser identityLinks reset resetByPlatform resetByType homeChannels allow approvers tools cwd platforms privacy cron'.split(
    ' ',
  )

const fromTop = (reader: Reader, top: JsonRecord, here: string): GatewayConfig => {
  const timeZone = reader.text(top, 'timeZone') ?? here
  if (!isTimeZone(timeZone))
    reader.refuse('timeZone', `must be the name of a time zone, as in Europe/Berlin, not ${timeZone}`)
  const policy = (value: unknown, path: string): ResetPolicy => readPolicy(reader, value, { path, timeZone })
  const privacy = reader.record(top['privacy'] ?? {}, 'privacy', ['hashIds', 'salt'])
  return {
    timeZone,
    groupSessionsPerUser: reader.flag(top, 'groupSessionsPerUser') ?? true,
    threadSessionsPerUser: reader.flag(top, 'threadSessionsPerUser') ?? false,
    identityLinks: readLinks(reader, top['identityLinks']),
    reset: policy(top['reset'], 'reset'),
    resetByPlatform: byPlatform(reader, top['resetByPlatform'], 'resetByPlatform', policy),
    resetByType: new Map(
      Object.entries(reader.record(top['resetByType'] ?? {}, 'resetByType')).map(([type, one]) => [
        type.toLowerCase(),
        policy(one, `resetByType.${type}`),
      ]),
    ),
    homeChannels: byPlatform(reader, top['homeChannels'], 'homeChannels', (one, path, platform) =>
      readHome(reader, one, { path, platform }),
    ),
    allow: byPlatform(reader, top['allow'], 'allow', (one, path) => reader.ids(one, path)),
    approvers: byPlatform(reader, top['approvers'], 'approvers', (one, path) => reader.ids(one, path)),
    tools: top['tools'] === undefined || top['tools'] === null ? undefined : reader.ids(top['tools'], 'tools'),
    cwd: directoryIn(reader, top),
    platforms: byPlatform(reader, top['platforms'], 'platforms', (one, path) => {
      const { enabled: _, ...options } = reader.record(one ?? {}, path)
      return { enabled: reader.flag(one, 'enabled', path) ?? true, options }
    }),
    privacy: {
      hashIds: reader.flag(privacy, 'hashIds', 'privacy') ?? false,
      salt: reader.text(privacy, 'salt', 'privacy') ?? '',
    },
    cron: readCron(reader, top['cron']),
  }
}

const MOST_CHAT_JOBS = 200
const MOST_INTERVAL_MINUTES = 7 * 24 * 60

const readCron = (reader: Reader, value: unknown): ChatJobRules => {
  const record = reader.record(value ?? {}, 'cron', ['minIntervalMinutes', 'jobsPerPerson', 'targets'])
  const usual = DEFAULT_CHAT_JOB_RULES
  const range = { path: 'cron', least: 1, most: MOST_INTERVAL_MINUTES }
  const targets = reader.ids(record['targets'], 'cron.targets').flatMap((target, index) => {
    try {
      return parseTargets(target)
    } catch (error) {
      reader.refuse(`cron.targets[${index}]`, messageOf(error))
      return []
    }
  })
  return {
    minIntervalMinutes: reader.whole(record, 'minIntervalMinutes', range) ?? usual.minIntervalMinutes,
    jobsPerPerson:
      reader.whole(record, 'jobsPerPerson', { path: 'cron', least: 0, most: MOST_CHAT_JOBS }) ?? usual.jobsPerPerson,
    targets: targets.map(writeTarget),
  }
}

/** The path must be absolute, because a gateway may be started from any directory. */
const directoryIn = (reader: Reader, top: JsonRecord): string | undefined => {
  const cwd = reader.text(top, 'cwd')
  if (cwd !== undefined && !isAbsolute(cwd)) reader.refuse('cwd', `must be the whole path of a directory, not ${cwd}`)
  return cwd
}

const POLICY_FIELDS = 'mode idleMinutes atHour notify notifyExcludePlatforms processMaxAgeHours handover'.split(' ')
const MOST_MINUTES = 10 * 366 * 24 * 60

const readPolicy = (
  reader: Reader,
  value: unknown,
  { path, timeZone }: { path: string; timeZone: string },
): ResetPolicy => {
  const record = reader.record(value ?? {}, path, POLICY_FIELDS)
  const usual = DEFAULT_RESET_POLICY
  const excluded = record['notifyExcludePlatforms']
  return {
    mode: reader.choice(record, 'mode', RESET_MODES, path) ?? usual.mode,
    idleMinutes: reader.whole(record, 'idleMinutes', { path, least: 1, most: MOST_MINUTES }) ?? usual.idleMinutes,
    atHour: reader.whole(record, 'atHour', { path, least: 0, most: 23 }) ?? usual.atHour,
    notify: reader.flag(record, 'notify', path) ?? usual.notify,
    notifyExcludePlatforms:
      excluded === undefined || excluded === null
        ? usual.notifyExcludePlatforms
        : reader.ids(excluded, `${path}.notifyExcludePlatforms`).map((name) => name.toLowerCase()),
    processMaxAgeHours:
      reader.whole(record, 'processMaxAgeHours', { path, least: 0, most: 24 * 366 }) ?? usual.processMaxAgeHours,
    handover: reader.flag(record, 'handover', path) ?? usual.handover,
    timeZone,
  }
}

const byPlatform = <T>(
  reader: Reader,
  value: unknown,
  path: string,
  read: (value: unknown, path: string, platform: string) => T,
): Map<string, T> => {
  const found = new Map<string, T>()
  for (const [name, one] of Object.entries(reader.record(value ?? {}, path))) {
    const platform = name.toLowerCase()
    if (!Object.hasOwn(KNOWN_PLATFORMS, platform)) reader.refuse(`${path}.${name}`, 'is no platform that is known')
    else found.set(platform, read(one, `${path}.${name}`, platform))
  }
  return found
}

const HOME_FIELDS = ['chatId', 'name', 'threadId', 'userId', 'scopeId']

const readHome = (
  reader: Reader,
  value: unknown,
  { path, platform }: { path: string; platform: string },
): HomeChannel => {
  // A home channel may be given as its chat id alone.
  const record = isRecord(value) ? reader.record(value, path, HOME_FIELDS) : { chatId: value }
  const chatId = reader.id(record, 'chatId', path)
  if (chatId === undefined) reader.refuse(`${path}.chatId`, 'is missing')
  const home: HomeChannel = {
    platform,
    chatId: chatId ?? '',
    name: reader.text(record, 'name', path) ?? DEFAULT_HOME_NAME,
  }
  for (const field of ['threadId', 'userId', 'scopeId'] as const) {
    const id = reader.id(record, field, path)
    if (id !== undefined) home[field] = id
  }
  return home
}

/** An identity belongs to one person only: with two, the order of the entries would decide whose messages they are. */
const readLinks = (reader: Reader, value: unknown): IdentityLinks => {
  const links = new Map<string, string>()
  for (const [person, identities] of Object.entries(reader.record(value ?? {}, 'identityLinks'))) {
    const path = `identityLinks.${person}`
    for (const identity of reader.ids(identities, path)) {
      const [platform = '', ...id] = identity.split(':')
      const name = platform.toLowerCase()
      const written = `${name}:${KNOWN_PLATFORMS[name]?.canonicalId?.(id.join(':')) ?? id.join(':')}`
      if (!Object.hasOwn(KNOWN_PLATFORMS, name) || id.join(':') === '')
        reader.refuse(path, `${identity} is not of the form PLATFORM:USER_ID, as in telegram:42`)
      else if ((links.get(written) ?? person) !== person)
        reader.refuse(path, `${identity} already belongs to ${links.get(written)}: one of the two must go`)
      else links.set(written, person)
    }
  }
  return links
}
