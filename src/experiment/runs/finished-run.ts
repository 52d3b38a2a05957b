import type { Trial } from '../../schema/experiment.ts'

/** One trial of a finished run, whose arm is the run itself. */
export interface RunRow {
  trial: Omit<Trial, 'arm'>
  /** Equal for equal tasks: a task of the same name that was changed in between is another task. Null where the format has none. */
  checksum: string | null
}

/** What another harness, or we, have run to its end. */
export interface FinishedRun {
  rows: RunRow[]
  /** What could not be read, and what the reader had to decide: a sentence each. */
  issues: string[]
}

/** A file or directory that may be a finished run. */
export interface RunPlace {
  path: string
  isDirectory: boolean
  /** The content of a file that is one JSON text; undefined for all others. */
  json: () => unknown
  bytes: () => Buffer
}

/** One harness's format of finished runs. */
export interface RunFormat {
  name: string
  /** What it is, for lists: `Harbor job directory`. */
  title: string
  accepts: (place: RunPlace) => boolean
  /** Reads what it understands and says what it did not. Throws only where nothing can be read, with the way out. */
  read: (place: RunPlace) => FinishedRun
}
