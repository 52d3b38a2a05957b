import { readFileSync, statSync } from 'node:fs'
import { parseJson } from './json.ts'

/**
 * Makes a reader of small JSON files that many others lie beside: a file is read once as long as it stays the same. The reader gives
 * what `read` made of the JSON (undefined: damaged), or undefined where there is no such file.
 */
export const rememberJson = <Index>(read: (json: unknown) => Index): ((path: string) => Index | undefined) => {
  const remembered = new Map<string, { mark: string; index: Index }>()
  return (path) => {
    try {
      const found = statSync(path, { throwIfNoEntry: false })
      if (found === undefined || !found.isFile() || found.size > LARGEST_BYTES) return undefined
      const mark = `${found.mtimeMs} ${found.size}`
      const known = remembered.get(path)
      if (known?.mark === mark) return known.index
      const index = read(parseJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')))
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(path, { mark, index })
      return index
    } catch {
      return undefined // Not ours to read, or gone meanwhile.
    }
  }
}

/** Larger files are no index of others. */
const LARGEST_BYTES = 64 * 1024 * 1024
const MOST_REMEMBERED = 8
