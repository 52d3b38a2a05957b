import { parentPort, workerData } from 'node:worker_threads'
import type { Batch, ReadJob } from './batch.ts'
import type { ReadSettings } from './open-file.ts'
import { readFiles } from './read-files.ts'

/** What a reading thread is given. Counters are shared: whoever raises one reads that job of its list. */
export interface ReaderData {
  lists: { jobs: ReadJob[]; next: Int32Array }[]
  settings: ReadSettings
}

/** What the thread is told and what it says. */
export type ToReader = { type: 'written' } | { type: 'saved'; saved: string | null }
export type FromReader =
  | { type: 'batch'; batch: Batch }
  | { type: 'begin'; job: ReadJob }
  | { type: 'ask'; fileId: string }
  | { type: 'done' }

/** Batches that may wait to be written: enough to keep all threads busy, few enough to keep the memory flat. */
const MAX_WAITING = 2

const port = parentPort
if (port !== null) {
  const { lists, settings } = workerData as ReaderData
  let waiting = 0
  let wake: (() => void) | undefined
  let answer: ((saved: string | null) => void) | undefined
  const say = (message: FromReader): void => port.postMessage(message)
  port.on('message', (message: ToReader) => {
    if (message.type === 'saved') return answer?.(message.saved)
    waiting--
    wake?.()
  })
  const claimed = function* (): Generator<ReadJob> {
    for (const { jobs, next } of lists) {
      for (let job = jobs[Atomics.add(next, 0, 1)]; job !== undefined; job = jobs[Atomics.add(next, 0, 1)]) yield job
    }
  }
  await readFiles(claimed(), settings, {
    begin: (job) => say({ type: 'begin', job }),
    savedOf: (fileId) =>
      new Promise((resolve) => {
        answer = resolve
        say({ type: 'ask', fileId })
      }),
    write: async (batch) => {
      waiting++
      say({ type: 'batch', batch })
      while (waiting >= MAX_WAITING) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  })
  say({ type: 'done' })
  port.unref()
}
