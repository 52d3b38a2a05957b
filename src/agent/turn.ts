import type { LiveSession, TokenUsage } from '../schema/live-session.ts'
import type { Connection } from '../store/connection.ts'
import type { NewMessage } from '../store/live/live-message.ts'

/** One thing said to the agent. The session exists or is made with it. */
export interface TurnRequest {
  /** Id of the live session. */
  session: string
  owner: string
  platform: string
  text: string
  /** The platform's id of the message: said twice it is stored once, and a turn that was cut off is gone on with. */
  messageId?: string | undefined
  /** Notes that ride along with the user's words, never in the system prompt. */
  notes?: readonly string[] | undefined
  /** Notes that are taken from somewhere by the transaction that stores the message: told with it, or not at all. */
  taken?: { notes(transaction: Connection): Promise<readonly string[]>; stored(): void } | undefined
  /** Part of the system prompt; rendered when the session begins and kept from then on. */
  contextPrompt?: string | undefined
  /** What chats and processes know the session by. */
  sessionKey?: string | undefined
  /** Nothing new is said: a turn that was cut off is gone on with. `text` is not looked at. */
  isResumed?: boolean | undefined
  /** What was said before, of a session that begins now: see `readHistory`. */
  history?: readonly NewMessage[] | undefined
  /** What a session that begins now came out of. */
  parent?: LiveSession['parent']
  /** Said by a program in the user's place, such as a job that is due; `kind` says by which. */
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
  /** Why it failed, in a sentence; `code` and `hint` as errors of ours have them. */
  error?: string | undefined
  code?: string | undefined
  hint?: string | undefined
}

export type TurnEnd = 'answered' | 'step-limit' | 'token-limit' | 'aborted' | 'failed'

/** What a person watching sees. */
export type AgentEvent =
  | { type: 'text'; text: string }
  | { type: 'call-start'; callId: string; tool: string; args: unknown }
  | { type: 'call-end'; callId: string; tool: string; text: string; isError: boolean }
  | { type: 'retry'; reason: string; waitMs: number }
  | { type: 'compaction'; before: number; after: number }
  | { type: 'notice'; text: string }
