import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A working tree that is looked at for a short time. Nothing is run or written. */
export interface Tree {
  root: string
  /** What exists at a path; `unknown` if the disk did not answer in time. */
  look(path: string): Promise<Look>
  /** The beginning of a text file; undefined if there is none, if it is binary, or if the disk did not answer. */
  read(path: string): Promise<string | undefined>
  list(path: string): Promise<string[]>
  /** Whether the disk failed to answer, like a network mount whose server is gone. Pending queries may never end. */
  isHung(): boolean
}

type Look = { kind: 'file' | 'directory'; bytes: number; changedAt: number } | 'missing' | 'unknown'

/** All queries about one tree must be answered within this time. */
const LIMIT_MS = 400
/** At most this much of a file is read. */
export const MOST_READ_BYTES = 262_144

/** The disk queries; tests pass their own. */
export interface Disk {
  stat(path: string): Promise<{ isDirectory(): boolean; size: number; mtimeMs: number }>
  read(path: string, bytes: number): Promise<Buffer>
  readdir(path: string): Promise<string[]>
}

export const openTree = (root: string, { limitMs = LIMIT_MS, disk = DISK } = {}): Tree => {
  let hung = false
  const until = performance.now() + limitMs
  const inTime = async <T>(asked: () => Promise<T>, otherwise: T): Promise<T> => {
    const left = until - performance.now()
    if (hung || left <= 0) return otherwise
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<T>((resolve) => {
      timer = setTimeout(() => {
        hung = true
        resolve(otherwise)
      }, left)
    })
    return Promise.race([asked(), late]).finally(() => clearTimeout(timer))
  }
  return {
    root,
    look: (path) =>
      inTime<Look>(
        () =>
          disk.stat(join(root, path)).then(
            (found) => ({
              kind: found.isDirectory() ? 'directory' : 'file',
              bytes: found.size,
              changedAt: found.mtimeMs,
            }),
            (error: NodeJS.ErrnoException) => (GONE.has(error.code ?? '') ? 'missing' : 'unknown'),
          ),
        'unknown',
      ),
    read: (path) =>
      inTime<string | undefined>(
        () =>
          disk.read(join(root, path), MOST_READ_BYTES).then(
            (bytes) => (bytes.includes(0) ? undefined : bytes.toString('utf8')),
            () => undefined,
          ),
        undefined,
      ),
    list: (path) => inTime<string[]>(() => disk.readdir(join(root, path)).catch(() => []), []),
    isHung: () => hung,
  }
}

const GONE = new Set(['ENOENT', 'ENOTDIR'])

const DISK: Disk = {
  stat,
  readdir,
  read: async (path, bytes) => {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  },
}
