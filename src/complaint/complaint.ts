/** One thing that a program found wrong, read off a line of its output. */
export interface Complaint {
  /** Who complains: `tsc`, `golangci-lint`, `bash`, the tool of the agent. */
  program: string
  /** The rule, the error code, or the kind of absence: `noctx`, `TS2345`, `missing-path`, `test-failed`. */
  code: string
  /** What it is about: a path, a name, a flag, a test. */
  subject: string
  /** The line itself. */
  line: string
  /** File and line where it points to, empty where it points nowhere. */
  place: string
}

/** Kinds of complaint that are no rule of a tool. */
export const MISSING_PATH = 'missing-path'
export const MISSING_PROGRAM = 'missing-program'
export const MISSING_MODULE = 'missing-module'
export const MISSING_TASK = 'missing-task'
export const MISSING_TARGET = 'missing-target'
export const MISSING_REVISION = 'missing-revision'
export const MISSING_TOOL = 'missing-tool'
export const UNKNOWN_FLAG = 'unknown-flag'
export const UNKNOWN_COMMAND = 'unknown-command'
export const UNKNOWN_FIELD = 'unknown-field'
export const NO_MATCH = 'no-glob-match'
export const TOO_LARGE = 'too-large'
export const TEST_FAILED = 'test-failed'
export const UNFORMATTED = 'unformatted'
export const EXCEPTION = 'exception'
