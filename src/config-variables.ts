import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from './app.ts'
import { parseEnvFile } from './lib/env-file.ts'
import { messageOf } from './lib/error.ts'

/** A value, and where it comes from: `--model`, `environment WARMSTART_MODEL`, `.env ...`, a path, `default`. */
export interface Setting<T> {
  value: T
  from: string
}

/** A file that was read, and whether it may say everything. */
export interface ReadFile {
  path: string
  kind: 'project' | 'home' | 'env'
  isTrusted: boolean
}

/** A variable of the environment, else of the .env file. */
export type Variable = (name: string) => Setting<string> | undefined

export type ConfigApp = Pick<App, 'home' | 'place'>

/** The .env file of the home; what is wrong with it is a warning. */
export const readEnvFile = (app: ConfigApp, files: ReadFile[], warnings: string[]): Map<string, string> => {
  const path = join(app.home, '.env')
  let values = new Map<string, string>()
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined) {
      const parsed = parseEnvFile(readFileSync(path, 'utf8'))
      values = parsed.values
      files.push({ path, kind: 'env', isTrusted: true })
      for (const { line, message } of parsed.problems) warnings.push(`${path}:${line} ${message}; the line is not used`)
      if (app.place.platform !== 'win32' && (found.mode & 0o077) !== 0)
        warnings.push(`${path} can be read by others; \`chmod 600 ${path}\``)
    }
  } catch (error) {
    warnings.push(`${path} cannot be read: ${messageOf(error)}`)
  }
  return values
}

/** The environment before the .env file; an empty variable is none. */
export const variableIn =
  (app: ConfigApp, kept: ReadonlyMap<string, string>): Variable =>
  (name) => {
    const set = app.place.env[name]
    if (set !== undefined && set !== '') return { value: set, from: `environment ${name}` }
    const value = kept.get(name)
    return value === undefined || value === '' ? undefined : { value, from: `.env ${name}` }
  }

/** Any of the names in the environment goes before all of them in the .env file. */
export const earliest = (variable: Variable, names: readonly string[]): Setting<string> | undefined => {
  const all = names.flatMap((name) => variable(name) ?? [])
  return all.find(({ from }) => from.startsWith('environment ')) ?? all[0]
}
