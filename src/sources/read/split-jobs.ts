import { parseJson } from '../../lib/json.ts'
import { parserVersion } from '../parser-version.ts'
import type { ReadJob } from '../plan/read-job.ts'
import type { DatabaseParts, Source } from '../source.ts'
import { addCursor, type Batch, emptyBatch, MAX_ISSUES, type PartRead } from '../write/batch.ts'
import { loadSource } from '../load-source.ts'

/** Small enough that two threads end at about the same time and that a crash costs little; opening one takes some milliseconds. */
const PART_BYTES = 16 * 1024 * 1024
const MOST_PARTS = 64

/** A database that can be read in parts. */
export interface Whole {
  job: ReadJob
  source: Source
}

interface Split extends Whole {
  join: DatabaseParts['join']
  /** What was saved of each part that was read to its end. */
  saved: (string | undefined)[]
  /** Parts from the first on without a gap that the cursor tells of. */
  told: number
  issues: number
  /** Out of the ordinary: one thread reads the database as a whole. */
  hasFailed: boolean
}

/**
 * Cuts large databases that are read for the first time into parts, where their source can, so that several threads read one database.
 * The facts are those that one thread finds. Its cursor tells of a part when all parts before it are written, too.
 */
export const splitJobs = async (
  jobs: readonly ReadJob[],
  threads: number,
  partBytes = PART_BYTES,
): Promise<SplitJobs> => {
  const splits = new Map<string, Split>()
  const all: ReadJob[] = []
  for (const job of jobs) {
    const most = Math.min(MOST_PARTS, Math.floor(job.size / partBytes))
    const isWorthIt = threads > 1 && most > 1 && job.shape === 'database' && !job.isKnown
    const source = isWorthIt ? await loadSource(job.source) : undefined
    const ways = await source?.parts?.()
    const made = ways?.split(job.path, most)
    if (source === undefined || ways === undefined || made === undefined) {
      all.push(job)
      continue
    }
    const saved = made.map(() => undefined)
    splits.set(job.fileId, { job, source, join: ways.join, saved, told: 0, issues: 0, hasFailed: false })
    const size = Math.floor(job.size / made.length)
    for (const [at, part] of made.entries()) all.push({ ...job, size, previous: undefined, part: { at, made: part } })
  }
  return {
    jobs: all,
    wholes: [...splits.values()],
    settle: (batch) => settle(batch, splits),
    failed: () => [...splits.values()].filter(({ hasFailed }) => hasFailed),
  }
}

export interface SplitJobs {
  /** Files and parts of files. */
  jobs: ReadJob[]
  /** Databases that are read in parts. Their `beginning` is written before the first part. */
  wholes: Whole[]
  /** Puts the cursors of databases in the place of the parts in a batch. For every batch, in the order in which they are written. */
  settle(batch: Batch): void
  /** The databases to read as a whole after all. What was written of their parts is what that reading finds, too, except for issues. */
  failed(): Whole[]
}

/** Drops the issues of a file that is about to be read, and says that it is not read yet. */
export const beginning = (whole: Whole): Batch => {
  const batch = emptyBatch()
  batch.reread.push({ fileId: whole.job.fileId, fromLine: 1, isAnew: false })
  addJoined(batch, whole, { saved: null, isWhole: false })
  return batch
}

const settle = (batch: Batch, splits: ReadonlyMap<string, Split>): void => {
  for (const [fileId] of batch.issues) {
    const split = splits.get(String(fileId))
    // The rest of a file's issues is only counted, and parts cannot count together.
    if (split !== undefined && ++split.issues > MAX_ISSUES) split.hasFailed = true
  }
  for (const part of batch.parts) {
    const split = splits.get(part.fileId)
    if (split !== undefined) settlePart(batch, split, part)
  }
}

const settlePart = (batch: Batch, split: Split, { at, isComplete, saved }: PartRead): void => {
  if (!isComplete || saved === null) split.hasFailed = true
  else split.saved[at] = saved
  if (split.hasFailed) return
  const gap = split.saved.indexOf(undefined)
  const complete = gap < 0 ? split.saved : split.saved.slice(0, gap)
  if (complete.length === split.told) return
  split.told = complete.length
  const parsers = complete.map((text) => (parseJson(text ?? '') as { parser?: unknown } | undefined)?.parser)
  const isWhole = gap < 0
  addJoined(batch, split, { saved: JSON.stringify({ parser: split.join(parsers) }), isWhole })
  if (isWhole && split.job.previous !== undefined) batch.replaced.push(split.job.fileId)
}

const addJoined = (
  batch: Batch,
  { job, source }: Whole,
  { saved, isWhole }: { saved: string | null; isWhole: boolean },
): void =>
  addCursor(batch, job, {
    readTo: 0,
    line: 0,
    saved,
    mark: job.mark,
    version: parserVersion(source),
    state: 'ok',
    ...(isWhole ? {} : { unfinished: true }),
  })
