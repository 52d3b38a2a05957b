import { existsSync, statSync } from 'node:fs'
import { join, normalize, posix } from 'node:path'

/** What a Dockerfile puts into its working directory. `isPlain`: it only copies files, so that no container is needed. */
export type ReadDockerfile =
  | { isPlain: true; workdir: string; copies: { from: string; to: string }[] }
  | { isPlain: false; workdir: string; reason: string }

const NO_WORKDIR = '/'

/** Reads FROM, WORKDIR and COPY; everything else needs a container, and the answer says which line does. */
export const readDockerfile = (text: string, context: string): ReadDockerfile => {
  let workdir = NO_WORKDIR
  let reason: string | undefined
  const copied: { from: string; to: string }[] = []
  for (const line of instructionsOf(text)) {
    const [word = '', ...rest] = line.split(/\s+/)
    switch (word.toUpperCase()) {
      case 'FROM':
        break
      case 'WORKDIR':
        workdir = posix.resolve(workdir, rest[0] ?? '/')
        break
      case 'COPY': {
        const copy = copyIn(rest, { workdir, context })
        if (typeof copy === 'string') reason ??= copy
        else copied.push(...copy)
        break
      }
      default:
        reason ??= `its Dockerfile has the line ${line.slice(0, 60)}, which needs a container`
    }
  }
  if (reason !== undefined) return { isPlain: false, workdir, reason }
  if (workdir === NO_WORKDIR) return { isPlain: false, workdir, reason: 'its Dockerfile names no WORKDIR' }
  const copies: { from: string; to: string }[] = []
  for (const { from, to } of copied) {
    const inside = posix.relative(workdir, to)
    if (inside.startsWith('..'))
      return { isPlain: false, workdir, reason: `its Dockerfile copies to ${to}, outside its working directory` }
    copies.push({ from, to: inside })
  }
  return { isPlain: true, workdir, copies }
}

/** Instructions with their continued lines joined, without comments. */
const instructionsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\\[ \t]*\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

const copyIn = (
  words: readonly string[],
  { workdir, context }: { workdir: string; context: string },
): { from: string; to: string }[] | string => {
  if (words.some((word) => word.startsWith('--') || word.startsWith('[')))
    return 'its Dockerfile has a COPY with options'
  const sources = words.slice(0, -1)
  const last = words.at(-1)
  if (last === undefined || sources.length === 0) return 'its Dockerfile has a COPY without a source'
  const target = posix.resolve(workdir, last)
  const copies: { from: string; to: string }[] = []
  for (const source of sources) {
    const inside = normalize(source).replace(/^\/+/, '')
    const from = join(context, inside)
    if (inside.startsWith('..') || /[*?[]/.test(source) || !existsSync(from))
      return `its Dockerfile copies ${source}, which is no file of its environment`
    // A single file goes into a directory that is named as one; the contents of a folder always do.
    const isInto = last.endsWith('/') || target === workdir || sources.length > 1
    copies.push({ from, to: isInto && !isFolder(from) ? posix.join(target, posix.basename(inside)) : target })
  }
  return copies
}

const isFolder = (path: string): boolean => statSync(path).isDirectory()
