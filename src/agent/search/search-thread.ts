import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../lib/error.ts'
import { emptyReport, type FileFound, search, type SearchReport, type SearchRequest } from './search.ts'

/**
 * Messages of the search thread: each file is sent when it is found, so that nothing is lost when the thread is
 * stopped.
 */
export type FromSearch =
  | { type: 'found'; found: FileFound }
  | { type: 'done'; report: SearchReport }
  | { type: 'failed'; message: string; isPattern: boolean }

const port = parentPort
if (port !== null) {
  const say = (message: FromSearch): void => port.postMessage(message)
  const report = emptyReport()
  try {
    for (const found of search(workerData as SearchRequest, report)) say({ type: 'found', found })
    say({ type: 'done', report })
  } catch (error) {
    say({ type: 'failed', message: messageOf(error), isPattern: error instanceof SyntaxError })
  }
}
