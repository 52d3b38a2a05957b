import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory, and those above it, that only the owner may enter. Node's own recursive mkdir never ends if the
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
