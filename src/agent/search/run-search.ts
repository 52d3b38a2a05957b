import { Worker } from 'node:worker_threads'
import type { FileFound, SearchReport, SearchRequest } from './search.ts'
import type { FromSearch } from './search-thread.ts'

export interface SearchOutcome {
  found: FileFound[]
  /** Undefined if the search was stopped before its end. */
  report: SearchReport | undefined
  problem: { message: string; isPattern: boolean } | undefined
}

/**
 * Searches in a thread that is ended at the deadline. A model's pattern may never finish; in a thread it blocks no
 * other work, and the files found so far are kept.
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
