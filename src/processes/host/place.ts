import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, messageOf } from '../../lib/error.ts'
import { hashOf } from '../../lib/hash.ts'
import { makeDirectory } from '../../lib/make-directory.ts'

/** Where a host and its processes are found: below the home, with one host for each store that is used with it. */
export interface HostPlace {
  /** A private directory (0700) with one directory per process. */
  directory: string
  socket: string
  lock: string
  log: string
}

export const locateHost = ({ home, storeAddress }: { home: string; storeAddress: string }): HostPlace => {
  const directory = join(home, 'processes')
  const key = hashOf(storeAddress).slice(0, 8)
  return {
    directory,
    socket: `host-${key}.sock`,
    lock: join(directory, `host-${key}.lock`),
    log: join(directory, `host-${key}.log`),
  }
}

/** Makes the directory and makes sure that no other user may enter it. */
export const secureDirectory = (directory: string): void => {
  try {
    makeDirectory(directory)
    chmodSync(directory, 0o700)
  } catch (error) {
    throw new AppError('host-directory', `${directory} cannot be used: ${messageOf(error)}`, {
      hint: 'background processes need a directory to write to; choose one with WARMSTART_HOME',
      cause: error,
    })
  }
}

export interface SocketAddress {
  path: string
  /** Call this when the path is no longer used. */
  release(): void
}

/** A socket's address has 104 bytes on some systems and 108 on others, including the final zero. */
const LONGEST_ADDRESS_BYTES = 100

/**
 * A path that fits into a socket's address, however long the home's path is: on Linux through an open handle of its
 * directory, elsewhere in a private directory for temporary files.
 */
export const socketAddress = ({ directory, socket }: HostPlace): SocketAddress => {
  const path = join(directory, socket)
  if (Buffer.byteLength(path) <= LONGEST_ADDRESS_BYTES) return { path, release: () => undefined }
  if (process.platform === 'linux') {
    const handle = openSync(directory, 'r')
    return { path: `/proc/self/fd/${handle}/${socket}`, release: () => closeSync(handle) }
  }
  const short = join(tmpdir(), `warmstart-${process.getuid?.() ?? 0}`)
  makeDirectory(short)
  const { uid, mode } = lstatSync(short)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new AppError('host-directory', `${short} is not ours alone`, { hint: 'choose a shorter WARMSTART_HOME' })
  return { path: join(short, `${hashOf(path).slice(0, 16)}.sock`), release: () => undefined }
}
