import type { Connection } from '../../store/connection.ts'
import type { ConnectedPlatform, PlatformLimits } from '../platform.ts'

/** A platform that can be sent on. */
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
  /** How many chats of a platform are sent to at the same time. */
  parallel: number
  log(line: string): void
  /** The gateway is ending, whatever is left. */
  signal: AbortSignal
}
