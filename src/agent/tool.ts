import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'

/**
 * The contract of an agent's tool: one file each below tools/, and a line in a registry. A tool always answers: bad
 * arguments give an answer that the model can act on, never an exception.
 */
export interface Tool {
  /** The name that users know: terminal, read_file, ... */
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Readonly<Record<string, unknown>>
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** The text for the model; JSON if the tool answers with fields. Bounded, with the cut marked. */
  text: string
  isError?: boolean
}

export interface ToolContext {
  app: App
  store: Connection
  session: ToolSession
  /** The working directory; leaving it needs permission. */
  cwd: string
  /** Aborts when the turn is stopped. */
  signal: AbortSignal
  /** Asks a person. Returns false if no person can be asked, unless everything was allowed beforehand. */
  approve(request: ApprovalRequest): Promise<boolean>
}

export interface ToolSession {
  /** Id of the live session. */
  id: string
  /** The session's key for chats and processes; the id if there is no chat. */
  key: string
  owner: string
  project: string | undefined
  /** Milliseconds since 1970. The session itself may have changed files that changed since then. */
  startedAt: number
}

export interface ApprovalRequest {
  tool: string
  /** What is about to happen, in words and with the whole command or path. */
  what: string
  /** Why it needs permission: destructive, outside-directory, ... */
  reason: string
}
