import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'
import type { NewMessage } from '../store/live/live-message.ts'
import type { CompactionStrategy } from './compaction/strategy.ts'
import type { Model } from './models/model.ts'
import type { ApprovalRequest, Tool, ToolSession } from './tool.ts'

/** Everything a turn needs, put together by operations: the loop itself knows no provider, no tool and no place. */
export interface Agent {
  app: App
  store: Connection
  model: Model
  tools: readonly Tool[]
  /** Where a session works that does not say otherwise. */
  cwd: string
  /** Where its commands run, if not on this machine. */
  sandbox?: string | undefined
  project: string | undefined
  /** For sessions that begin now; those that began keep theirs. */
  systemPrompt: string
  limits: AgentLimits
  /** Tried in this order when the conversation is too long; none: it is never made shorter. */
  compactions: readonly CompactionStrategy[]
  warm: WarmStart | undefined
  /** Whether a person allows it to this session; ends when the signal comes. */
  approve(request: ApprovalRequest, session: ToolSession, signal: AbortSignal): Promise<boolean>
  notices?: Notices
}

/** What background processes have to say to a session, each thing once. */
interface Notices {
  areWaiting(sessionKey: string): Promise<boolean>
  /** Taken in the transaction that keeps them. */
  claim(sessionKey: string, transaction: Connection): Promise<string[]>
}

interface AgentLimits {
  /** Times the model is asked in one turn. */
  steps: number
  /** Tokens, read and written, that one turn may cost; undefined: as many as it takes. */
  tokens: number | undefined
  /** Of one answer. */
  outputTokens: number | undefined
}

/** What a session is given of templates, at the moments when it can be given something. */
export interface WarmStart {
  /** Whether a session goes on cold where this fails; otherwise the failure is the turn's. */
  isOptional: boolean
  /** What a new session starts with. Runs in the transaction that stores its first message, so that both or neither are there. */
  begin(store: Connection, session: WarmSession): Promise<NewMessage[]>
  /** Once more, after a compaction took it out. */
  again(store: Connection, session: WarmSession): Promise<NewMessage[]>
  /** A word on how others got out of an error, if there is one. */
  hint(store: Connection, session: WarmSession, failed: { tool: string; message: string }): Promise<string | undefined>
}

export interface WarmSession {
  id: string
  owner: string
  cwd: string
  /** What the user says first; empty where nothing new is said. */
  text: string
}

export const DEFAULT_STEPS = 90
