import { chmodSync, type Stats, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { messageOf } from './error.ts'

/**
 * Makes a directory private to its owner: mode 0755 becomes 0700. Returns why other users can still look into it;
 * undefined if they cannot, or if there is no such directory. Directories that hold more than our files are left
 * alone: the user's home, any directory above it, and shared ones such as /tmp.
 */
export const closeDirectory = (path: string, { userHome }: { userHome: string }): string | undefined => {
  const before = modeAt(path)
  if (before === undefined || isClosed(before)) return undefined
  const whole = resolve(path)
  if ((before & STICKY) !== 0 || `${resolve(userHome)}${sep}`.startsWith(whole.endsWith(sep) ? whole : whole + sep))
    return `other users can look into it (mode ${octal(before)}), and other programs use it too: choose a directory of its own with WARMSTART_HOME`
  try {
    // The owner's own rights stay as they are.
    chmodSync(whole, before & ~OTHERS)
  } catch (error) {
    return `other users can look into it (mode ${octal(before)}): ${messageOf(error)}. Ask its owner to run: chmod 700 ${path}`
  }
  const after = modeAt(path)
  if (after === undefined || isClosed(after)) return undefined
  return `other users can look into it (mode ${octal(after)}), and its file system keeps no other mode: choose another directory with WARMSTART_HOME`
}

const STICKY = 0o1000
const OTHERS = 0o077

const isClosed = (mode: number): boolean => (mode & OTHERS) === 0

const octal = (mode: number): string => mode.toString(8).padStart(4, '0')

/** The mode; undefined if there is no directory or its mode is unknown. Windows has rights other than modes. */
const modeAt = (path: string): number | undefined => {
  if (process.platform === 'win32') return undefined
  let found: Stats | undefined
  try {
    found = statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined // This process may not enter a parent directory, so it cannot read the mode.
  }
  return found?.isDirectory() === true ? found.mode & 0o7777 : undefined
}
