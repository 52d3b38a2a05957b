import type { JudgeInput, ToolKind, Verdict } from './outcome.ts'
import type { ParentKind } from './session-event.ts'

/** What could not be read or understood, shown by `doctor`. Never a reason to lose the rest of the file. */
export interface ImportIssue {
  /** Line, row id or message number; 0 when it concerns the file as a whole. */
  line: number
  /** Stable, kebab-case: not-json, line-too-long, truncated-last-line, invalid-utf8, ... */
  code: string
  message: string
}

export interface SessionFact {
  id: string
  source: string
  nativeId: string
  owner: string
  /** The directory that its own record tells; sessions of one repository are joined in the store. */
  project: string | undefined
  /** The working tree that its paths belong to. */
  root: string | undefined
  /** Name of the repository by its remote, where a directory or the record tells it. */
  repository: string | undefined
  platform: string | undefined
  cwd: string | undefined
  model: string | undefined
  title: string | undefined
  agentVersion: string | undefined
  startedAt: number | undefined
  lastAt: number | undefined
  endReason: string | undefined
  parentSession: string | undefined
  parentKind: ParentKind | undefined
  messages: number
  userMessages: number
  /** Undefined if the format records no usage: unknown is not zero. */
  inputTokens: number | undefined
  outputTokens: number | undefined
  cacheReadTokens: number | undefined
  cacheWriteTokens: number | undefined
  costUsd: number | undefined
  /** 0: the session's own record; higher: a lesser copy of it (a snapshot, a spool). The lowest describes the session. */
  rank: number
  /** A fragment: creates the session if need be, never describes it. */
  partial: boolean
}

/** A text cut for the store: first and last part, redacted, with the length of the whole. */
interface Excerpt {
  head: string
  /** Empty when the head holds all. */
  tail: string
  chars: number
}

/** One thing that a failed call complains about, redacted. */
export interface ComplaintFact {
  /** Who complains: `tsc`, `bash`, the tool of the agent. */
  program: string
  /** The rule, the error code or the kind of absence: `noctx`, `TS2345`, `missing-path`. */
  code: string
  /** The path, name or flag it is about. */
  subject: string
  /** The complaint itself, at most 200 characters. */
  line: string
  /** The line with numbers, quoted names and paths blanked. */
  key: string
  /** File and line it points to, empty where it points nowhere. */
  place: string
}

/** One call with its result, judged: the row everything else is counted from. */
export interface CallFact {
  id: string
  sessionId: string
  agent: string | undefined
  callId: string
  tool: string
  kind: ToolKind
  trivial: boolean
  verdict: Verdict
  /** 1-based, within its conversation (session and sub-agent). */
  position: number
  contextTokens: number | undefined
  seeded: boolean
  at: number | undefined
  line: number
  block: number
  /** Line of the result, 0 while there is none. */
  resultLine: number
  rank: number
  /** Equal for the copies of one call in several sessions. */
  copyKey: string
  /** Number of the user's turn it belongs to, 0 before the first. */
  turn: number
  /** What it was about (a command line, a file, a query), redacted, at most 120 characters on one line. */
  subject: string
  /** What the model said right before the call, redacted, at most 200 characters. */
  intent: string
  args: Excerpt | undefined
  result: Excerpt | undefined
  /** Time of the result; undefined while there is none, and where the format records no time. */
  resultAt: number | undefined
  /** Directory it ran in. */
  cwd: string | undefined
  /** What it found wrong; empty unless it failed or its failure was hidden. */
  complaints: readonly ComplaintFact[]
  /** The ladder's other input. */
  input: Pick<JudgeInput, 'flag' | 'flagIsComplete' | 'exitCode' | 'status' | 'fields'>
}

/** Tokens of one message of the model. */
export interface MessageUsageFact {
  sessionId: string
  /** Equal for the copies of one message in several sessions. */
  key: string
  inputTokens: number | undefined
  outputTokens: number | undefined
  cacheReadTokens: number | undefined
  cacheWriteTokens: number | undefined
}

/** The number under which a session's system message stands among its turns. */
export const SYSTEM_TURN = 0

/** One message of a user, as facts; or, as the turn 0, the system message of the session. */
export interface TurnFact {
  sessionId: string
  agent: string | undefined
  /** 1-based within its conversation. */
  turn: number
  at: number | undefined
  line: number
  synthetic: boolean
  chars: number
  /** Redacted, at most 1,000 characters; of a system message 8,000, and of a longer one the list of its rules. */
  text: string
}

export interface CompactionFact {
  sessionId: string
  agent: string | undefined
  line: number
  at: number | undefined
  kind: string
  trigger: string | undefined
  tokensBefore: number | undefined
  /** Calls of the conversation before it. */
  position: number
}
