import { statSync } from 'node:fs'

/** Whether a directory is there; false for a path that cannot be examined. */
export const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
