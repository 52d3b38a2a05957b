import type { Worker } from 'node:worker_threads'
import type { ReadJob } from '../plan/read-job.ts'
import { addCursor, addIssue, type Batch, emptyBatch } from '../write/batch.ts'
import type { Exchange, ReadSettings } from './open-file.ts'
import { shareJobs } from './job-list.ts'
import { beginning, splitJobs } from './split-jobs.ts'
import { READER_HEAP_MB, type Readers, readersFor } from './readers.ts'
import type { FromReader, ReaderData, ToReader } from './reader-thread.ts'

/** Only these can hold a line of many megabytes; one thread reads them, so that there are never two such in memory. */
const LARGE_FILE_BYTES = 32 * 1024 * 1024

/** Reads the files while the caller writes: parsing and judging in threads of their own, the store in this one. */
export const readBeside = async (
  jobs: readonly ReadJob[],
  settings: ReadSettings,
  { exchange, readers }: { exchange: Exchange; readers: Readers },
): Promise<void> => {
  const bytes = jobs.reduce((sum, job) => sum + Math.max(0, job.size - job.readTo), 0)
  const most = readersFor(bytes)
  if (most === 0) {
    const { readFiles } = await import('./read-files.ts')
    return readFiles(jobs, settings, exchange)
  }
  const stop = new AbortController()
  const readAll = async (orders: readonly number[][], list: readonly ReadJob[], into: Exchange): Promise<void> => {
    const shared = shareJobs(list)
    const tasks = orders.map((order) => ({ jobs: shared, slots: Int32Array.from(order), settings }))
    await Promise.all(tasks.map((task) => runReaders(task, { exchange: into, readers }, stop.signal)))
  }
  try {
    const split = await splitJobs(jobs, most)
    const write = (batch: Batch): Promise<void> => {
      split.settle(batch)
      return exchange.write(batch)
    }
    for (const whole of split.wholes) await exchange.write(beginning(whole))
    // The largest first, so that no thread is left alone with it at the end.
    const sorted = split.jobs.toSorted((a, b) => b.size - a.size)
    await readAll(ordersOf(sorted).slice(0, Math.min(most, sorted.length)), sorted, { ...exchange, write })
    for (const whole of split.failed()) {
      await exchange.write(beginning(whole))
      await readAll([[0]], [whole.job], exchange)
    }
  } finally {
    stop.abort()
  }
}

/** The order in which each of two threads goes through the files; a single thread takes the first. */
const ordersOf = (jobs: readonly ReadJob[]): number[][] => {
  const slots = jobs.map((_, slot) => slot)
  const large = slots.filter((slot) => isLarge(jobs[slot]))
  const others = slots.filter((slot) => !isLarge(jobs[slot]))
  return [[...large, ...bySource(others, jobs, 1)], bySource(others, jobs, -1)]
}

/**
 * One source after another, the two threads from opposite ends: the engine makes its code for what it has seen, so a
 * thread that stays with one format has less to make and to throw away. Inside a source the order stays.
 */
const bySource = (slots: readonly number[], jobs: readonly ReadJob[], direction: 1 | -1): number[] => {
  const sourceOf = (slot: number): string => jobs[slot]?.source ?? ''
  return slots.toSorted((a, b) =>
    sourceOf(a) === sourceOf(b) ? 0 : sourceOf(a) < sourceOf(b) ? -direction : direction,
  )
}

const isLarge = (job: ReadJob | undefined): boolean =>
  job !== undefined && job.part === undefined && job.size > LARGE_FILE_BYTES

/** Runs a reader, and another one when a file was too much for it, until its list is done. */
const runReaders = async (
  data: ReaderData,
  { exchange, readers }: { exchange: Exchange; readers: Readers },
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    const victim = await runReader(readers.take(), data, exchange, signal)
    if (victim === undefined) return
    await exchange.write(tooMuch(victim))
  }
}

/** Ends when the reader does; returns the file that exhausted its memory, if one did. */
const runReader = (
  worker: Worker,
  data: ReaderData,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<ReadJob | undefined> => {
  signal.addEventListener('abort', () => void worker.terminate())
  const tell = (message: ToReader): void => worker.postMessage(message)
  let current: ReadJob | undefined
  let written: Promise<void> = Promise.resolve()
  let isDone = false
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromReader) => {
      if (message.type === 'begin') current = message.job
      else if (message.type === 'ask')
        exchange.savedOf(message.fileId).then((saved) => tell({ type: 'saved', saved }), reject)
      else if (message.type === 'batch') {
        written = exchange.write(message.batch)
        written.then(() => tell({ type: 'written' }), reject)
      } else {
        isDone = true
        written.then(() => resolve(undefined), reject)
      }
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY' && current !== undefined)
        written.then(() => resolve(current), reject)
      else reject(error)
    })
    worker.on('exit', (code) => {
      if (!isDone && code === 0) reject(new Error('a reading thread ended before its work was done'))
    })
    tell({ type: 'read', data })
  })
}

/** Says of a file that it cannot be read with the memory there is; it is tried again when it has changed. */
const tooMuch = (job: ReadJob): Batch => {
  const batch = emptyBatch()
  const message = `reading it needs more than the ${READER_HEAP_MB} MB a reader may use`
  addIssue(batch, { line: 0, code: 'out-of-memory', message }, job.fileId)
  addCursor(batch, job, {
    readTo: job.readTo,
    line: job.line,
    mark: job.mark,
    saved: null,
    version: 'none',
    state: 'unreadable',
  })
  return batch
}
