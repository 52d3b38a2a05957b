import { parentPort, workerData } from 'node:worker_threads'
import type { Batch, ReadJob } from './batch.ts'
import { type ReadSettings, readFiles } from './read-files.ts'

/** What a reading thread is given. Counters are shared: whoever raises one reads that job of its list. */
export interface ReaderData {
  lists: { jobs: ReadJob[]; next: Int32Array }[]
  settings: ReadSettings
}

/** What the thread is told and what it answers. */
export type ToReader = { type: 'written' }
export type FromReader = { type: 'batch'; batch: Batch } | { type: 'done' }

/** Batches that may wait to be written: enough to keep all threads busy, few enough to keep the memory flat. */
const MAX_WAITING = 2

const port = parentPort
if (port !== null) {
  const { lists, settings } = workerData as ReaderData
  let waiting = 0
  let wake: (() => void) | undefined
  port.on('message', (_message: ToReader) => {
    waiting--
    wake?.()
  })
  const claimed = function* (): Generator<ReadJob> {
    for (const { jobs, next } of lists) {
      for (let job = jobs[Atomics.add(next, 0, 1)]; job !== undefined; job = jobs[Atomics.add(next, 0, 1)]) yield job
    }
  }
  const flush = async (batch: Batch): Promise<void> => {
    waiting++
    port.postMessage({ type: 'batch', batch } satisfies FromReader)
    while (waiting >= MAX_WAITING) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  await readFiles(claimed(), settings, flush)
  port.postMessage({ type: 'done' } satisfies FromReader)
  port.unref()
}
