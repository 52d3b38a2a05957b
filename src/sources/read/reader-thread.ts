import { type MessagePort, parentPort } from 'node:worker_threads'
import type { ReadJob } from '../plan/read-job.ts'
import type { Batch } from '../write/batch.ts'
import { type JobList, takeJobs } from './job-list.ts'
import type { ReadSettings } from './open-file.ts'
import { readFiles } from './read-files.ts'

/** What a reading thread is given: the shared list, and the order in which it goes through it. */
export interface ReaderData {
  jobs: JobList
  slots: Int32Array
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

  const read = async ({ jobs, slots, settings }: ReaderData): Promise<void> => {
    await readFiles(takeJobs(jobs, slots), settings, {
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
