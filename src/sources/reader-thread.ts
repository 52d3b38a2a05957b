import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Batch, ReadJob } from './batch.ts'
import type { ReadSettings } from './open-file.ts'
import { readFiles } from './read-files.ts'

/** What a reading thread is given. `taken` is shared: whoever is the first to mark the slot of a job reads it. */
export interface ReaderData {
  list: { job: ReadJob; slot: number }[]
  taken: Int32Array
  settings: ReadSettings
}

/** What the thread is told and what it says. */
export type ToReader =
  | { type: 'read'; data: ReaderData }
  | { type: 'written' }
  | { type: 'saved'; saved: string | null }
export type FromReader =
  | { type: 'batch'; batch: Batch }
  | { type: 'begin'; job: ReadJob }
  | { type: 'ask'; fileId: string }
  | { type: 'done' }

/** Batches that may wait to be written: enough to keep all threads busy, few enough to keep the memory flat. */
const MAX_WAITING = 2

/** Reads what it is told to, once. */
const serve = (port: MessagePort): void => {
  let waiting = 0
  let wake: (() => void) | undefined
  let answer: ((saved: string | null) => void) | undefined
  const say = (message: FromReader): void => port.postMessage(message)

  const read = async ({ list, taken, settings }: ReaderData): Promise<void> => {
    const claimed = function* (): Generator<ReadJob> {
      for (const { job, slot } of list) if (Atomics.exchange(taken, slot, 1) === 0) yield job
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

  port.on('message', (message: ToReader) => {
    if (message.type === 'read') return void read(message.data)
    if (message.type === 'saved') return answer?.(message.saved)
    waiting--
    wake?.()
  })
}

if (parentPort !== null) serve(parentPort)
