import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, mkdir, open, readlink, realpath, rename, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../lib/error.ts'

/** Why a file cannot be opened, in words that follow `Cannot read NAME: `. */
export type NotAFile = { notAFile: string }

/**
 * Opens a file that `permitPath` returned. If a link has replaced it, or a directory above it, since the permission,
 * the link is not followed. A FIFO or a device is never opened, because opening one can block for ever or have an
 * effect.
 */
export const openFile = async (path: string): Promise<FileHandle | NotAFile> => {
  const seen = await lstat(path)
  if (!seen.isFile()) return { notAFile: kindOf(seen) }
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const opened = await handle.stat()
    if (!opened.isFile()) return await closed(handle, { notAFile: kindOf(opened) })
    await verify(handle, path)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Replaces a file that `permitPath` returned, or makes it and its missing directories. A concurrent reader sees the
 * old or the new contents, never a part. Mode and owner are kept; other hard links to the file keep the old contents.
 * If `expected` is given and the file has changed since that state, it is left alone.
 */
export const replaceFile = async (
  path: string,
  contents: Uint8Array,
  { expected }: { expected?: Stats | undefined } = {},
): Promise<void> => {
  const before = await lstat(path).catch(() => undefined)
  if (before !== undefined && !before.isFile()) throw new AppError('not-a-file', `${path} is ${kindOf(before)}`)
  // Renaming a new file over a read-only one would succeed, so the permission is checked here.
  if (before !== undefined) await access(path, constants.W_OK)
  const directory = await enter(dirname(path))
  const base = reachOf(directory, dirname(path))
  const temporary = join(base, `.warmstart-${randomBytes(8).toString('hex')}.tmp`)
  try {
    const handle = await open(temporary, 'wx', 0o666)
    try {
      if (before !== undefined) {
        const made = await handle.stat()
        const { uid, gid } = before
        // Only root may change a file's owner; other users' files belong to them already.
        if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid).catch(() => undefined)
        await handle.chmod(before.mode & 0o7777)
      }
      await handle.writeFile(contents)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (expected !== undefined && !isSame(expected, await lstat(path)))
      throw new AppError('file-changed', `${path} was changed by somebody else just now; read it again`)
    await rename(temporary, join(base, basename(path)))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await directory.close()
  }
}

const isSame = (one: Stats, other: Stats): boolean =>
  one.mtimeMs === other.mtimeMs && one.size === other.size && one.ino === other.ino

/** Removes a file that `permitPath` returned. */
export const removeFile = async (path: string): Promise<void> => {
  const directory = await enter(dirname(path))
  try {
    await rm(join(reachOf(directory, dirname(path)), basename(path)))
  } finally {
    await directory.close()
  }
}

/** Opens a directory, or makes it if it is missing, without following a link in its last part. */
const enter = async (path: string): Promise<FileHandle> => {
  try {
    return await openDirectory(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
  }
  const parent = await enter(dirname(path))
  try {
    await mkdir(join(reachOf(parent, dirname(path)), basename(path)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // Otherwise somebody was faster.
  } finally {
    await parent.close()
  }
  return openDirectory(path)
}

const openDirectory = async (path: string): Promise<FileHandle> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    await verify(handle, path)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

const IS_LINUX = process.platform === 'linux'

/** On Linux, reaches the file through the opened directory itself, so that no later change of the path matters. */
const reachOf = (directory: FileHandle, path: string): string => (IS_LINUX ? `/proc/self/fd/${directory.fd}` : path)

/**
 * Verifies that the opened file is the one that was asked for. Outside Linux this is only as certain as a second look
 * can be.
 */
const verify = async (handle: FileHandle, path: string): Promise<void> => {
  const real = IS_LINUX ? await readlink(`/proc/self/fd/${handle.fd}`) : await realpath(path)
  if (real !== path) throw new AppError('path-changed', `${path} was replaced by a link to ${real} just now`)
}

export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

type Kinds = Pick<Awaited<ReturnType<typeof lstat>>, 'isDirectory' | 'isFIFO' | 'isSocket' | 'isSymbolicLink'>

const kindOf = (stats: Kinds): string => {
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a FIFO (a pipe with a name)'
  if (stats.isSocket()) return 'a socket'
  return stats.isSymbolicLink() ? 'a link that was put there just now' : 'a device'
}

const closed = async <T>(handle: FileHandle, value: T): Promise<T> => {
  await handle.close()
  return value
}
