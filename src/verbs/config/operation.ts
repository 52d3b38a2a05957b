import type { App } from '../../app.ts'
import { type Config, type ConfigFlags, readConfig } from '../../config.ts'
import type { Setting } from '../../config-variables.ts'
import { findProjectConfig, readConfigFile, readTrusted, trustPath } from '../../config-file.ts'
import { AppError } from '../../lib/error.ts'
import type { ConfigReport } from '../../schema/listing/config-report.ts'
import { writeWhole } from '../../lib/write-whole.ts'

export type { ConfigReport } from '../../schema/listing/config-report.ts'

export interface ConfigInput {
  flags?: ConfigFlags
  cwd?: string
  /** Asks the endpoint for its models. Without it, the command connects to nothing. */
  checkModel?: boolean
}

/** Reports each setting and its origin. An invalid configuration is reported too, and does not fail. */
export const describeConfig = async (app: App, input: ConfigInput = {}): Promise<ConfigReport> => {
  let config: Config
  try {
    config = await readConfig(app, input.flags, input.cwd)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = error.hint === undefined ? error.message : `${error.message} (${error.hint})`
    return { settings: [], key: { isPresent: false, from: null }, files: [], warnings: [], problem, endpoint: null }
  }
  const { key, files, warnings } = config
  return {
    settings: settingsOf(config),
    key: { isPresent: key !== undefined, from: key?.from ?? null },
    files,
    warnings,
    problem: null,
    endpoint: input.checkModel === true ? await endpointOf(config) : null,
  }
}

/**
 * Lets the project's configuration name the model's endpoint, for as long as the file does not change. Returns the
 * path of the file.
 */
export const trustProjectConfig = async (app: App, cwd: string = process.cwd()): Promise<string> => {
  const path = findProjectConfig(cwd)
  const file = path === undefined ? undefined : await readConfigFile(path)
  if (file === undefined)
    throw new AppError('no-such-file', 'this project has no warmstart.config.json', {
      hint: 'the file is looked for in this directory and above, up to the root of the repository',
    })
  const files = { ...readTrusted(app.home), [file.path]: file.hash }
  writeWhole(trustPath(app.home), `${JSON.stringify({ files }, null, 2)}\n`)
  return file.path
}

const settingsOf = (config: Config): ConfigReport['settings'] => {
  const { agent } = config
  const named: [string, Setting<string | number | string[]> | undefined][] = [
    ['model.provider', config.provider],
    ['model.name', config.model],
    ['model.baseUrl', config.baseUrl],
    ['model.contextWindowTokens', config.contextWindowTokens],
    ['model.maxOutputTokens', config.maxOutputTokens],
    ['model.reasoning', config.reasoning],
    ['model.idleTimeoutSeconds', config.idleTimeoutSeconds],
    ['model.retries', config.retries],
    ...Object.entries(agent).map(([name, value]): [string, typeof value] => [`agent.${name}`, value]),
  ]
  return named.flatMap(([name, setting]) =>
    setting === undefined ? [] : [{ name, value: setting.value, from: setting.from }],
  )
}

const endpointOf = async ({ provider, model, baseUrl, key }: Config): Promise<ConfigReport['endpoint']> => {
  const { probeModel } = await import('../../agent/models/probe.ts')
  const { isReachable, status, listsModel, words } = await probeModel({
    provider: provider.value,
    baseUrl: baseUrl.value,
    apiKey: key?.reveal(),
    model: model?.value,
  })
  return { isReachable, status: status ?? null, listsModel: listsModel ?? null, message: words ?? null }
}
