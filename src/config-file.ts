import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError, messageOf } from './lib/error.ts'
import { isRecord, type JsonRecord, parseJson } from './lib/json.ts'
import {
  anyText,
  listOf,
  mapOf,
  anything,
  objectOf,
  oneOf,
  pathText,
  type ShapeProblem,
  wholeNumber,
} from './lib/shape.ts'
import { PROVIDERS, type ProviderName, REASONING_EFFORTS, type ReasoningEffort } from './schema/model-settings.ts'

export const CONFIG_NAME = 'warmstart.config.json'

/** What a configuration file may say. Documented in docs/configuration.md. */
export interface ConfigFileContent {
  model?: {
    provider?: ProviderName
    name?: string
    baseUrl?: string
    /** The variable that holds the key. Keys themselves have no place in a file that is committed. */
    apiKeyVariable?: string
    contextWindowTokens?: number
    maxOutputTokens?: number
    reasoning?: ReasoningEffort
    idleTimeoutSeconds?: number
    retries?: number
  }
  agent?: {
    tools?: string[]
    warm?: string
    maxSteps?: number
    maxTokens?: number
    compaction?: string
    /** Where commands run: `ssh:user@host/dir`, `docker:CONTAINER`, ... */
    sandbox?: string
  }
  /** Held against its own shape by the gateway. */
  gateway?: JsonRecord
}

export interface ConfigFile {
  path: string
  content: ConfigFileContent
  /** Of its bytes: what a person trusted is trusted only as it was. */
  hash: string
}

const LARGEST_BYTES = 1024 * 1024
const MOST = 1_000_000_000

const SHAPE = objectOf({
  $schema: anyText(),
  model: objectOf({
    provider: oneOf(...Object.keys(PROVIDERS)),
    name: anyText({ least: 1 }),
    baseUrl: anyText({ least: 1 }),
    apiKeyVariable: anyText({ least: 1 }),
    contextWindowTokens: wholeNumber(1, MOST),
    maxOutputTokens: wholeNumber(1, MOST),
    reasoning: oneOf(...REASONING_EFFORTS),
    idleTimeoutSeconds: wholeNumber(1, 86_400),
    retries: wholeNumber(0, 20),
  }),
  agent: objectOf({
    tools: listOf(anyText({ least: 1 })),
    warm: anyText({ least: 1 }),
    maxSteps: wholeNumber(1, 10_000),
    maxTokens: wholeNumber(1, MOST),
    compaction: anyText({ least: 1 }),
    sandbox: anyText({ least: 1 }),
  }),
  gateway: mapOf(anything),
})

/** The file as it was meant; undefined where there is none. An error names file, line and field of everything that is wrong. */
export const readConfigFile = async (path: string): Promise<ConfigFile | undefined> => {
  const bytes = bytesOf(path)
  if (bytes === undefined) return undefined
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new AppError('config', `${path} is not JSON: ${messageOf(error)}`, { hint: HINT, cause: error })
  }
  const problems = SHAPE(content)
  if (problems.length > 0) throw await shapeError(path, text, problems)
  return { path, content: content as ConfigFileContent, hash: hash('sha256', bytes, 'hex') }
}

const HINT = 'docs/configuration.md lists what can stand there'

const bytesOf = (path: string): Buffer | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    if (!found.isFile()) throw new Error('it is not a file')
    if (found.size > LARGEST_BYTES) throw new Error('it is larger than 1 MB')
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw new AppError('config', `${path} cannot be read: ${messageOf(error)}`, { hint: HINT, cause: error })
  }
}

const shapeError = async (path: string, text: string, problems: readonly ShapeProblem[]): Promise<AppError> => {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser')
  const root = parseTree(text)
  const lineOf = (place: readonly (string | number)[]): number => {
    const node = root === undefined ? undefined : findNodeAtLocation(root, [...place])
    return text.slice(0, node?.offset ?? 0).split('\n').length
  }
  const lines = problems.map((problem) => {
    const field = pathText(problem.path)
    const isKey = /key|token|secret|password/i.test(field) && problem.message.startsWith('is not known')
    const more = isKey ? '; keys belong into the environment or the .env file' : ''
    return `${path}:${lineOf(problem.path)}: ${field || 'the file'} ${problem.message}${more}`
  })
  return new AppError('config', lines.join('\n'), { hint: HINT })
}

/**
 * The configuration of the project that `directory` is in: the nearest one from there up to the root of its repository. Outside a
 * repository only the directory itself counts, so that a stray file in /tmp or / does not speak for everything below it.
 */
export const findProjectConfig = (directory: string): string | undefined => {
  const passed: string[] = []
  for (let at = resolve(directory); ; at = dirname(at)) {
    passed.push(at)
    if (existsSync(join(at, '.git')))
      return passed.map((one) => join(one, CONFIG_NAME)).find((path) => existsSync(path))
    if (dirname(at) === at) break
  }
  const own = join(resolve(directory), CONFIG_NAME)
  return existsSync(own) ? own : undefined
}

export const trustPath = (home: string): string => join(home, 'trusted-projects.json')

/** Paths of configuration files that the user trusts, and the hash of each as it was then. What cannot be read trusts nothing. */
export const readTrusted = (home: string): Record<string, string> => {
  let text: string
  try {
    text = readFileSync(trustPath(home), 'utf8')
  } catch {
    return {}
  }
  const value = parseJson(text)
  const files = isRecord(value) && isRecord(value['files']) ? value['files'] : {}
  return Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
