/**
 * Where processes run: on this machine, or in a sandbox that is reached over a command line. One folder or file each, one line in
 * backends/registry.ts. Everything about a process can be found again by its id and its target alone, so that a host that was
 * killed between any two steps finds what it had started; no handle has to be remembered.
 *
 * The host asks, the backend answers; it keeps no state of its own that matters. Whatever it cannot reach at the moment it throws
 * (`AppError`, code `backend-unreachable`): the host asks again later and takes nothing for ended because of it.
 */
export interface Backend {
  /** `local`, `ssh`, ... as in `StartRequest.backend.name`. */
  name: string
  /** It was never run against the real thing; said wherever it is chosen. */
  isExperimental: boolean
  hasStdin: boolean
  hasPty: boolean
  /** How often the host looks at a running process when nothing calls for it (`watch`). */
  lookEveryMs: number
  /**
   * Resolves once it runs: from then on `look` knows it. Throws `AppError` (`failed-start`, `no-such-directory`, ...) where it does not,
   * and leaves nothing running behind in that case. Runs nothing on the host machine but the channel into the sandbox.
   */
  start(request: BackendStart): Promise<BackendStarted>
  /**
   * How it stands, and its output from `offset` (bytes since the start) on, at most `limit` bytes. `memory`, where it is given, has so much
   * room and may be used for them: what is read from many processes all the time need not be thrown away all the time.
   */
  look(process: BackendProcess, range: LookRange): Promise<BackendLook>
  /** Calls `onChange` when there may be something new to look at. Returns what ends that. Backends without it are only asked. */
  watch?(process: BackendProcess, onChange: () => void): () => void
  /**
   * SIGTERM to the whole tree, SIGKILL to what is left of it after the grace period; resolves when nothing of it runs. Each signal goes
   * only to processes that are proven to be of the tree (kernel start time compared): a recycled pid is never touched. Of one that has
   * ended it ends what it left running, and otherwise does nothing.
   */
  end(process: BackendProcess, options: { graceMs: number }): Promise<void>
  /** All of it or an error (`stdin-closed`, `stdin-full` with how many bytes were taken). Only where `hasStdin`. */
  write?(process: BackendProcess, bytes: Uint8Array): Promise<void>
  /** End of input. Asking twice is the same as asking once. Only where `hasStdin`. */
  close?(process: BackendProcess): Promise<void>
  /** Only where `hasPty`. */
  resize?(process: BackendProcess, size: { rows: number; columns: number }): Promise<void>
  /** Forgets output kept before `before` (bytes since the start), where the place it is kept in can: logs must not grow for ever. */
  trim?(process: BackendProcess, before: number): Promise<void>
  /** Removes what is kept of one that has ended: output, exit code. */
  remove(process: BackendProcess): Promise<void>
  /** Ends an idle sandbox, where it is one that can be ended. The caller has made sure that no process of ours runs in it. */
  endSandbox?(target: string): Promise<void>
}

/** What finds a process again. */
export interface BackendProcess {
  /** `proc_` and 12 hex digits, unique for ever: files and directories may be named after it. */
  id: string
  /** What the backend needs to find the sandbox: a container, `user@host`, ... Empty for the local one. */
  target: string
  /** In a terminal of its own. */
  pty: boolean
}

export interface BackendStart extends BackendProcess {
  /** Text for a shell. */
  command: string
  workdir: string
  /**
   * The whole environment for the local backend. Sandboxes have their own: they get `added` alone. Both hold
   * WARMSTART_PROCESS_ID (every descendant inherits it, by which strays are found) and, where there is one, WARMSTART_SESSION_KEY.
   */
  env: Readonly<Record<string, string>>
  added: Readonly<Record<string, string>>
  rows: number
  columns: number
}

export interface BackendStarted {
  /** As numbered where it runs: inside a sandbox it means nothing to the host machine. */
  pid: number | undefined
}

export interface LookRange {
  offset: number
  limit: number
  memory?: Uint8Array | undefined
}

export interface BackendLook {
  /** `gone`: the place answers, but there is neither a process nor an exit code: killed from outside, or the sandbox is new. */
  state: 'running' | 'exited' | 'gone'
  pid: number | undefined
  /** As a shell tells it: 128 + n for signal n. Unknown where its end was not seen. */
  exitCode: number | undefined
  /** Of its end, in milliseconds, where the place knows. */
  exitedAt: number | undefined
  /** Bytes from `from` on; `from` is above the offset asked for where what lay before is gone. */
  output: Uint8Array
  from: number
  /** All bytes there ever were. An end is only believed once everything up to here was read. */
  totalBytes: number
  /** Whether input still gets there. */
  stdinOpen: boolean
}

/** What a backend is made with. */
export interface BackendSurroundings {
  now(): number
  /** For the channel's own program (`docker`, `ssh`): PATH, HOME and what it is configured by. */
  env: Readonly<Record<string, string | undefined>>
  /** Ours alone (mode 0700), for files that have to outlive the host; a directory per id below it. */
  directory: string
}

export type CreateBackend = (surroundings: BackendSurroundings) => Backend
