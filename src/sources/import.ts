import type { Connection } from '../store/connection.ts'
import { type FileCursor, setFileState } from '../store/facts/file.ts'
import type { Discovery, FoundFile } from './find/discover.ts'
import { jobFor, planReading } from './plan/plan-reading.ts'
import type { ReadJob } from './plan/read-job.ts'
import type { Readers } from './read/readers.ts'

export interface ImportOptions {
  owner: string
  machine: string
  /** Number of this run, larger than that of any earlier one. */
  run: number
  /** Read everything again that can still be read. */
  rebuild: boolean
  /** How far files of this machine were read before. */
  cursors: readonly FileCursor[]
  /** Threads that may have been started already. */
  readers: Readers
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
  const { changed, gone } = planReading(discovery, options)
  for (const { file } of changed) reports.of(file.source.name, file.root).changed++
  // Agents delete old transcripts: a vanished file is normal, and its facts stay.
  for (const cursor of gone) if (cursor.state !== 'missing') await setFileState(store, cursor.id, 'missing')
  if (changed.length > 0) {
    await options.beforeWriting?.()
    // What only reading needs is loaded when there is something to read.
    const { hashOf } = await import('../lib/hash.ts')
    const jobs = changed.map(({ file, cursor }) =>
      jobFor(file, { fileId: hashOf(options.machine, file.source.name, file.path), cursor, options }),
    )
    await runJobs(store, jobs, options, reports)
  }
  return reports.list()
}

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
  const [{ readBeside }, { createWriter }] = await Promise.all([
    import('./read/read-beside.ts'),
    import('./write/writer.ts'),
  ])
  const writer = createWriter(store)
  const replaced: string[] = []
  const reading = readBeside(
    jobs,
    { owner: options.owner, seenIn: options.run },
    {
      readers: options.readers,
      exchange: {
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
    },
  )
  // Files that were read before the failure are still written.
  await reading.finally(() => writer.close())
  if (replaced.length > 0) {
    const { dropReplaced } = await import('../store/facts/replaced-calls.ts')
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
