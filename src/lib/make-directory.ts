import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory that only its owner may enter, with those above it. Node's own recursive mkdir never ends where the
 * system refuses to make one (below /proc).
 */
export const makeDirectory = (path: string): void => {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path)) throw error // Otherwise another process was faster.
  }
}
