import type { LiveSession, TokenUsage } from '../schema/live-session.ts'

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
  /** Part of the system prompt; rendered when the session begins and kept from then on. */
  contextPrompt?: string | undefined
  /** What the session came out of, where it is made with this message. */
  parent?: LiveSession['parent']
  /** What chats and processes know the session by. */
  sessionKey?: string | undefined
  signal?: AbortSignal | undefined
  on?(event: AgentEvent): void
}

export interface TurnResult {
  session: string
  /** The last words of the model. */
  text: string
  steps: number
  usage: TokenUsage
  end: TurnEnd
  /** Why it failed, in a sentence. */
  error?: string | undefined
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
