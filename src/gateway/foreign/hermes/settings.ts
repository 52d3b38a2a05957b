import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { KNOWN_PLATFORMS } from '../../identity/known-platforms.ts'
import { RESET_MODES } from '../../config/reset-policy.ts'

/** The other program's settings, translated into our `gateway` section. Keys and tokens are not copied. */
export interface TheirSettings {
  settings: JsonRecord
  remarks: string[]
}

/**
 * Translates `config.yaml`, `gateway.json` and the home channel variables of `.env`. A section that makes no sense is
 * left out with a remark; nothing is invented for what is missing.
 */
export const translateSettings = (yaml: unknown, json: unknown, env: ReadonlyMap<string, string>): TheirSettings => {
  const config = isRecord(yaml) ? yaml : {}
  const nested = sectionOf(config['gateway'])
  const gateway = { ...nested, ...sectionOf(json) }
  const remarks: string[] = []
  const settings: JsonRecord = {}
  const put = (name: string, value: unknown): void => {
    if (value !== undefined && !(isRecord(value) && Object.keys(value).length === 0)) settings[name] = value
  }
  put('timeZone', asString(config['timezone']) || undefined)
  put('groupSessionsPerUser', flagOf(gateway['group_sessions_per_user'] ?? config['group_sessions_per_user']))
  put('threadSessionsPerUser', flagOf(gateway['thread_sessions_per_user'] ?? config['thread_sessions_per_user']))
  // Hermes prefers this key if it exists, even if it is empty.
  const reset =
    'session_reset' in config ? config['session_reset'] : (nested['session_reset'] ?? gateway['default_reset_policy'])
  put('reset', policyOf(reset, 'session_reset', remarks))
  put('resetByPlatform', policiesOf(gateway['reset_by_platform'], 'reset_by_platform', remarks))
  put('resetByType', policiesOf(gateway['reset_by_type'], 'reset_by_type', remarks))
  const platforms = { ...sectionOf(config['platforms']), ...sectionOf(gateway['platforms']) }
  put('platforms', connectedOf(platforms, remarks))
  put('homeChannels', homesOf(platforms, new Map([...variablesOf(config), ...env])))
  if (flagOf(sectionOf(config['privacy'])['redact_pii'])) put('privacy', { hashIds: true })
  return { settings, remarks }
}

const sectionOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

const flagOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  return value === 'true' || value === 'false' ? value === 'true' : undefined
}

const wholeOf = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined

const policyOf = (value: unknown, name: string, remarks: string[]): JsonRecord | undefined => {
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined
  const mode = RESET_MODES.find((each) => each === value['mode'])
  if (mode === undefined) {
    remarks.push(`${name} names no mode that is known, so that nothing is reset`)
    return undefined
  }
  if (mode !== 'none')
    remarks.push(`${name} asks for automatic resets (${mode}); they are announced here, and can be undone`)
  const policy: JsonRecord = { mode }
  const fields: [name: string, value: unknown][] = [
    ['idleMinutes', wholeOf(value['idle_minutes'], 1, 5_000_000)],
    ['atHour', wholeOf(value['at_hour'], 0, 23)],
    ['notify', flagOf(value['notify'])],
    ['processMaxAgeHours', wholeOf(value['bg_process_max_age_hours'], 0, 8_000)],
  ]
  for (const [field, known] of fields) if (known !== undefined) policy[field] = known
  return policy
}

const policiesOf = (value: unknown, name: string, remarks: string[]): JsonRecord => {
  const policies: JsonRecord = {}
  for (const [key, one] of Object.entries(sectionOf(value))) {
    const isUnknown = name === 'reset_by_platform' && !isPlatform(key)
    const policy = isUnknown ? undefined : policyOf(one, `${name}.${key}`, remarks)
    if (isUnknown) remarks.push(`${name}.${key} is no platform that is known here`)
    if (policy !== undefined) policies[key.toLowerCase()] = policy
  }
  return policies
}

const isPlatform = (name: string): boolean => Object.hasOwn(KNOWN_PLATFORMS, name.toLowerCase())

/** Lists the platforms that were on. Their credentials are secret and are not copied. */
const connectedOf = (platforms: JsonRecord, remarks: string[]): JsonRecord => {
  const connected: JsonRecord = {}
  for (const [name, value] of Object.entries(platforms)) {
    if (!isPlatform(name)) remarks.push(`platforms.${name} is no platform that is known here`)
    else if (isRecord(value)) connected[name.toLowerCase()] = { enabled: flagOf(value['enabled']) ?? false }
  }
  if (Object.keys(connected).length > 0)
    remarks.push('tokens and keys of platforms were not read: put them into the .env file of WARMSTART_HOME')
  return connected
}

const homesOf = (platforms: JsonRecord, variables: ReadonlyMap<string, string>): JsonRecord => {
  const homes: JsonRecord = {}
  for (const [name, value] of Object.entries(platforms)) {
    const home = sectionOf(sectionOf(value)['home_channel'])
    if (isPlatform(name) && idOf(home['chat_id']) !== undefined) homes[name.toLowerCase()] = homeOf(home)
  }
  for (const [variable, chatId] of variables) {
    const platform = /^([A-Z0-9_]+)_HOME_CHANNEL$/.exec(variable)?.[1]?.toLowerCase()
    if (platform === undefined || !isPlatform(platform) || chatId === '') continue
    const [name, threadId] = [variables.get(`${variable}_NAME`), variables.get(`${variable}_THREAD_ID`)]
    homes[platform] = homeOf({ chat_id: chatId, name, thread_id: threadId })
  }
  return homes
}

const homeOf = (home: JsonRecord): JsonRecord => {
  const fields: [name: string, value: string | undefined][] = [
    ['chatId', idOf(home['chat_id'])],
    ['name', asString(home['name']) || undefined],
    ['threadId', idOf(home['thread_id'])],
    ['userId', idOf(home['user_id'])],
    ['scopeId', idOf(home['scope_id'])],
  ]
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asString(value) || undefined

/** Hermes's `/sethome` writes these variable names into the configuration file itself. */
const variablesOf = (config: JsonRecord): [string, string][] =>
  Object.entries(config).flatMap(([name, value]): [string, string][] => {
    const text = idOf(value)
    return HOME_VARIABLE.test(name) && text !== undefined ? [[name, text]] : []
  })

/** The only variables that are read from the environment file. */
export const HOME_VARIABLE = /^[A-Z0-9_]+_HOME_CHANNEL(_NAME|_THREAD_ID)?$/
