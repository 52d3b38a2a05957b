/**
 * Where processes run: on this machine, or in a sandbox that is reached over a command line. One folder or file each,
 * one line in backends/registry.ts. A backend finds everything about a process by its id and target alone, so a host
 * that was killed between any two steps finds what it had started; no handle has to be remembered.
 *
 * The host asks and the backend answers; a backend keeps no state that matters. If it cannot reach the process at the
 * moment, it throws (`AppError`, code `backend-unreachable`): the host asks again later and does not take the process
 * for ended.
 */
export interface Backend {
  /** `local`, `ssh`, ... as in `StartRequest.backend.name`. */
  name: string
  /** Whether it was never run against the real program. Users are told wherever they choose it. */
  isExperimental: boolean
  hasStdin: boolean
  hasPty: boolean
  /** How often the host looks at a running process if `watch` reports nothing. */
  lookEveryMs: number
  /**
   * Resolves once the process runs: from then on `look` knows it. If it does not start, throws `AppError`
   * (`failed-start`, `no-such-directory`, ...) and leaves nothing running. On the host machine only the channel into
   * the sandbox runs.
   */
  start(request: BackendStart): Promise<BackendStarted>
  /**
   * Returns the state of a process and its output from `offset` (bytes since the start) on, at most `limit` bytes. If
   * `memory` is given, it has room for `limit` bytes and may hold the output: reading many processes all the time then
   * needs no new memory.
   */
  look(process: BackendProcess, range: LookRange): Promise<BackendLook>
  /**
   * Calls `onChange` when there may be something new to look at. Returns a function that ends the watch. Without
   * `watch` the host only polls.
   */
  watch?(process: BackendProcess, onChange: () => void): () => void
  /**
   * Sends SIGTERM to the whole tree, and SIGKILL to what is left of it after the grace period; resolves when nothing
   * of it runs. Each signal goes only to processes that are proven to be in the tree (kernel start time compared): a
   * recycled pid is never signalled. If the process has ended, this ends what it left running.
   */
  end(process: BackendProcess, options: { graceMs: number }): Promise<void>
  /** Writes all bytes or throws (`stdin-closed`, `stdin-full` with the number of bytes taken). Only if `hasStdin`. */
  write?(process: BackendProcess, bytes: Uint8Array): Promise<void>
  /** Closes the input. A second call changes nothing. Only if `hasStdin`. */
  close?(process: BackendProcess): Promise<void>
  /** Only if `hasPty`. */
  resize?(process: BackendProcess, size: { rows: number; columns: number }): Promise<void>
  /** Deletes stored output before `before` (bytes since the start), if the storage can: logs must not grow for ever. */
  trim?(process: BackendProcess, before: number): Promise<void>
  /** Removes the stored output and exit code of a process that has ended. */
  remove(process: BackendProcess): Promise<void>
  /** Ends an idle sandbox, if it can be ended. The caller has made sure that none of our processes runs in it. */
  endSandbox?(target: string): Promise<void>
}

/** What a backend needs to find a process again. */
export interface BackendProcess {
  /** `proc_` and 12 hex digits, unique for ever: files and directories may be named after it. */
  id: string
  /** Names the sandbox: a container, `user@host`, ... Empty for the local backend. */
  target: string
  /** Whether the process has a terminal of its own. */
  pty: boolean
}

export interface BackendStart extends BackendProcess {
  /** Shell text. */
  command: string
  workdir: string
  /**
   * The whole environment, for the local backend. Sandboxes have their own and get only `added`. Both hold
   * WARMSTART_PROCESS_ID (every descendant inherits it, and strays are found by it) and, if there is one,
   * WARMSTART_SESSION_KEY.
   */
  env: Readonly<Record<string, string>>
  added: Readonly<Record<string, string>>
  rows: number
  columns: number
}

export interface BackendStarted {
  /** The pid where the process runs: a pid inside a sandbox means nothing to the host machine. */
  pid: number | undefined
}

export interface LookRange {
  offset: number
  limit: number
  memory?: Uint8Array | undefined
}

export interface BackendLook {
  /**
   * `gone`: the sandbox or machine answers, but has neither the process nor an exit code: it was killed from outside,
   * or the sandbox is new.
   */
  state: 'running' | 'exited' | 'gone'
  pid: number | undefined
  /** As shells report it: 128 + n for signal n. Undefined if the exit was not recorded. */
  exitCode: number | undefined
  /** Time of the end in milliseconds, if known. */
  exitedAt: number | undefined
  /** Bytes from `from` on; `from` is above the requested offset if earlier output is gone. */
  output: Uint8Array
  from: number
  /** Number of bytes ever printed. The host believes an end only after it has read everything up to here. */
  totalBytes: number
  /** Whether the process can still receive input. */
  stdinOpen: boolean
}

/** What a backend is made with. */
export interface BackendSurroundings {
  now(): number
  /** The environment of the channel's own program (`docker`, `ssh`): PATH, HOME and its configuration variables. */
  env: Readonly<Record<string, string | undefined>>
  /** A private directory (mode 0700) for files that outlive the host, with one directory per process id. */
  directory: string
}

export type CreateBackend = (surroundings: BackendSurroundings) => Backend
