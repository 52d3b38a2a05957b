import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Below this a thread costs more than it gains; each further thread wants as much again. */
const WORTH_A_THREAD_BYTES = 4 * 1024 * 1024
const WORTH_ANOTHER_BYTES = 32 * 1024 * 1024
/** One writer keeps up with two readers; more would only cost memory. */
const MAX_READERS = 2
/** Heap of a reading thread: room for a line of 64 MB as text and as value, and no more than that. */
export const READER_HEAP_MB = 400
/** Short-lived objects are nearly all there is. Three times what bin/warmstart gives the whole program, which goes first. */
const READER_NURSERY_MB = 12

/** How many threads are worth their start for so much to read; none: the caller reads for itself. */
export const readersFor = (bytes: number): number =>
  bytes < WORTH_A_THREAD_BYTES ? 0 : Math.min(MAX_READERS, availableParallelism(), bytes > WORTH_ANOTHER_BYTES ? 2 : 1)

/**
 * Threads that will read. They need a tenth of a second to come up, so they are started as soon as enough is found, while
 * the rest is still looked for. The caller that creates them ends them.
 */
export const createReaders = (): Readers => {
  const idle: Starting[] = []
  let bytes = 0
  return {
    expect(more) {
      bytes += more
      while (idle.length < readersFor(bytes)) idle.push(startReader())
    },
    take() {
      const ready = idle.shift()
      return ready === undefined || ready.hasFailed ? startReader().worker : ready.worker
    },
    end() {
      for (const { worker } of idle.splice(0)) void worker.terminate()
    },
  }
}

export interface Readers {
  /** Announces this many more bytes to read. */
  expect(bytes: number): void
  /** A thread that waits for its work; from here on it is the caller's. */
  take(): Worker
  /** Ends the threads that were not taken. */
  end(): void
}

interface Starting {
  worker: Worker
  hasFailed: boolean
}

const startReader = (): Starting => {
  const worker = new Worker(new URL('./reader-entry.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: READER_HEAP_MB, maxYoungGenerationSizeMb: READER_NURSERY_MB },
  })
  const starting = { worker, hasFailed: false }
  // Listens from the start: a worker's error without a listener would end the program.
  worker.once('error', () => {
    starting.hasFailed = true
  })
  return starting
}
