export type Outcome = 'ok' | 'error' | 'unknown'

/** Why a call failed. Defined in GLOSSARY.md. */
export type Cause = 'agent' | 'environment' | 'user' | 'expected' | 'not-run'

/** The rungs of the ladder, in the order in which they are asked. */
export type Rung = 'flag' | 'exit' | 'field' | 'tool' | 'text' | 'none'

/** Everything the ladder may look at. Stored (texts cut and redacted) so that a call can be judged again. */
export interface JudgeInput {
  tool: string
  /** Parsed arguments or a raw string. */
  args?: unknown
  /** Absent: there is no result (yet). */
  result?: string
  flag?: 'ok' | 'error'
  /** Whether this format's flag can be believed when it says ok. */
  flagIsComplete?: boolean
  exitCode?: number
  status?: 'running' | 'rejected' | 'interrupted' | 'not-run'
  fields?: Record<string, string | number | boolean | null>
}

export interface Verdict {
  outcome: Outcome
  /** Present exactly when the outcome is an error. */
  cause?: Cause
  rung: Rung
  /** Name of the rule that decided, stable, kebab-case. */
  rule: string
  /** The words it rested on, at most 200 characters. Empty when the rung is `none`. */
  evidence: string
  /** Ended well by its exit code while its text shows a failing command behind a pipe. */
  masked: boolean
}

/** What a tool is used for. */
export type ToolKind = 'terminal' | 'code' | 'file' | 'research' | 'meta' | 'general'
