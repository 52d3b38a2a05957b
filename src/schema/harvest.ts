import type { Cause, ToolKind } from './outcome.ts'
import type { TaskType } from './tally.ts'

/** What one session offers to mining. Derived from its calls like a tally, in the same pass, and as long up to date. */
export interface Harvest {
  /** What was done in it, one entry per tool and shape; trivial calls are left out. */
  shapes: ShapeYield[]
  /** Each conversation as indices into `shapes`, in the order of its calls that worked; the main one first. */
  tracks: number[][]
  errors: ErrorYield[]
  /** Where files that came from elsewhere were put. */
  foreign: ForeignPath[]
}

/** A file or directory that came from elsewhere, as it was written. */
export interface ForeignPath {
  /** `*` for every file of the session. */
  to: string
  /** What it was copied from: foreign only where that lies outside the project, or is foreign itself. */
  from?: string
}

export interface ShapeYield {
  tool: string
  kind: ToolKind
  /** As `miningKey` in `profile/mining-key.ts` has it. */
  shape: string
  ok: number
  failed: number
  /** How many of the failed calls the agent or its surroundings caused: a red test is the answer, not a miss. */
  missed: number
  /** How many of the calls that worked came right after a failure of the same shape. */
  retried: number
  /** Id of the call that worked and says it most simply. */
  example: string
  /** Whether the first, or the last, call of the main conversation is of this shape and worked. */
  isFirst: boolean
  isLast: boolean
}

/** Errors of one signature in one session, and how it got out of them. */
export interface ErrorYield {
  /** 12 hex digits, equal in all sessions. */
  signature: string
  message: string
  tool: string
  cause: Cause
  count: number
  recovered: number
  /** The pair that shows it best: the failing call, and the call that then worked. Empty where no call did. */
  failed: string
  worked: string
  /** Calls between them: 1 is the very next. */
  after: number
}

/** A session with its harvest, as mining sees it. */
export interface HarvestedSession {
  /** Ours. */
  id: string
  nativeId: string
  source: string
  platform: string | undefined
  /** How it came out of another session. */
  parentKind?: string | undefined
  project: string | undefined
  cwd: string | undefined
  model: string | undefined
  startedAt: number | undefined
  lastAt: number | undefined
  /** Sessions of one family (parent and child by compression, branch, subagent) are not independent: they share this. */
  family: string
  taskType: TaskType | undefined
  harvest: Harvest
}

/** A call with what the store kept of it, read for the few calls that a template shows. */
export interface MinedCall {
  id: string
  sessionId: string
  session: string
  tool: string
  kind: ToolKind
  subject: string
  /** Whole arguments where they were short enough to be kept whole, else undefined. */
  args: Record<string, unknown> | undefined
  resultHead: string
  resultTail: string
  resultChars: number
  outcome: string
  /** Ended with 0 while its text shows a failure: ok in figures, but no example. */
  masked: boolean
  evidence: string
  project: string | undefined
  cwd: string | undefined
  at: number | undefined
}
