import type { Connection } from '../store/connection.ts'

/**
 * Background processes as everybody else sees them: the agent's tools, the command line, the gateway. Behind it stands the host
 * process that holds them; what is asked from another shell, or after the starter is gone, gets the same answer.
 */
export interface Processes {
  start(request: StartRequest): Promise<ProcessView>
  list(filter?: ProcessFilter): Promise<ProcessView[]>
  /** By id, or by a unique beginning of it. Undefined where there is none, or several begin so. */
  find(id: string): Promise<ProcessView | undefined>
  /** Output from `offset` on (characters since the start), as it came but for the secrets in it. */
  log(id: string, range?: { offset?: number; limit?: number }): Promise<ProcessLog>
  /** Resolves at once when it ends; undefined exit where time ran out or the signal came first. */
  wait(id: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<ProcessView>
  /** The whole tree; asking twice is the same as asking once. */
  kill(id: string, by: string): Promise<ProcessView>
  write(id: string, data: string): Promise<{ bytes: number }>
  /** End of input. */
  close(id: string): Promise<void>
  resize(id: string, size: { rows: number; columns: number }): Promise<void>
  /** Ends what belongs to a scope, and nothing else; `persist`ed ones stay. Returns their ids. */
  endScope(scope: Scope): Promise<string[]>
  /** The keys of the sessions, or whether it is the one that is named, for which there is something to be told. Takes nothing away. */
  noticesWaiting(sessionKey?: string): Promise<string[]>
  /**
   * What is to be told to a session, each thing once: the first to claim it has it. In a transaction it is claimed with what is written
   * there, or not at all.
   */
  claimNotices(sessionKey: string, transaction?: Connection): Promise<ProcessNotice[]>
  /**
   * The caller has seen how it ended, so that it need not be announced. Waiting, reading the log and killing do not do this by themselves:
   * a person who looks at a process must not take the notice from the session that waits for it.
   */
  consume(id: string): Promise<void>
  /** It has ended and will not be asked for again: its place and its output are free. Otherwise it goes with its age. */
  forget?(id: string): Promise<void>
}

export type ProcessState = 'starting' | 'running' | 'exited' | 'killed' | 'lost' | 'failed-start'

export interface Scope {
  kind: 'task' | 'session' | 'episode'
  id: string
}

export interface StartRequest {
  /** Run by a shell. */
  command: string
  workdir: string
  pty?: boolean
  rows?: number
  columns?: number
  /** Added to the environment of the starter, of which secrets are left out. */
  env?: Readonly<Record<string, string>>
  scope?: Scope
  /** Whom notices go to; the child finds it as WARMSTART_SESSION_KEY. */
  sessionKey?: string
  owner: string
  /** `local`, or the name of a sandbox's backend with what it needs to find the sandbox. */
  backend?: { name: string; target: string }
  /** Stays when its scope ends. */
  persist?: boolean
  notifyOnComplete?: boolean
  watchPatterns?: readonly string[]
  /** Seconds between interim notices, where there is new output. */
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
  /** Who ended it, where it was ended. */
  endedBy: string | undefined
  /** The last characters, ANSI and secrets taken out. */
  preview: string
  outputChars: number
  /** Characters that no longer can be read. */
  droppedChars: number
  stdinOpen: boolean
  notifyOnComplete: boolean
  watchPatterns: readonly string[]
}

export interface ProcessLog {
  text: string
  /** Of the first and after the last character of `text`. */
  from: number
  to: number
  /** All there ever was; what lies before `droppedChars` is gone. */
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
