import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Whole blocks of every file system that is about. */
const BLOCK_BYTES = 64 * 1024

let canPunch = process.platform === 'linux'

/**
 * Gives the disk space back that a file takes before `before`, while the writer at its end goes on: offsets stay what they are.
 * Needs `fallocate` of util-linux and a file system with holes (ext4, xfs, btrfs, tmpfs); elsewhere it does nothing, and says so.
 */
export const releaseSpace = async (path: string, before: number): Promise<boolean> => {
  const length = Math.floor(before / BLOCK_BYTES) * BLOCK_BYTES
  if (!canPunch || length === 0) return false
  try {
    await run('fallocate', ['--punch-hole', '--offset', '0', '--length', String(length), path])
    return true
  } catch (error) {
    // Without the program there is no use in asking again; a file system that cannot may be one of several.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') canPunch = false
    return false
  }
}
