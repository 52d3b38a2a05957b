import type { Cause } from '../schema/outcome.ts'
import type { Bulk } from './bulk.ts'
import type { Project } from './projects.ts'

/** What really became of a planted call: the truth that a judge is compared with. */
type Truth = 'ok' | 'unknown' | Cause

/** A call before it is written in a format. Every format has its own tool for an action. */
export interface SampleCall {
  action: 'shell' | 'read' | 'search' | 'edit' | 'delegate'
  /** The command, the pattern or the task. */
  subject: string
  path: string
  before: string
  after: string
  result: string
  exitCode: number
  /** `rejected` by the user, `cancelled` because a sibling failed, `running` on, or without any result. */
  ending: 'done' | 'rejected' | 'cancelled' | 'running' | 'none'
  truth: Truth
  /** The exit code hides a failure that the text shows. */
  masked: boolean
  /** A failing test, or a failing build or lint run, that the next edit repairs. */
  check?: 'test' | 'build'
}

/** One turn of the model: words, then calls that run side by side. */
export interface SampleStep {
  say: string
  calls: SampleCall[]
  /** What the user says after it. */
  reply?: string
}

/** A session while it is being written. */
export interface SampleSession {
  id: string
  project: Project
  model: string
  startedAt: number
  clockMs: number
  contextTokens: number
  /** Sum over all turns, for formats that record totals. */
  spentTokens: number
  /** Of the entry written last, where entries form a chain. */
  lastId: string | null
  parent?: SampleSession
  /** A sub-agent of `parent`. */
  isSubagent: boolean
  /** Present where the session has the weight of a real one. */
  bulk?: Bulk
  /** File this goes to, relative to the sample's directory. */
  path: string
}

/** How one agent writes its history. Each function gives the lines to append. */
export interface SampleFormat {
  /** Whether calls of one turn are cancelled when a sibling fails. */
  cancelsSiblings: boolean
  /** Whether a command that runs on leaves its outcome open. */
  leavesRunning: boolean
  /** Whether a sub-agent's file is a session of its own. */
  subagentIsSession: boolean
  pathOf(session: SampleSession): string
  open(session: SampleSession): object[]
  user(session: SampleSession, text: string): object[]
  step(session: SampleSession, step: SampleStep, ids: NewIds): object[]
  compact(session: SampleSession, summary: string, ids: NewIds): object[]
  /** A line of the parent as the continued session repeats it; undefined if it does not. */
  repeat(session: SampleSession, line: object): object | undefined
}

export interface NewIds {
  hex(digits: number): string
  uuid(): string
}

/** ISO time of the session's clock, which then moves on. */
export const tick = (session: SampleSession, milliseconds: number): string => {
  session.clockMs += milliseconds
  return new Date(session.clockMs).toISOString()
}
