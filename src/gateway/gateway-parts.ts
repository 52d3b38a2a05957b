import type { App } from '../app.ts'
import type { TurnRequest, TurnResult } from '../agent/turn.ts'
import type { Processes } from '../processes/processes.ts'
import type { Connection } from '../store/connection.ts'
import type { GatewayConfig } from './config/config.ts'
import type { HomeChannel } from './config/delivery-target.ts'
import type { MessageSource } from './identity/source.ts'
import type { Platform } from './platform.ts'
import type { RateLimit } from './rate-limit.ts'
import type { ChatSession } from './sessions/chat-session-record.ts'
import type { ChatSessions } from './sessions/chat-sessions.ts'

/** The parts of a gateway. The caller provides turns, chats and processes. */
export interface GatewayParts {
  app: App
  store: Connection
  config: GatewayConfig
  env: Readonly<Record<string, string | undefined>>
  chats: ChatSessions
  respond(request: TurnRequest): Promise<TurnResult>
  /** Renders the context prompt of a chat. `served` lists the platforms and homes that are served at that moment. */
  contextPrompt(source: MessageSource, served: ServedNow): string
  processes?: Processes | undefined
  compress?: ((chat: ChatSession) => Promise<string>) | undefined
  earlierSessions?: ((owner: string) => Promise<string[]>) | undefined
  platforms: readonly Platform[]
  log(line: string): void
  limits?: Partial<GatewayLimits>
}

export interface GatewayLimits {
  /** How many sessions may have a running turn at the same time. */
  parallelTurns: number
  /** How many chats of one platform may be sent to at the same time. */
  parallelSends: number
  /** A gateway that gives no sign of life for this long is dead; another gateway takes over its messages. */
  leaseMs: number
  /** How long running turns may go on after the gateway is told to stop. */
  drainMs: number
  rate: RateLimit
  /** How long to wait for an approver's answer in a chat. */
  approvalMs: number
  /** The first pause before the gateway tries a failed platform again. */
  reconnectMs: number
  /** How long the start waits for slow platforms. */
  startMs: number
}

/** The platforms that are connected at a moment, and their home channels. */
export interface ServedNow {
  platforms: readonly string[]
  homes: ReadonlyMap<string, HomeChannel>
}
