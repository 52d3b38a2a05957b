import type { Connection } from '../store/connection.ts'

/**
 * Background processes as the agent's tools, the command line and the gateway see them. A host process holds them, so
 * a question from another shell, or after the starter is gone, gets the same answer.
 */
export interface Processes {
  start(request: StartRequest): Promise<ProcessView>
  list(filter?: ProcessFilter): Promise<ProcessView[]>
  /** Finds a process by its id or a unique beginning of it. Undefined if none or several match. */
  find(id: string): Promise<ProcessView | undefined>
  /** Output from `offset` on (characters since the start), unchanged except that secrets are replaced. */
  log(id: string, range?: { offset?: number; limit?: number }): Promise<ProcessLog>
  /** Resolves as soon as the process ends. The exit code is undefined if time ran out or the signal fired first. */
  wait(id: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<ProcessView>
  /** Ends the whole tree. A second call changes nothing. */
  kill(id: string, by: string): Promise<ProcessView>
  write(id: string, data: string): Promise<{ bytes: number }>
  /** Closes the input. */
  close(id: string): Promise<void>
  resize(id: string, size: { rows: number; columns: number }): Promise<void>
  /** Ends the processes of a scope and no others, except those with `persist`. Returns their ids. */
  endScope(scope: Scope): Promise<string[]>
  /** Keys of the sessions that have waiting notices; with `sessionKey`, only that one. Takes no notice away. */
  noticesWaiting(sessionKey?: string): Promise<string[]>
  /**
   * Returns the notices for a session. Each notice goes to the first caller that claims it. In a transaction the claim
   * takes effect with the caller's other writes, or not at all.
   */
  claimNotices(sessionKey: string, transaction?: Connection): Promise<ProcessNotice[]>
  /**
   * Records that the caller has seen how the process ended, so that it is not announced. Waiting, reading the log and
   * killing do not do this by themselves: a person who looks at a process must not take the notice from the session
   * that waits for it.
   */
  consume(id: string): Promise<void>
  /**
   * Forgets an ended process, with its output, when no caller will ask for it again. Otherwise it is forgotten by age.
   */
  forget?(id: string): Promise<void>
}

export type ProcessState = 'starting' | 'running' | 'exited' | 'killed' | 'lost' | 'failed-start'

export interface Scope {
  kind: 'task' | 'session' | 'episode'
  id: string
}

export interface StartRequest {
  /** Shell text. */
  command: string
  workdir: string
  pty?: boolean
  rows?: number
  columns?: number
  /** Added to the starter's environment, without its secrets. */
  env?: Readonly<Record<string, string>>
  scope?: Scope
  /** The session that gets the notices; the child sees it as WARMSTART_SESSION_KEY. */
  sessionKey?: string
  owner: string
  /** `local`, or the name of a sandbox's backend and the target that names the sandbox. */
  backend?: { name: string; target: string }
  /** The process stays when its scope ends. */
  persist?: boolean
  notifyOnComplete?: boolean
  watchPatterns?: readonly string[]
  /** Seconds between interim notices, which are sent if there is new output. */
  checkIntervalS?: number
}

export interface ProcessView {
  id: string
  pid: number | undefined
  command: string
  workdir: string
  pty: boolean
  backend: string
  scope: Scope | undefined
  sessionKey: string | undefined
  owner: string
  state: ProcessState
  startedAt: number
  exitedAt: number | undefined
  exitCode: number | undefined
  signal: string | undefined
  /** The caller that ended the process; undefined if it ended by itself. */
  endedBy: string | undefined
  /** The last characters, without ANSI codes and secrets. */
  preview: string
  outputChars: number
  /** How many characters can no longer be read. */
  droppedChars: number
  stdinOpen: boolean
  notifyOnComplete: boolean
  watchPatterns: readonly string[]
}

export interface ProcessLog {
  text: string
  /** `from` is the offset of the first character of `text`, `to` the offset after the last. */
  from: number
  to: number
  /** Number of characters ever printed; those before `droppedChars` are gone. */
  totalChars: number
  droppedChars: number
}

export interface ProcessFilter {
  owner?: string
  sessionKey?: string
  scope?: Scope
  isRunning?: boolean
}

export interface ProcessNotice {
  process: string
  type: 'completion' | 'watch' | 'watch-stopped' | 'interim'
  at: number
  /** A text for the session, bounded and redacted. */
  text: string
}
