import type { Cause, Outcome } from '../schema/outcome.ts'
import type { ToolFamily } from '../outcome/tool-facts.ts'

/** The facts about a session that mining needs. */
export interface LessonSession {
  /** Our id of the session. */
  id: string
  /** Sessions that came out of each other share a family and count as one witness. */
  family: string
  owner: string
  /** The source: the agent that wrote the session. */
  agent: string
  machine: string
  /** The repository that the session worked in; empty if it is unknown. */
  repository: string
  /** Directory of the repository on the session's machine. */
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

/** The facts about a call that mining needs. */
export interface LessonCall {
  id: string
  at: number | undefined
  tool: string
  family: ToolFamily
  /** The command line, for tools that run one. */
  command: string | undefined
  /** The files or directories, for tools that take paths. */
  paths: readonly string[]
  /** What a search tool was asked for. */
  pattern: string | undefined
  /** Whether the call read the whole file, without a range. */
  isWhole: boolean
  outcome: Outcome
  cause: Cause | undefined
  /** Whether the call failed although its exit code said that it worked. */
  masked: boolean
  /** Whether the call was ended because it took too long. */
  timedOut: boolean
  /** Directory that the call ran in. */
  cwd: string | undefined
  /** How long the call took; undefined if the format records no time. */
  durationMs: number | undefined
  complaints: readonly LessonComplaint[]
}

/** The calls of one agent or sub-agent in one session, in their order. */
export interface Conversation {
  session: LessonSession
  calls: readonly LessonCall[]
}

/**
 * Whether a call failed, even if its exit code hid the failure. Calls that a person refused or that never ran do not
 * count.
 */
export const hasFailed = ({ outcome, cause, masked }: LessonCall): boolean =>
  masked || (outcome === 'error' && cause !== 'user' && cause !== 'not-run')

/** Whether a call worked. A call with a hidden failure did not work. */
export const hasWorked = ({ outcome, masked }: LessonCall): boolean => outcome === 'ok' && !masked
