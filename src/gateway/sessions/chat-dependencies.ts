import type { Connection } from '../../store/connection.ts'
import type { GatewayConfig } from '../config/config.ts'

/** What the caller provides. */
export interface ChatDependencies {
  store: Connection
  config: GatewayConfig
  now(): number
  /** Returns an id for a new live session. */
  newId(): string
  /** Whether a background process of this chat runs that is younger than the limit. An error counts as yes. */
  hasActiveProcess?(key: string, youngerThanMs: number): Promise<boolean>
  /** Returns what the new session should know of the last one, if the policy says `handover`. Undefined: nothing. */
  handover?(previous: {
    session: string
    owner: string
    platform: string
    /** The session that is about to begin. */
    next: string
  }): Promise<string | undefined>
}
