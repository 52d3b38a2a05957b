import { Worker } from 'node:worker_threads'
import type { Batch, ReadJob } from './batch.ts'
import type { ReadSettings } from './read-files.ts'
import type { FromReader, ToReader } from './reader-thread.ts'

/** Below this a thread costs more than it gains. */
const WORTH_A_THREAD_BYTES = 4 * 1024 * 1024
/** Heap of the reading thread: room for a line of 64 MB as text and as value, and no more than that. */
const READER_HEAP_MB = 400
/** Short-lived objects are nearly all there is; a larger nursery means fewer of them get copied. */
const READER_NURSERY_MB = 32

/** Reads the files while the caller writes: parsing and judging on one core, the store on the other. */
export const readBeside = async (
  jobs: readonly ReadJob[],
  settings: ReadSettings,
  write: (batch: Batch) => Promise<void>,
): Promise<void> => {
  const bytes = jobs.reduce((sum, job) => sum + Math.max(0, job.size - job.readTo), 0)
  if (bytes < WORTH_A_THREAD_BYTES) {
    const { readFiles } = await import('./read-files.ts')
    return readFiles(jobs, settings, write)
  }

  const worker = new Worker(new URL(`./reader-thread${extension}`, import.meta.url), {
    workerData: { jobs, settings },
    resourceLimits: { maxOldGenerationSizeMb: READER_HEAP_MB, maxYoungGenerationSizeMb: READER_NURSERY_MB },
  })
  try {
    await new Promise<void>((resolve, reject) => {
      let writing: Promise<void> = Promise.resolve()
      worker.on('message', (message: FromReader) => {
        if (message.type === 'done') {
          writing.then(resolve, reject)
          return
        }
        writing = writing.then(() => write(message.batch))
        writing.then(() => worker.postMessage({ type: 'written' } satisfies ToReader), reject)
      })
      worker.on('error', reject)
      worker.on('exit', (code) => {
        if (code !== 0) reject(new Error(`the reading thread ended with ${code}`))
      })
    })
  } finally {
    await worker.terminate()
  }
}

/** `.ts` in a clone, `.js` in the built package. */
const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
