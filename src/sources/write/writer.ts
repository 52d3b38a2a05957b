import { writeCalls } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'
import { type CopyFilter, createCopyFilter } from '../../store/facts/copy-filter.ts'
import { recountTokens, writeMessageUsage } from '../../store/facts/message-usage.ts'
import { dropRenamed } from '../../store/facts/replaced-calls.ts'
import { dropIssues, savedOf, writeFiles, writeIssues } from '../../store/facts/file.ts'
import { recountSessions, writeSessions } from '../../store/facts/session.ts'
import { dropTurns, writeCompactions, writeTurns } from '../../store/facts/turn.ts'
import type { Batch } from './batch.ts'

/** Every commit writes each page it touched, and ids touch pages all over the indices: few large ones are far cheaper. */
const COMMIT_ROWS = 12_000
/** Another writer waits for the lock about this long at most, and a crash loses no more work than this. */
const COMMIT_MS = 1_000
/** The first commit comes sooner: a person waits for the first figures. */
const FIRST_COMMIT_MS = 200

/** Something to do in the open transaction. */
interface Waiting {
  rows: number
  work(transaction: Connection): Promise<void>
  done(): void
  failed(error: unknown): void
}

export interface Writer {
  /** Ends when the batch is in the transaction. */
  write(batch: Batch): Promise<void>
  /** What a file's last run remembered. Asked inside the transaction: outside, it would wait for the commit. */
  savedOf(fileId: string): Promise<string | null>
  /** Ends when everything is committed. */
  close(): Promise<void>
}

/** What a writer works on. */
interface Writing {
  readonly store: Connection
  readonly queue: Waiting[]
  isClosed: boolean
  isFirst: boolean
  /** Ends the wait for something to do. */
  wake: (() => void) | undefined
}

/**
 * Writes batches in the order they come, several to a transaction. After a failure nothing of the open transaction stays, and every
 * call fails.
 */
export const createWriter = (store: Connection): Writer => {
  const writing: Writing = { store, queue: [], isClosed: false, isFirst: true, wake: undefined }
  const filter = createCopyFilter()
  const running = writeGroups(writing)
  running.catch((error: unknown) => {
    for (const waiting of writing.queue.splice(0)) waiting.failed(error)
  })
  const enqueue = (rows: number, work: Waiting['work']): Promise<void> =>
    Promise.race([
      running,
      new Promise<void>((done, failed) => {
        writing.queue.push({ rows, work, done, failed })
        writing.wake?.()
      }),
    ])
  return {
    write: (batch) =>
      enqueue(batch.calls.length + batch.turns.length + batch.sessions.length, (transaction) =>
        writeBatch(transaction, batch, filter),
      ),
    savedOf: async (fileId) => {
      let saved: string | null = null
      await enqueue(0, async (transaction) => {
        saved = await savedOf(transaction, fileId)
      })
      return saved
    },
    close: () => {
      writing.isClosed = true
      writing.wake?.()
      return running
    },
  }
}

const writeGroups = async (writing: Writing): Promise<void> => {
  for (;;) {
    const first = await nextWaiting(writing)
    if (first !== undefined) await writeGroup(writing, first)
    else if (writing.isClosed) return
  }
}

const nextWaiting = async (writing: Writing, limitMs?: number): Promise<Waiting | undefined> => {
  if (writing.queue.length === 0 && !writing.isClosed) {
    await new Promise<void>((resolve) => {
      const timer = limitMs === undefined ? undefined : setTimeout(resolve, limitMs)
      writing.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return writing.queue.shift()
}

/** Writes what waits in one transaction, until it is large or old enough. */
const writeGroup = (writing: Writing, first: Waiting): Promise<void> =>
  writing.store.transaction(async (transaction) => {
    const startedAt = performance.now()
    const mostMs = writing.isFirst ? FIRST_COMMIT_MS : COMMIT_MS
    writing.isFirst = false
    let rows = 0
    for (let waiting: Waiting | undefined = first; waiting !== undefined; ) {
      try {
        await waiting.work(transaction)
      } catch (error) {
        waiting.failed(error)
        throw error
      }
      waiting.done()
      rows += waiting.rows
      const leftMs = mostMs - (performance.now() - startedAt)
      waiting = rows < COMMIT_ROWS && leftMs > 0 ? await nextWaiting(writing, leftMs) : undefined
    }
  })

/** Facts and cursors together. */
export const writeBatch = async (transaction: Connection, batch: Batch, filter: CopyFilter): Promise<void> => {
  for (const { fileId, fromLine, isAnew } of batch.reread) {
    await dropIssues(transaction, fileId, fromLine)
    if (isAnew) await dropTurns(transaction, fileId)
  }
  await writeSessions(transaction, batch.sessions)
  const sessions = await writeCalls(transaction, batch.calls, { filter, complaints: batch.complaints })
  const counted = new Set(batch.sessions.map((row) => String(row[0])))
  await writeMessageUsage(transaction, batch.usages, { sessions: counted, filter })
  await recountTokens(transaction, counted)
  await dropRenamed(transaction, batch.renamed)
  await writeTurns(transaction, batch.turns)
  await writeCompactions(transaction, batch.compactions)
  await writeIssues(transaction, batch.issues)
  await writeFiles(transaction, batch.files)
  await recountSessions(transaction, sessions)
}
