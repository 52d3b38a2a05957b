import { join } from 'node:path'
import { hashOf } from '../lib/hash.ts'
import { dropReplaced } from '../store/replaced-calls.ts'
import type { Connection } from '../store/connection.ts'
import { type FileCursor, listCursors, setFileState } from '../store/file.ts'
import type { ReadJob } from './batch.ts'
import type { Discovery, FoundFile } from './discover.ts'
import { parserVersion } from './parser-version.ts'
import { createWriter } from './writer.ts'

export interface ImportOptions {
  owner: string
  machine: string
  /** Number of this run, larger than that of any earlier one. */
  run: number
  /** Read everything again that can still be read. */
  rebuild: boolean
  onProgress?: (doneBytes: number, totalBytes: number) => void
  /** Called when there is something to write, and only then. */
  beforeWriting?: () => Promise<void>
}

/** Per source and root: what this run did. */
export interface RootReport {
  source: string
  root: string
  files: number
  changed: number
  ms: number
}

/** Idempotent: importing the same history twice adds nothing. Costs one listing when nothing has changed. */
export const importHistory = async (
  store: Connection,
  discovery: Discovery,
  options: ImportOptions,
): Promise<RootReport[]> => {
  const reports = createReports(discovery.files)
  const cursors = new Map((await listCursors(store, options.machine)).map((cursor) => [cursor.id, cursor]))
  const jobs: ReadJob[] = []
  const seen = new Set<string>()
  for (const file of discovery.files) {
    const fileId = hashOf(options.machine, file.source.name, file.path)
    // The same file may lie under two of the places that were named.
    if (seen.has(fileId)) continue
    seen.add(fileId)
    const cursor = cursors.get(fileId)
    cursors.delete(fileId)
    if (cursor !== undefined && !options.rebuild && isUnchanged(file, cursor)) continue
    reports.of(file.source.name, file.root).changed++
    jobs.push(jobFor(file, { fileId, machine: options.machine, cursor, rebuild: options.rebuild }))
  }
  await markMissing(store, discovery, [...cursors.values()])
  if (jobs.length > 0) {
    await options.beforeWriting?.()
    await runJobs(store, jobs, options, reports)
  }
  return reports.list()
}

const isUnchanged = (file: FoundFile, cursor: FileCursor): boolean =>
  cursor.size === file.size &&
  cursor.modified_at === file.modifiedAt &&
  cursor.state === 'ok' &&
  cursor.version === versionOf(file)

/** Rules are part of it: files that are still there are judged again from their full text. */
const versionOf = (file: FoundFile): string => parserVersion(file.source)

const jobFor = (
  file: FoundFile,
  known: { fileId: string; machine: string; cursor: FileCursor | undefined; rebuild: boolean },
): ReadJob => {
  const { fileId, machine, rebuild } = known
  // What another version of the parser remembered means nothing to this one.
  const cursor = known.cursor?.version === versionOf(file) && !rebuild ? known.cursor : undefined
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

/** Agents delete old transcripts: a vanished file is normal, and its facts stay. */
const markMissing = async (store: Connection, discovery: Discovery, unseen: readonly FileCursor[]): Promise<void> => {
  for (const cursor of unseen) {
    const wasLookedFor = discovery.roots.some(
      ({ source, path }) => isBelow(cursor.path, path) && (source === undefined || source.name === cursor.source),
    )
    if (wasLookedFor && cursor.state !== 'missing') await setFileState(store, cursor.id, 'missing')
  }
}

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(join(root, '/'))

const runJobs = async (
  store: Connection,
  jobs: readonly ReadJob[],
  options: ImportOptions,
  reports: ReturnType<typeof createReports>,
): Promise<void> => {
  const totalBytes = jobs.reduce((sum, job) => sum + Math.max(0, job.size - job.readTo), 0)
  const rootOf = new Map(jobs.map((job) => [job.fileId, reports.of(job.source, job.root)]))
  let doneBytes = 0
  options.onProgress?.(0, totalBytes)
  // Parsers and rules are loaded only now that there is something to read.
  const { readBeside } = await import('./read-beside.ts')
  const writer = createWriter(store)
  const replaced: string[] = []
  const reading = readBeside(
    jobs,
    { owner: options.owner, seenIn: options.run },
    {
      savedOf: writer.savedOf,
      write: async (batch) => {
        for (const fileId of batch.replaced) replaced.push(fileId)
        const startedAt = performance.now()
        await writer.write(batch)
        for (const { source, root, ms } of batch.readMs) reports.of(source, root).ms += ms
        const fileId = batch.files.at(-1)?.[0]
        const last = fileId === undefined ? undefined : rootOf.get(String(fileId))
        if (last !== undefined) last.ms += performance.now() - startedAt
        doneBytes += batch.bytes
        options.onProgress?.(Math.min(doneBytes, totalBytes), totalBytes)
      },
    },
  )
  // What was read before reading failed is kept all the same.
  await reading.finally(() => writer.close())
  if (replaced.length > 0) {
    await store.transaction((transaction) => dropReplaced(transaction, replaced, options.run))
  }
}

const createReports = (files: readonly FoundFile[]) => {
  const reports = new Map<string, RootReport>()
  const of = (source: string, root: string): RootReport => {
    const key = `${source}\u0000${root}`
    let report = reports.get(key)
    if (report === undefined) {
      report = { source, root, files: 0, changed: 0, ms: 0 }
      reports.set(key, report)
    }
    return report
  }
  for (const file of files) of(file.source.name, file.root).files++
  return { of, list: () => [...reports.values()] }
}
