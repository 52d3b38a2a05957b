import type { Cause, Outcome } from '../schema/outcome.ts'
import type { ToolFamily } from '../outcome/tools.ts'

/** A session as lessons are mined from it. */
export interface LessonSession {
  /** Ours. */
  id: string
  /** Sessions that came out of each other share it: they are one witness. */
  family: string
  owner: string
  /** The source: the agent that wrote the session. */
  agent: string
  machine: string
  /** The repository it worked in; empty where none is known. */
  repository: string
  /** Directory of the repository on its machine. */
  root: string | undefined
  cwd: string | undefined
  startedAt: number | undefined
}

/** One thing that a failed call complains about. */
export interface LessonComplaint {
  program: string
  code: string
  subject: string
  line: string
  place: string
}

/** A call as lessons are mined from it. */
export interface LessonCall {
  id: string
  at: number | undefined
  tool: string
  family: ToolFamily
  /** The command line, for tools that run one. */
  command: string | undefined
  /** The files or directories, for tools that take them. */
  paths: readonly string[]
  /** What a search tool was asked for. */
  pattern: string | undefined
  /** A read of the whole file: no range was asked for. */
  isWhole: boolean
  outcome: Outcome
  cause: Cause | undefined
  /** It failed, and its exit code said that it worked. */
  masked: boolean
  /** It was ended because it took too long. */
  timedOut: boolean
  /** Directory it ran in. */
  cwd: string | undefined
  /** Time it took; undefined where the format records no time. */
  durationMs: number | undefined
  complaints: readonly LessonComplaint[]
}

/** The calls of one agent or sub-agent in one session, in their order. */
export interface Conversation {
  session: LessonSession
  calls: readonly LessonCall[]
}

/** Whether a call failed, also where its exit code hid it. Calls that a person refused or that never ran say nothing. */
export const hasFailed = ({ outcome, cause, masked }: LessonCall): boolean =>
  masked || (outcome === 'error' && cause !== 'user' && cause !== 'not-run')

/** Whether a call worked. One whose failure was hidden did not. */
export const hasWorked = ({ outcome, masked }: LessonCall): boolean => outcome === 'ok' && !masked
