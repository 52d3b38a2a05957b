import type { Connection } from '../../store/connection.ts'
import type { GatewayConfig } from '../config/config.ts'

/** What comes from outside. */
export interface ChatDependencies {
  store: Connection
  config: GatewayConfig
  now(): number
  /** A new id of a live session. */
  newId(): string
  /** Whether a background process of this chat runs that is younger than the limit. If it throws, one does. */
  hasActiveProcess?(key: string, youngerThanMs: number): Promise<boolean>
  /** What the new session should know of the last one (S24); asked where the policy says `handover`. Undefined: nothing. */
  handover?(previous: {
    session: string
    owner: string
    platform: string
    /** The session that is about to begin. */
    next: string
  }): Promise<string | undefined>
}
