import type { ImportIssue } from '../../schema/facts.ts'
import type { Value } from '../../store/connection.ts'
import type { ComplaintRows } from '../../store/facts/complaint.ts'
import {
  callRow,
  compactionRow,
  complaintRow,
  issueRow,
  messageUsageRow,
  sessionRow,
  turnRow,
} from '../../store/facts/rows.ts'
import { toValues } from '../../store/table.ts'
import { FILE } from '../../store/tables.ts'
import type { Facts } from '../pair/assembly.ts'
import type { ReadJob } from '../plan/read-job.ts'

/**
 * What is written in one transaction: facts of one or many files together with how far each was read, so that a crash
 * between two batches loses nothing and repeats nothing.
 */
export interface Batch {
  files: Value[][]
  sessions: Value[][]
  calls: Value[][]
  /** Of the calls of this batch. */
  complaints: ComplaintRows[]
  /** What single messages of a model cost. */
  usages: Value[][]
  turns: Value[][]
  compactions: Value[][]
  issues: Value[][]
  /** Parts that were read again from a line on: their old issues go. */
  reread: { fileId: string; fromLine: number; isAnew: boolean }[]
  /** Files whose unchanged content was read whole once more: what they held and hold no longer is an older version's. */
  replaced: string[]
  /** Calls that were announced under an id that they turned out not to have, each with the call that it is. */
  renamed: { id: string; by: string }[]
  /** Parts of databases whose reading ended. */
  parts: PartRead[]
  /** For the progress bar. */
  bytes: number
  /** Reading time per root, for the report. */
  readMs: { root: string; source: string; ms: number }[]
}

/** How the reading of one part of a database ended. */
export interface PartRead {
  fileId: string
  /** Its place among the parts of the file. */
  at: number
  isComplete: boolean
  saved: string | null
}

/** Rows handed over at a time: few enough to keep the memory flat. */
const MAX_ROWS = 600

/** Issues kept per file and run; a file of garbage must not fill the store with complaints. */
export const MAX_ISSUES = 200

export const emptyBatch = (): Batch => ({
  files: [],
  sessions: [],
  calls: [],
  usages: [],
  complaints: [],
  turns: [],
  compactions: [],
  issues: [],
  reread: [],
  replaced: [],
  renamed: [],
  parts: [],
  bytes: 0,
  readMs: [],
})

/** Whether it should be written now, counting rows that are still to come into it. */
export const isFull = (batch: Batch, coming = 0): boolean =>
  batch.calls.length + batch.usages.length + batch.turns.length + batch.sessions.length + coming >= MAX_ROWS

export interface Maker {
  fileId: string
  rank: number
  /** `claude-code@1`: which parser made the rows. */
  parser: string
  /** `judge@1`: which rules judged them. */
  judge: string
  /** Number of this run; rows of an older one were not read again. */
  seenIn: number
}

/** Adds an issue about a whole file to a batch. */
export const addIssue = (batch: Batch, issue: ImportIssue, fileId: string): void => {
  batch.issues.push(issueRow(issue, fileId))
}

export const addFacts = (batch: Batch, facts: Facts, issues: readonly ImportIssue[], maker: Maker): void => {
  const { fileId } = maker
  for (const fact of facts.sessions) batch.sessions.push(sessionRow(fact, { fileId, madeBy: maker.parser }))
  for (const fact of facts.calls) {
    if (fact.complaints.length > 0) {
      const rows = fact.complaints.map((complaint, at) => complaintRow(fact.id, complaint, at + 1))
      batch.complaints.push({ call: batch.calls.length, rows })
    }
    batch.calls.push(callRow(fact, { fileId, madeBy: maker.judge, seenIn: maker.seenIn }))
  }
  for (const fact of facts.usages) batch.usages.push(messageUsageRow(fact))
  for (const fact of facts.turns) batch.turns.push(turnRow(fact, maker))
  for (const fact of facts.compactions) batch.compactions.push(compactionRow(fact, fileId))
  for (const issue of issues) batch.issues.push(issueRow(issue, fileId))
  batch.renamed.push(...facts.renamed)
}

/** How far a file is read. */
export interface Cursor {
  readTo: number
  line: number
  saved: string | null
  /** More is to come in this run: until it has, the file must not look unchanged. */
  unfinished?: boolean
}

/**
 * The cursor is written together with the facts before it, or not at all. How far a part of a database is read says nothing about the
 * whole, so parts are told of when they end, and joined.
 */
export const addCursor = (
  batch: Batch,
  job: ReadJob,
  cursor: Cursor & { mark: string; version: string; state: 'ok' | 'unreadable' },
): void => {
  const { fileId, part } = job
  if (part !== undefined) {
    if (cursor.unfinished !== true)
      batch.parts.push({ fileId, at: part.at, isComplete: cursor.state === 'ok', saved: cursor.saved })
    return
  }
  batch.files.push(
    toValues(FILE, {
      id: fileId,
      machine: job.machine,
      source: job.source,
      path: job.path,
      root: job.root,
      shape: job.shape,
      size: cursor.unfinished === true ? -1 : job.size,
      modified_at: job.modifiedAt,
      read_to: cursor.readTo,
      line: cursor.line,
      mark: cursor.mark,
      version: cursor.version,
      state: cursor.state,
      memory: cursor.saved,
    }),
  )
}
