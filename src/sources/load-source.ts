import { AppError } from '../lib/error.ts'
import { isRecord } from '../lib/json.ts'
import type { Source } from './source.ts'

const ENDING = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const loaded = new Map<string, Source>()

/** Makes a source known that has no folder here, until the returned function is called. */
export const rememberSource = (source: Source): (() => void) => {
  loaded.set(source.name, source)
  return () => void loaded.delete(source.name)
}

/**
 * The source of this name, loaded from its folder. A reading thread reads one or two formats, and loading all of them
 * costs it as long as reading several megabytes.
 */
export const loadSource = async (name: string): Promise<Source> => {
  const known = loaded.get(name)
  if (known !== undefined) return known
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new AppError('unknown-source', `no source is called ${name}`)
  const exports = (await import(new URL(`./formats/${name}/source.${ENDING}`, import.meta.url).href)) as object
  const source = Object.values(exports).find((value): value is Source => isRecord(value) && value['name'] === name)
  if (source === undefined) throw new AppError('unknown-source', `the folder ${name} holds no source of this name`)
  loaded.set(name, source)
  return source
}
