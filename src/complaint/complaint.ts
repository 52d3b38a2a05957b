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
  /**
   * File and line where it points to, empty where it points nowhere. For a path that is not there: the directory in which the tool says it
   * stands, where it says so.
   */
  place: string
}

/** Kinds of complaint that are no rule of a tool. Something was asked for that is not there: */
export const MISSING_PATH = 'missing-path'
export const MISSING_PROGRAM = 'missing-program'
export const MISSING_MODULE = 'missing-module'
/** A name that a module, a file or a scope does not have. */
export const MISSING_NAME = 'missing-name'
/** A package that no registry or lock file has. */
export const MISSING_PACKAGE = 'missing-package'
export const MISSING_TASK = 'missing-task'
export const MISSING_TARGET = 'missing-target'
export const MISSING_REVISION = 'missing-revision'
export const MISSING_REMOTE = 'missing-remote'
export const MISSING_TOOL = 'missing-tool'
export const MISSING_SKILL = 'missing-skill'
export const MISSING_AGENT = 'missing-agent'
export const MISSING_TABLE = 'missing-table'
export const MISSING_COLUMN = 'missing-column'
export const MISSING_SERVICE = 'missing-service'
export const MISSING_TEST = 'missing-test'
export const MISSING_VARIABLE = 'missing-variable'
export const UNKNOWN_FLAG = 'unknown-flag'
export const UNKNOWN_COMMAND = 'unknown-command'
export const UNKNOWN_FIELD = 'unknown-field'
export const NO_MATCH = 'no-glob-match'
/** It is there, but cannot be used so: */
export const TOO_LARGE = 'too-large'
export const IS_DIRECTORY = 'is-directory'
export const NOT_REPOSITORY = 'not-a-repository'
export const IGNORED_PATH = 'ignored-path'
export const OUTSIDE = 'outside-workspace'
export const INVALID_ARGUMENT = 'invalid-argument'
/** What the shell, the machine or the harness refuses: */
export const SHELL_SYNTAX = 'shell-syntax'
export const READ_ONLY_NAME = 'read-only-variable'
export const NO_PERMISSION = 'no-permission'
export const UNREACHABLE = 'unreachable'
export const TIMED_OUT = 'timed-out'
export const BLOCKED = 'blocked-command'
export const HOOK_FAILED = 'hook-failed'
/** A program that works only for those who have logged in. */
export const NO_LOGIN = 'no-login'
/** git cannot sign a commit, because the key is locked or missing. */
export const NO_SIGNATURE = 'no-signature'
/** Another worktree has the branch checked out. */
export const BRANCH_IN_USE = 'branch-in-use'
/** The project is kept with another package manager than the one that was called. */
export const OTHER_MANAGER = 'other-manager'
/** The browsers of a test runner are not installed. */
export const MISSING_BROWSER = 'missing-browser'
/** sed took the name of the file for the script, because on BSD and macOS `-i` takes a value. */
export const SED_IN_PLACE = 'sed-in-place'
/** A program found no project in the directory in which it ran. */
export const NO_PROJECT_HERE = 'no-project-here'
/** What a check or a run found: */
export const TEST_FAILED = 'test-failed'
export const UNFORMATTED = 'unformatted'
export const EXCEPTION = 'exception'
