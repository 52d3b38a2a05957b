import { Worker } from 'node:worker_threads'
import type { FileFound, SearchReport, SearchRequest } from './search.ts'
import type { FromSearch } from './search-thread.ts'

export interface SearchOutcome {
  found: FileFound[]
  /** Absent where the search was stopped before it was done. */
  report: SearchReport | undefined
  problem: { message: string; isPattern: boolean } | undefined
}

/**
 * Searches in a thread of its own that is ended at the deadline. A pattern of a model can be one that never comes to an end; in a
 * thread it stops no other work, and what was found before is kept.
 */
export const runSearch = (
  request: SearchRequest,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<SearchOutcome> => {
  const outcome: SearchOutcome = { found: [], report: undefined, problem: undefined }
  const worker = new Worker(new URL('./search-entry.mjs', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  return new Promise((resolve) => {
    const stop = (): void => void worker.terminate()
    const timer = setTimeout(stop, deadlineMs)
    signal.addEventListener('abort', stop)
    worker.on('message', (message: FromSearch) => {
      if (message.type === 'found') outcome.found.push(message.found)
      else if (message.type === 'done') outcome.report = message.report
      else outcome.problem = message
    })
    worker.on('error', (error) => {
      outcome.problem = { message: error.message, isPattern: false }
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(outcome)
    })
  })
}

const MAX_HEAP_MB = 256
