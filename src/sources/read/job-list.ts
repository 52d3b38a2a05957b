import type { ReadJob } from '../plan/read-job.ts'

/**
 * Jobs that several threads look at: one copy in memory that all of them share, however many files there are, and a mark for each that
 * says whether it is taken.
 */
export interface JobList {
  /** The jobs as JSON, one behind the other. */
  bytes: Uint8Array
  /** Where each begins; one more, where the last ends. */
  starts: Int32Array
  taken: Int32Array
}

export const shareJobs = (jobs: readonly ReadJob[]): JobList => {
  const starts = new Int32Array(new SharedArrayBuffer(4 * (jobs.length + 1)))
  let end = 0
  const texts = jobs.map((job, slot) => {
    const text = JSON.stringify(job)
    end += Buffer.byteLength(text)
    starts[slot + 1] = end
    return text
  })
  const bytes = new Uint8Array(new SharedArrayBuffer(end))
  const target = Buffer.from(bytes.buffer)
  for (const [slot, text] of texts.entries()) target.write(text, starts[slot] ?? 0)
  return { bytes, starts, taken: new Int32Array(new SharedArrayBuffer(4 * jobs.length)) }
}

/** Yields the jobs of these slots that no reader has taken yet, and takes each one. */
export function* takeJobs({ bytes, starts, taken }: JobList, slots: Iterable<number>): Generator<ReadJob> {
  const source = Buffer.from(bytes.buffer)
  for (const slot of slots) {
    if (Atomics.exchange(taken, slot, 1) === 0)
      yield JSON.parse(source.toString('utf8', starts[slot], starts[slot + 1])) as ReadJob
  }
}
