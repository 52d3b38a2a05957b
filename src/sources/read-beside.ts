import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Batch, ReadJob } from './batch.ts'
import type { ReadSettings } from './read-files.ts'
import type { FromReader, ReaderData, ToReader } from './reader-thread.ts'

/** Below this a thread costs more than it gains; each further thread wants as much again. */
const WORTH_A_THREAD_BYTES = 4 * 1024 * 1024
const WORTH_ANOTHER_BYTES = 32 * 1024 * 1024
/** One writer keeps up with two readers; more would only cost memory. */
const MAX_READERS = 2
/** Heap of a reading thread: room for a line of 64 MB as text and as value, and no more than that. */
const READER_HEAP_MB = 400
/** Short-lived objects are nearly all there is. */
const READER_NURSERY_MB = 16

/** Only these can hold a line of many megabytes; one thread reads them, so that there are never two such in memory. */
const LARGE_FILE_BYTES = 32 * 1024 * 1024

type Write = (batch: Batch) => Promise<void>

/** Reads the files while the caller writes: parsing and judging in threads of their own, the store in this one. */
export const readBeside = async (jobs: readonly ReadJob[], settings: ReadSettings, write: Write): Promise<void> => {
  const bytes = jobs.reduce((sum, job) => sum + Math.max(0, job.size - job.readTo), 0)
  if (bytes < WORTH_A_THREAD_BYTES) {
    const { readFiles } = await import('./read-files.ts')
    return readFiles(jobs, settings, write)
  }
  // The largest first, so that no thread is left alone with it at the end.
  const sorted = jobs.toSorted((a, b) => b.size - a.size)
  const large = shared(sorted.filter((job) => job.size > LARGE_FILE_BYTES))
  const others = shared(sorted.filter((job) => job.size <= LARGE_FILE_BYTES))
  const readers = Math.min(
    MAX_READERS,
    availableParallelism(),
    jobs.length,
    bytes > WORTH_ANOTHER_BYTES ? MAX_READERS : 1,
  )
  // Batches of all readers are written one after another.
  let writing: Promise<void> = Promise.resolve()
  const inTurn: Write = (batch) => {
    writing = writing.then(() => write(batch))
    return writing
  }
  const stop = new AbortController()
  try {
    const tasks = Array.from({ length: readers }, (_, reader) => (reader === 0 ? [large, others] : [others]))
    await Promise.all(tasks.map((lists) => runReader({ lists, settings }, inTurn, stop.signal)))
  } finally {
    stop.abort()
  }
}

const shared = (jobs: ReadJob[]): ReaderData['lists'][number] => ({
  jobs,
  next: new Int32Array(new SharedArrayBuffer(4)),
})

const runReader = async (data: ReaderData, write: Write, signal: AbortSignal): Promise<void> => {
  const worker = new Worker(new URL('./reader-entry.mjs', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: READER_HEAP_MB, maxYoungGenerationSizeMb: READER_NURSERY_MB },
  })
  signal.addEventListener('abort', () => void worker.terminate())
  let written: Promise<void> = Promise.resolve()
  let isDone = false
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromReader) => {
      if (message.type === 'done') {
        isDone = true
        written.then(resolve, reject)
        return
      }
      written = write(message.batch)
      written.then(() => worker.postMessage({ type: 'written' } satisfies ToReader), reject)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      if (!isDone) reject(new Error(`the reading thread ended with ${code}`))
    })
  })
}
