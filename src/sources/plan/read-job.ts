import type { FileShape } from '../source.ts'

/** One file to read, from where the last run left it. Plain data: it crosses to the reading thread. */
export interface ReadJob {
  fileId: string
  machine: string
  source: string
  path: string
  root: string
  shape: FileShape
  rank: number
  size: number
  modifiedAt: number
  /** There is a cursor that this version of the parser made and that may be taken up. */
  isKnown: boolean
  /** Where an earlier version (or the run before a rebuild) had read to. */
  previous: { readTo: number; mark: string; size: number; modifiedAt: number } | undefined
  readTo: number
  line: number
  mark: string
  /** One of the parts into which the source cut a database, and its place among them. */
  part?: { at: number; made: unknown }
}
