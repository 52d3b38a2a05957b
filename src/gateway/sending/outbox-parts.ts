import type { Connection } from '../../store/connection.ts'
import type { ConnectedPlatform, PlatformLimits } from '../platform.ts'

/** A platform on which messages can be sent. */
export interface Sender {
  limits: PlatformLimits
  connected: ConnectedPlatform
}

export interface OutboxParts {
  store: Connection
  home: string
  now(): number
  gatewayId(): string
  senders: ReadonlyMap<string, Sender>
  /** How many chats of a platform may be sent to at the same time. */
  parallel: number
  log(line: string): void
  /** Aborts when the gateway ends, even if messages are left. */
  signal: AbortSignal
}
