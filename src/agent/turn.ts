import type { LiveSession, TokenUsage } from '../schema/live-session.ts'
import type { Connection } from '../store/connection.ts'
import type { NewMessage } from '../store/live/live-message.ts'

/** One message to the agent. The session exists or is made with the message. */
export interface TurnRequest {
  /** Id of the live session. */
  session: string
  owner: string
  platform: string
  text: string
  /** The platform's id of the message: a repeated message is stored once, and its interrupted turn continues. */
  messageId?: string | undefined
  /** Notes that are sent along with the user's words, never in the system prompt. */
  notes?: readonly string[] | undefined
  /** Notes that are taken in the transaction that stores the message, so that they are sent with it or not at all. */
  taken?: { notes(transaction: Connection): Promise<readonly string[]>; stored(): void } | undefined
  /** Part of the system prompt; rendered when the session begins, then stored. */
  contextPrompt?: string | undefined
  /** The session's key for chats and processes. */
  sessionKey?: string | undefined
  /** Continues an interrupted turn without a new message; `text` is ignored. */
  isResumed?: boolean | undefined
  /** Messages from before, for a new session: see `readHistory`. */
  history?: readonly NewMessage[] | undefined
  /** The parent of a new session. */
  parent?: LiveSession['parent']
  /** True if a program says this in the user's place, such as a due job; `kind` names the program. */
  isSynthetic?: boolean | undefined
  kind?: string | undefined
  signal?: AbortSignal | undefined
  on?: ((event: AgentEvent) => void) | undefined
}

export interface TurnResult {
  session: string
  /** The last words of the model. */
  text: string
  steps: number
  usage: TokenUsage
  end: TurnEnd
  /** Why the turn failed, in a sentence; `code` and `hint` are those of our errors. */
  error?: string | undefined
  code?: string | undefined
  hint?: string | undefined
}

export type TurnEnd = 'answered' | 'step-limit' | 'token-limit' | 'aborted' | 'failed'

/** Events for a person who watches. */
export type AgentEvent =
  | { type: 'text'; text: string }
  | { type: 'call-start'; callId: string; tool: string; args: unknown }
  | { type: 'call-end'; callId: string; tool: string; text: string; isError: boolean }
  | { type: 'retry'; reason: string; waitMs: number }
  | { type: 'compaction'; before: number; after: number }
  | { type: 'notice'; text: string }
