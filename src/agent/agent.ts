import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'
import type { NewMessage } from '../store/live/live-message.ts'
import type { CompactionStrategy } from './compaction/strategy.ts'
import type { Model } from './models/model.ts'
import type { ApprovalRequest, Tool, ToolSession } from './tool.ts'

/**
 * Everything that a turn needs; operations put it together. The loop itself knows no provider, no tool and no
 * directory.
 */
export interface Agent {
  app: App
  store: Connection
  model: Model
  tools: readonly Tool[]
  /** The working directory of sessions that name no other. */
  cwd: string
  /** The sandbox in which commands run; undefined: on this machine. */
  sandbox?: string | undefined
  project: string | undefined
  /** The prompt of new sessions. A session keeps the prompt that it began with. */
  systemPrompt: string
  limits: AgentLimits
  /**
   * Strategies, tried in this order when the conversation is too long. Without any, the conversation is never
   * compacted.
   */
  compactions: readonly CompactionStrategy[]
  warm: WarmStart | undefined
  /** Asks a person to allow the request for this session. The question ends with the signal. */
  approve(request: ApprovalRequest, session: ToolSession, signal: AbortSignal): Promise<boolean>
  notices?: Notices
}

/** Notices of background processes for a session; each is handed out once. */
interface Notices {
  areWaiting(sessionKey: string): Promise<boolean>
  /** Takes the notices in the transaction that stores them. */
  claim(sessionKey: string, transaction: Connection): Promise<string[]>
}

interface AgentLimits {
  /** How often the model may be asked in one turn. */
  steps: number
  /** How many tokens, input and output together, one turn may cost; undefined: no limit. */
  tokens: number | undefined
  /** How many tokens one answer may have. */
  outputTokens: number | undefined
}

/** Gives a session material from templates: at its start, after a compaction, and after an error. */
export interface WarmStart {
  /** True: if this fails, the session goes on cold. False: the failure ends the turn. */
  isOptional: boolean
  /**
   * Returns the messages that a new session starts with. Runs in the transaction that stores the session's first
   * message, so that both are stored or neither.
   */
  begin(store: Connection, session: WarmSession): Promise<NewMessage[]>
  /** Returns them again after a compaction removed them. */
  again(store: Connection, session: WarmSession): Promise<NewMessage[]>
  /** Returns a hint how other sessions got past the same error, if one is known. */
  hint(store: Connection, session: WarmSession, failed: { tool: string; message: string }): Promise<string | undefined>
}

export interface WarmSession {
  id: string
  owner: string
  cwd: string
  /** The user's first words; empty if the user says nothing new. */
  text: string
}

export const DEFAULT_STEPS = 90
