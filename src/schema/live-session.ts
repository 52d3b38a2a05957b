import type { ParentKind } from './session-event.ts'

/** A session that we run ourselves. Its messages are kept in full, and `sync` reads it like any other agent's. */
export interface LiveSession {
  id: string
  owner: string
  /** Where it is held: cli, telegram, webhook, cron, ... */
  platform: string
  project: string | undefined
  cwd: string | undefined
  /** Where its commands run, if not on this machine. */
  sandbox?: string | undefined
  model: string | undefined
  title: string | undefined
  /** Rendered once and replayed byte for byte, so that providers can keep it in their cache. */
  systemPrompt: string | undefined
  parent: { session: string; kind: ParentKind } | undefined
  startedAt: number
  lastAt: number
  endedAt: number | undefined
  endReason: string | undefined
  /** Undefined if no answer reported it: unknown is not zero. */
  usage: TokenUsage
}

export interface TokenUsage {
  inputTokens: number | undefined
  outputTokens: number | undefined
  cacheReadTokens: number | undefined
  cacheWriteTokens: number | undefined
}

/** One message of a live session. What is undefined in `MessageBase` is given by the store. */
export type LiveMessage = LiveUserMessage | LiveAssistantMessage | LiveToolMessage

interface MessageBase {
  /** 0-based in its session, without gaps: the order in which things were said. */
  position: number
  at: number
  /** False once a compaction replaced it: kept, found by search, never sent again. */
  isActive: boolean
  /**
   * The place in the sending order, if it differs from the position. A digest takes the place of the messages that it
   * replaced; an answer stands behind the last message that the model had seen.
   */
  place?: number | undefined
}

export interface LiveUserMessage extends MessageBase {
  role: 'user'
  text: string
  /** Said in the user's place by a program: a seed, a notice, a summary, a note. */
  isSynthetic: boolean
  /** What says so: seed, history, summary, notice, hint, stop, reset. Undefined for what a person typed. */
  kind?: string | undefined
  /** The platform's own id: the same message that comes twice is stored once. */
  messageId?: string | undefined
  /** Set on messages that a compaction wrote: how it came about. */
  compaction?: { strategy: string; trigger: string; tokensBefore: number } | undefined
  /** Sent to the model in place of `text`, where notes ride along with what a person typed. */
  sentText?: string | undefined
}

export interface LiveAssistantMessage extends MessageBase {
  role: 'assistant'
  /** Set on messages that this session's model did not say: seed, history. */
  kind?: string | undefined
  text: string
  calls: LiveCall[]
  /** What the provider wants back with this message (reasoning, signatures), as the AI SDK hands it out. */
  providerParts?: unknown
  isSynthetic: boolean
  model?: string | undefined
  usage?: TokenUsage | undefined
  /** Tokens in front of the model when it said this. */
  contextTokens?: number | undefined
  finishReason?: string | undefined
}

export interface LiveCall {
  id: string
  tool: string
  /** Parsed arguments; the raw text where the model wrote no JSON. */
  args: unknown
}

export interface LiveToolMessage extends MessageBase {
  role: 'tool'
  callId: string
  tool: string
  text: string
  isError: boolean
  isSynthetic: boolean
  /** Why there is no result of the tool's own: it was interrupted and may have done something, never began, or was stopped by a person. */
  kind?: 'interrupted' | 'not-run' | 'stopped' | undefined
}
