import type { CompactionFact, TurnFact } from './facts.ts'
import type { Cause, Outcome, Rung, ToolKind } from './outcome.ts'

/** One call as profiles see it: a person's word already in place of the ladder's, copies and seeded calls left out. */
export interface ProfileCall {
  id: string
  /** Undefined for the main conversation. */
  agent: string | undefined
  tool: string
  kind: ToolKind
  trivial: boolean
  outcome: Outcome
  /** Present exactly when the outcome is an error. */
  cause: Cause | undefined
  rung: Rung | 'person'
  rule: string
  evidence: string
  /** 1-based within its conversation. */
  position: number
  /** Number of the user's turn it belongs to, 0 before the first. */
  turn: number
  contextTokens: number | undefined
  at: number | undefined
  /** Command line, file or query, at most 120 characters, redacted. */
  subject: string
  line: number
}

/** What a tally needs of a call: the rest is left in the store, because every session's calls are read for it. */
export interface TallyCall extends Omit<ProfileCall, 'rung' | 'at' | 'line'> {
  /** More of a command line that its subject does not hold whole. */
  longLine?: string | undefined
  /** The outcome rests on the text of the result: neither a flag nor an exit code nor a field was recorded. */
  textAlone?: boolean
  /** The call looked fine and had failed: what hid that, as in `| tail`. */
  mask?: string
}

/** One message of a user as profiles see it. */
export type ProfileTurn = Omit<TurnFact, 'sessionId'>

/** What a tally needs of a user's message: of the main conversation, the first 300 characters. */
type TallyTurn = Pick<ProfileTurn, 'turn' | 'synthetic' | 'text'>

/** A compaction as profiles see it; its position counts trivial calls and copies too. */
export type ProfileCompaction = Omit<CompactionFact, 'sessionId'>

/** A session and everything its profile is made from. Calls: main conversation first, each conversation by position. */
export interface ProfileInput {
  calls: ProfileCall[]
  turns: ProfileTurn[]
  compactions: ProfileCompaction[]
}

/** A session and everything its tally is made from. */
export interface TallyInput {
  calls: TallyCall[]
  turns: TallyTurn[]
  compactions: ProfileCompaction[]
}

/** An error signature inside one session, and what worked next. */
export interface ErrorPattern {
  /** Equal for the same kind of error of the same tool, in every session and store. */
  signature: string
  tool: string
  cause: Cause
  /** The message with what varies replaced (numbers, paths, ids, quoted words), at most 160 characters. */
  message: string
  count: number
  /**
   * How many of them were followed, within ten calls, by a call of the same shape that worked; else by one of the same
   * tool, of shells by one that does the same kind of work.
   */
  recovered: number
  /** Calls spent on the errors: from the failing call to the call that worked, or to the last try; at most ten an error. */
  callsSpent: number
  /** What worked next, most frequent first. */
  workedNext: { tool: string; subject: string; count: number }[]
  /** Id of the first failing call. */
  example: string
}

/** One error and the call that then worked. */
export interface RecoveryPair {
  signature: string
  failed: { call: string; subject: string; message: string }
  worked: { call: string; tool: string; subject: string }
  /** Calls from the failing to the working one: 1 is the very next. */
  after: number
}

export type TaskType = 'code' | 'file' | 'research' | 'mixed'
