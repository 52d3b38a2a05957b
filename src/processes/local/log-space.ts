import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** A multiple of the block size of all common file systems. */
const BLOCK_BYTES = 64 * 1024

let canPunch = process.platform === 'linux'

/**
 * Frees the disk space of a file before `before`, while a writer appends at its end; all offsets stay valid. Needs
 * `fallocate` of util-linux and a file system with holes (ext4, xfs, btrfs, tmpfs); elsewhere it does nothing and
 * returns false.
 */
export const releaseSpace = async (path: string, before: number): Promise<boolean> => {
  const length = Math.floor(before / BLOCK_BYTES) * BLOCK_BYTES
  if (!canPunch || length === 0) return false
  try {
    await run('fallocate', ['--punch-hole', '--offset', '0', '--length', String(length), path])
    return true
  } catch (error) {
    // Without the program every further attempt fails too; a file system without holes may be one of several.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') canPunch = false
    return false
  }
}
