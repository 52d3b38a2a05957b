import { join } from 'node:path'
import {
  CONFIG_NAME,
  type ConfigFile,
  type ConfigFileContent,
  findProjectConfig,
  readConfigFile,
  readTrusted,
} from './config-file.ts'
import {
  type ConfigApp,
  earliest,
  type ReadFile,
  readEnvFile,
  type Setting,
  type Variable,
  variableIn,
} from './config-variables.ts'
import { AppError } from './lib/error.ts'
import type { JsonRecord } from './lib/json.ts'
import { type ModelSettings, PROVIDERS, type ProviderName, type ReasoningEffort } from './schema/model-settings.ts'

/** What flags say; `undefined` where one was not given. There is none for a key: command lines can be read by everybody. */
export interface ConfigFlags {
  provider?: string | undefined
  model?: string | undefined
  baseUrl?: string | undefined
  /** The variable that holds the key. */
  apiKeyEnv?: string | undefined
}

export interface Config {
  provider: Setting<ProviderName>
  model: Setting<string> | undefined
  baseUrl: Setting<string>
  /** Only `reveal` gives the key, so that code does not print it by accident. */
  key: { from: string; reveal(): string } | undefined
  contextWindowTokens: Setting<number> | undefined
  maxOutputTokens: Setting<number> | undefined
  reasoning: Setting<ReasoningEffort> | undefined
  idleTimeoutSeconds: Setting<number> | undefined
  retries: Setting<number> | undefined
  agent: { [F in keyof AgentFields]: Setting<NonNullable<AgentFields[F]>> | undefined }
  /** From the user's own file or a trusted one; read and checked by the gateway. */
  gateway: Setting<JsonRecord> | undefined
  files: ReadFile[]
  /** What the user should know; nothing of it stops anything. */
  warnings: string[]
  /** A variable of the environment, else of the .env file. */
  variable: Variable
  /** All of them, for those who know only the beginning of a name. */
  environment(): Readonly<Record<string, string | undefined>>
}

type AgentFields = Required<NonNullable<ConfigFileContent['agent']>>
type ModelFields = Required<NonNullable<ConfigFileContent['model']>>

/** What a project may not say unless its user trusts it: with these a cloned repository could have a key sent wherever it likes. */
const NEEDS_TRUST = ['provider', 'baseUrl', 'apiKeyVariable'] as const satisfies (keyof ModelFields)[]

/**
 * Flags before environment before .env before the project's file before the user's own before defaults. An error where a file or a
 * flag makes no sense; missing things are left undefined.
 */
export const readConfig = async (
  app: ConfigApp,
  flags: ConfigFlags = {},
  cwd: string = process.cwd(),
): Promise<Config> => {
  const warnings: string[] = []
  const files: ReadFile[] = []
  const kept = readEnvFile(app, files, warnings)
  const variable = variableIn(app, kept)
  const found = await readFiles(app, cwd, files)
  for (const { file, isTrusted } of found) if (!isTrusted) warnings.push(...untrustedWords(file))

  const ofModel = <F extends keyof ModelFields>(field: F): Setting<ModelFields[F]> | undefined =>
    firstOf(found, (file, isTrusted) =>
      !isTrusted && NEEDS_TRUST.some((name) => name === field)
        ? undefined
        : (file.content.model?.[field] as ModelFields[F] | undefined),
    )
  const ofAgent = <F extends keyof AgentFields>(field: F): Setting<AgentFields[F]> | undefined =>
    firstOf(found, (file) => file.content.agent?.[field] as AgentFields[F] | undefined)

  const provider = readProvider(flags, variable, ofModel('provider'))
  const baseUrl = readBaseUrl(provider.value, flags, variable, ofModel('baseUrl'))
  const key = readKey(provider.value, flags, variable, ofModel('apiKeyVariable'))
  if (key !== undefined && isOpenAir(baseUrl.value))
    warnings.push(`the key goes to ${new URL(baseUrl.value).host} over http, where others can read it; use https`)
  return {
    provider,
    model: flagOf('model', flags.model) ?? variable('WARMSTART_MODEL') ?? ofModel('name'),
    baseUrl,
    key: key === undefined ? undefined : { from: key.from, reveal: () => key.value },
    contextWindowTokens: ofModel('contextWindowTokens'),
    maxOutputTokens: ofModel('maxOutputTokens'),
    reasoning: ofModel('reasoning'),
    idleTimeoutSeconds: ofModel('idleTimeoutSeconds'),
    retries: ofModel('retries'),
    agent: {
      tools: narrowed(found, 'tools', (theirs, own) => theirs.filter((tool) => own.includes(tool))),
      warm: ofAgent('warm'),
      maxSteps: narrowed(found, 'maxSteps', Math.min),
      maxTokens: narrowed(found, 'maxTokens', Math.min),
      compaction: ofAgent('compaction'),
      // The machine that is chosen sees every command that runs on it, so only a trusted file may choose it.
      sandbox: firstOf(found, (file, isTrusted) => (isTrusted ? file.content.agent?.sandbox : undefined)),
    },
    gateway: firstOf(found, (file, isTrusted) => (isTrusted ? file.content.gateway : undefined)),
    files,
    warnings,
    variable,
    environment: () => ({ ...Object.fromEntries(kept), ...app.place.env }),
  }
}

/** What is needed to ask the model, or an error that says what is missing. */
export const modelSettings = (config: Config): ModelSettings => {
  if (config.model === undefined)
    throw new AppError('no-model', 'no model is configured', {
      hint: `use --model NAME, set WARMSTART_MODEL, or name one in ${CONFIG_NAME}: docs/configuration.md`,
    })
  const idleSeconds = config.idleTimeoutSeconds?.value
  return {
    provider: config.provider.value,
    model: config.model.value,
    baseUrl: config.baseUrl.value,
    apiKey: config.key?.reveal(),
    contextWindowTokens: config.contextWindowTokens?.value,
    maxOutputTokens: config.maxOutputTokens?.value,
    reasoning: config.reasoning?.value,
    idleTimeoutMs: idleSeconds === undefined ? undefined : idleSeconds * 1000,
    retries: config.retries?.value,
  }
}

type Found = { file: ConfigFile; isTrusted: boolean }[]

/** The project's file, then the user's own. */
const readFiles = async (app: ConfigApp, cwd: string, files: ReadFile[]): Promise<Found> => {
  const found: Found = []
  const homePath = join(app.home, CONFIG_NAME)
  const projectPath = findProjectConfig(cwd)
  if (projectPath !== undefined && projectPath !== homePath) {
    const file = await readConfigFile(projectPath)
    if (file !== undefined) found.push({ file, isTrusted: readTrusted(app.home)[file.path] === file.hash })
  }
  for (const { file, isTrusted } of found) files.push({ path: file.path, kind: 'project', isTrusted })
  const own = await readConfigFile(homePath)
  if (own !== undefined) {
    found.push({ file: own, isTrusted: true })
    files.push({ path: own.path, kind: 'home', isTrusted: true })
  }
  return found
}

const untrustedWords = ({ path, content }: ConfigFile): string[] => {
  const held: string[] = NEEDS_TRUST.filter((field) => content.model?.[field] !== undefined).map(
    (name) => `model.${name}`,
  )
  if (content.agent?.sandbox !== undefined) held.push('agent.sandbox')
  if (content.gateway !== undefined) held.push('gateway')
  if (held.length === 0) return []
  return [
    `${path} sets ${held.join(', ')}, which is not used: it could send your key or your work somewhere else. \`warmstart config --trust\` allows the file as it is now`,
  ]
}

const firstOf = <T>(
  found: Found,
  read: (file: ConfigFile, isTrusted: boolean) => T | undefined,
): Setting<T> | undefined => {
  for (const { file, isTrusted } of found) {
    const value = read(file, isTrusted)
    if (value !== undefined) return { value, from: file.path }
  }
  return undefined
}

/** A project that is not trusted may allow less than its user's own file, never more. */
const narrowed = <F extends 'tools' | 'maxSteps' | 'maxTokens'>(
  found: Found,
  field: F,
  narrow: (theirs: AgentFields[F], own: AgentFields[F]) => AgentFields[F],
): Setting<AgentFields[F]> | undefined => {
  const ofFiles = (files: Found) => firstOf(files, (file) => file.content.agent?.[field] as AgentFields[F] | undefined)
  const said = ofFiles(found)
  const own = ofFiles(found.filter(({ isTrusted }) => isTrusted))
  return said === undefined || own === undefined || said.from === own.from
    ? said
    : { value: narrow(said.value, own.value), from: said.from }
}

const flagOf = (name: string, value: string | undefined): Setting<string> | undefined =>
  value === undefined || value === '' ? undefined : { value, from: `--${name}` }

const readProvider = (
  flags: ConfigFlags,
  variable: Variable,
  ofFile: Setting<ProviderName> | undefined,
): Setting<ProviderName> => {
  const said = flagOf('provider', flags.provider) ?? variable('WARMSTART_PROVIDER') ?? ofFile
  if (said !== undefined) {
    if (!Object.hasOwn(PROVIDERS, said.value))
      throw new AppError('config', `${said.from}: there is no provider ${said.value}`, {
        hint: `one of ${Object.keys(PROVIDERS).join(', ')}`,
      })
    return { value: said.value as ProviderName, from: said.from }
  }
  const isAddressed = (flags.baseUrl ?? variable('WARMSTART_BASE_URL')?.value) !== undefined
  // A user who has set the key of one vendor and nothing else means that vendor.
  for (const [name, { keyVariables }] of Object.entries(PROVIDERS)) {
    const key = keyVariables.map(variable).find((one) => one !== undefined)
    if (key !== undefined && !isAddressed)
      return { value: name as ProviderName, from: `default, as there is ${key.from}` }
  }
  return { value: 'openai-compatible', from: 'default' }
}

const readBaseUrl = (
  provider: ProviderName,
  flags: ConfigFlags,
  variable: Variable,
  ofFile: Setting<string> | undefined,
): Setting<string> => {
  const { baseUrl, baseUrlVariables } = PROVIDERS[provider]
  const said =
    flagOf('base-url', flags.baseUrl) ?? earliest(variable, ['WARMSTART_BASE_URL', ...baseUrlVariables]) ?? ofFile
  return said === undefined ? { value: baseUrl, from: 'default' } : { value: checkedUrl(said), from: said.from }
}

/** Without a path it gets /v1, which is where nearly all endpoints are. */
const checkedUrl = ({ value, from }: Setting<string>): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const wrong = (words: string) =>
    new AppError('config', `${from}: the base URL ${words}`, { hint: 'as in http://127.0.0.1:8080/v1' })
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw wrong('is no http address')
  if (url.username !== '' || url.password !== '') throw wrong('holds a name or password; a key goes into a variable')
  if (url.search !== '' || url.hash !== '') throw wrong('has a ? or #, which cannot be part of it')
  return `${url.origin}${url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, '')}`
}

const readKey = (
  provider: ProviderName,
  flags: ConfigFlags,
  variable: Variable,
  ofFile: Setting<string> | undefined,
): Setting<string> | undefined => {
  const named = flagOf('api-key-env', flags.apiKeyEnv) ?? ofFile
  if (named === undefined) return earliest(variable, ['WARMSTART_API_KEY', ...PROVIDERS[provider].keyVariables])
  const key = variable(named.value)
  if (key !== undefined) return key
  // The value may be the key itself, so it is not repeated.
  const words = /^[A-Z_][A-Z\d_]{0,60}$/.test(named.value)
    ? `names the variable ${named.value}, which is not set`
    : 'is not set, or no name of a variable'
  throw new AppError('config', `${named.from} ${words}`, {
    hint: 'set it in the environment or in the .env file; give the name of a variable, never a key',
  })
}

const isOpenAir = (baseUrl: string): boolean => {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
