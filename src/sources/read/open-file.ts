import type { ImportIssue } from '../../schema/facts.ts'
import { type Assembler, createAssembler } from '../pair/assemble.ts'
import type { ReadJob } from '../plan/read-job.ts'
import { addCursor, addFacts, type Batch, type Cursor, type Maker, MAX_ISSUES } from '../write/batch.ts'
import { markOf } from './file-mark.ts'
import { JUDGED_BY, parserVersion } from '../parser-version.ts'
import type { createProjectFinder } from '../project.ts'
import type { Emit, Reader, Source } from '../source.ts'

/** A file on its way: what its parser and its pairing know, and how far it is written. */
export interface OpenFile {
  job: ReadJob
  reader: Reader
  maker: Maker
  assembler: Assembler
  emit: Emit
  issues: ImportIssue[]
  reported: number
  dropped: number
  state: 'ok' | 'unreadable'
}

/** The state of one reader: it collects files into a batch and hands each full batch out. */
export interface Reading {
  batch: Batch
  projectOf: ReturnType<typeof createProjectFinder>
  settings: ReadSettings
  exchange: Exchange
}

export interface ReadSettings {
  owner: string
  seenIn: number
}

/** What a reader needs of the store, wherever that is. */
export interface Exchange {
  /** What the last run remembered of a file. Asked for one at a time: all of them together can be large. */
  savedOf(fileId: string): Promise<string | null>
  write(batch: Batch): Promise<void>
  /** Called before a file is read, so that a file that kills the reader is known. */
  begin?(job: ReadJob): void
}

export const openFile = async (job: ReadJob, source: Source, reading: Reading, pairing: unknown): Promise<OpenFile> => {
  const reader = await source.reader()
  const assembler = createAssembler(
    {
      source: source.name,
      callIdsRepeat: source.callIdsRepeat,
      flagIsComplete: source.flagIsComplete,
      owner: reading.settings.owner,
      rank: job.rank,
      projectOf: reading.projectOf,
    },
    pairing,
  )
  const file: OpenFile = {
    job,
    reader,
    maker: {
      fileId: job.fileId,
      rank: job.rank,
      parser: parserVersion(source),
      judge: JUDGED_BY,
      seenIn: reading.settings.seenIn,
    },
    assembler,
    issues: [],
    reported: 0,
    dropped: 0,
    state: 'ok',
    emit: {
      event: assembler.push,
      issue: (issue) => {
        if (file.reported++ < MAX_ISSUES) file.issues.push(issue)
        else file.dropped++
      },
    },
  }
  return file
}

/** Moves what has come together into the batch, together with the cursor that belongs to it. */
export const keep = (file: OpenFile, reading: Reading, cursor: Cursor): void => {
  const { job, maker } = file
  const facts = file.assembler.take()
  if (file.dropped > 0 && cursor.unfinished !== true) {
    file.issues.push({ line: 0, code: 'more-issues', message: `${file.dropped} more issues in this file` })
  }
  addFacts(reading.batch, facts, file.issues, maker)
  file.issues = []
  const mark = job.shape === 'lines' && file.state === 'ok' ? markAfter(job.path, cursor.readTo) : job.mark
  addCursor(reading.batch, job, { ...cursor, mark, version: maker.parser, state: file.state })
}

export const markAfter = (path: string, readTo: number): string => {
  try {
    return markOf(path, readTo)
  } catch {
    return '' // Gone meanwhile: the next run finds no match and reads whatever is there then from the start.
  }
}
