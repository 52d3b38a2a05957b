/** What every trial of a task starts from. It is copied fresh for each. */
export type StartState =
  | { kind: 'empty' }
  | { kind: 'directory'; path: string }
  | { kind: 'revision'; repository: string; revision: string }
  /** Single files and folders, each to its place in the working directory. */
  | { kind: 'copies'; copies: readonly { from: string; to: string }[] }
  /** What a container image has in its working directory; `context` is what the image is built from. */
  | { kind: 'image'; context: string; image: string | null; workdir: string }

/** How to tell whether a task was done. */
export type Check =
  /** A command line of the shell, run in the working directory: exit code 0 is a pass. */
  | { kind: 'command'; command: string }
  /** A file that must be there and, unless `holds` is null, hold this text. */
  | { kind: 'file'; path: string; holds: string | null }
  /** A script that writes a reward from 0 to 1; `least` is a pass. */
  | { kind: 'reward'; command: string; least: number; variables: Readonly<Record<string, string>> }
  /** A person says so later, with `experiment record`. */
  | { kind: 'person' }

/** Directories of a trial that a format may name by an absolute path. */
type TrialFolder = 'work' | 'tests' | 'solution' | 'logs'

/** A task of an experiment, whatever format it was written in. */
export interface ExperimentTask {
  id: string
  prompt: string
  taskType: string | null
  start: StartState
  check: Check
  /** A folder that the check needs. It is copied in after the agent has ended, so that no agent can read or change it. */
  tests: string | null
  /** A command line that does the task, with the folder it needs. It proves before anything is spent that the check can pass. */
  solution: { command: string; folder: string | null } | null
  timeoutMs: number
  checkTimeoutMs: number
  /** Absolute paths that stand in the task's texts, with the folder of the trial that each means. */
  paths: readonly { path: string; folder: TrialFolder }[]
}

/** A task that cannot be run here, with the reason. */
export interface UnusableTask {
  id: string
  reason: string
}

export interface ReadTasks {
  tasks: ExperimentTask[]
  unusable: UnusableTask[]
}

export interface ReadOptions {
  /** Run tasks for containers on this machine, where their start state only copies files. */
  isLocal: boolean
  hasDocker: boolean
}

/** A way to write tasks down. Reading never throws: what cannot be used is listed with the reason. */
export interface TaskFormat {
  name: string
  /** Whether a file or a folder looks like this format. */
  accepts(path: string): boolean
  read(path: string, options: ReadOptions): ReadTasks
}

export const DEFAULT_TIMEOUT_MS = 15 * 60_000
export const DEFAULT_CHECK_TIMEOUT_MS = 5 * 60_000
