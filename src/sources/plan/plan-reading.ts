import { join } from 'node:path'
import type { FileCursor } from '../../store/facts/file.ts'
import type { Discovery, FoundFile } from '../find/discover.ts'
import { parserVersion } from '../parser-version.ts'
import type { ReadJob } from './read-job.ts'

/** What a run has to do. */
interface ReadingPlan {
  /** Files that no cursor knows, or that changed since theirs was written. */
  changed: { file: FoundFile; cursor: FileCursor | undefined }[]
  /** Cursors whose file is gone from a place that was searched. */
  gone: FileCursor[]
}

/** Compares what was found with how far it was read before. */
export const planReading = (
  discovery: Discovery,
  known: { cursors: readonly FileCursor[]; rebuild: boolean },
): ReadingPlan => {
  const cursors = new Map(known.cursors.map((cursor) => [keyOf(cursor.source, cursor.path), cursor]))
  const changed: ReadingPlan['changed'] = []
  const seen = new Set<string>()
  for (const file of discovery.files) {
    const key = keyOf(file.source.name, file.path)
    // The same file may lie under two of the places that were named.
    if (seen.has(key)) continue
    seen.add(key)
    const cursor = cursors.get(key)
    cursors.delete(key)
    if (cursor === undefined || known.rebuild || !isUnchanged(file, cursor)) changed.push({ file, cursor })
  }
  return { changed, gone: [...cursors.values()].filter((cursor) => wasLookedFor(cursor, discovery)) }
}

const keyOf = (source: string, path: string): string => `${source}\u0000${path}`

/** Rules are part of the parser's version: files that are still there are judged again from their full text. */
const isUnchanged = (file: FoundFile, cursor: FileCursor): boolean =>
  cursor.size === file.size &&
  cursor.modified_at === file.modifiedAt &&
  cursor.state === 'ok' &&
  cursor.version === parserVersion(file.source)

const wasLookedFor = (cursor: FileCursor, { roots }: Discovery): boolean =>
  roots.some(
    ({ source, path }) => isBelow(cursor.path, path) && (source === undefined || source.name === cursor.source),
  )

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(join(root, '/'))

/** The job that reads a changed file, from where its cursor stands if this parser wrote it. */
export const jobFor = (
  file: FoundFile,
  known: { fileId: string; cursor: FileCursor | undefined; options: { machine: string; rebuild: boolean } },
): ReadJob => {
  const { fileId } = known
  const { machine, rebuild } = known.options
  // The memory of another parser version is useless to this one.
  const cursor = known.cursor?.version === parserVersion(file.source) && !rebuild ? known.cursor : undefined
  return {
    fileId,
    machine,
    source: file.source.name,
    path: file.path,
    root: file.root,
    shape: file.shape,
    rank: file.rank,
    size: file.size,
    modifiedAt: file.modifiedAt,
    isKnown: cursor !== undefined,
    previous:
      known.cursor === undefined
        ? undefined
        : {
            readTo: known.cursor.read_to,
            mark: known.cursor.mark,
            size: known.cursor.size,
            modifiedAt: known.cursor.modified_at,
          },
    readTo: cursor?.read_to ?? 0,
    line: cursor?.line ?? 0,
    mark: cursor?.mark ?? '',
  }
}
