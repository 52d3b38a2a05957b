import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'

/**
 * The contract of a tool of our agent: one file each below tools/, one line in a registry. It answers whatever it is given: bad
 * arguments are an answer the model can act on, never an exception.
 */
export interface Tool {
  /** As users know it: terminal, read_file, ... */
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Readonly<Record<string, unknown>>
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** What the model reads; JSON where a tool answers in fields. Bounded, with the cut marked. */
  text: string
  isError?: boolean
}

export interface ToolContext {
  app: App
  store: Connection
  session: ToolSession
  /** The working directory; what leaves it needs permission. */
  cwd: string
  /** The turn was stopped. */
  signal: AbortSignal
  /** Asks a person, where there is one to ask; false where there is none, unless everything was allowed beforehand. */
  approve(request: ApprovalRequest): Promise<boolean>
}

export interface ToolSession {
  /** Of the live session. */
  id: string
  /** What chats and processes know it by; the id where there is no chat. */
  key: string
  owner: string
  project: string | undefined
  /** Milliseconds since 1970. Files that changed since then may be the session's own doing. */
  startedAt: number
}

export interface ApprovalRequest {
  tool: string
  /** What is about to happen, in words and with the whole command or path. */
  what: string
  /** Why it needs a yes: destructive, outside-directory, ... */
  reason: string
}
