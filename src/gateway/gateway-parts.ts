import type { App } from '../app.ts'
import type { TurnRequest, TurnResult } from '../agent/turn.ts'
import type { Processes } from '../processes/processes.ts'
import type { Connection } from '../store/connection.ts'
import type { GatewayConfig } from './config/config.ts'
import type { HomeChannel } from './config/delivery-target.ts'
import type { MessageSource } from './identity/source.ts'
import type { Platform } from './platform.ts'
import type { RateLimit } from './rate-limit.ts'
import type { ChatSession } from './sessions/chat-session.ts'
import type { ChatSessions } from './sessions/chat-sessions.ts'

/** What a gateway is made of. Turns, chats and processes are handed in from above. */
export interface GatewayParts {
  app: App
  store: Connection
  config: GatewayConfig
  env: Readonly<Record<string, string | undefined>>
  chats: ChatSessions
  respond(request: TurnRequest): Promise<TurnResult>
  /** Renders the context prompt of a chat; `served` lists the platforms and homes served at that moment. */
  contextPrompt(source: MessageSource, served: ServedNow): string
  processes?: Processes | undefined
  compress?: ((chat: ChatSession) => Promise<string>) | undefined
  earlierSessions?: ((owner: string) => Promise<string[]>) | undefined
  platforms: readonly Platform[]
  log(line: string): void
  limits?: Partial<GatewayLimits>
}

export interface GatewayLimits {
  /** Sessions that are worked on at the same time. */
  parallelTurns: number
  /** Chats of one platform that are sent to at the same time. */
  parallelSends: number
  /** A gateway that has not been heard of for so long is dead, and its messages are another's. */
  leaseMs: number
  /** What running turns are given when the gateway stops. */
  drainMs: number
  rate: RateLimit
  /** How long a permission is waited for that a chat was asked for. */
  approvalMs: number
  /** The first pause before a platform that failed is tried again. */
  reconnectMs: number
  /** How long the start waits for platforms that take their time. */
  startMs: number
}

/** The platforms that are connected at a moment, and their home channels. */
export interface ServedNow {
  platforms: readonly string[]
  homes: ReadonlyMap<string, HomeChannel>
}
