import type { Connection } from '../store/connection.ts'
import type { ChatSession, ResetNotice } from './chat-session.ts'
import type { GatewayConfig } from './config.ts'
import type { MessageSource } from './source.ts'

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
  handover?(previous: { session: string; owner: string; platform: string }): Promise<string | undefined>
}

/** Sessions of chats. Nothing is kept in memory: several processes may work on one store. */
export interface ChatSessions {
  /**
   * The session a message belongs to. However many ask at once for a new chat, all get one id. A reset that is due is made
   * here, before the message. Internal messages (cron, notices of processes) do not count as a person's.
   */
  getOrCreate(source: MessageSource, options?: { isInternal?: boolean; forceNew?: boolean }): Promise<FoundChat>
  /** The session as it is; no clock moves and nothing is reset. By exact key. */
  find(key: string): Promise<ChatSession | undefined>
  /** All whose key begins so; an exact match comes alone. */
  findByPrefix(text: string): Promise<ChatSession[]>
  findBySession(session: string): Promise<ChatSession | undefined>
  /** A new session in the same chat by a person's word. The last one is ended with the reason, and can be had back. */
  reset(key: string, options?: { reason?: string; isAnnounced?: boolean }): Promise<ChatSession>
  /** Takes the last reset back. */
  undoReset(key: string): Promise<ChatSession>
  /** Goes on with an earlier session of the same owner. */
  resume(key: string, session: string): Promise<ChatSession>
  /** Newest first. */
  list(filter?: { activeWithinMinutes?: number; platform?: string; owner?: string }): Promise<ChatSession[]>
  /** A reset that was made by itself and not yet told. Whoever gets it tells it: the next one gets undefined. */
  takeResetNotice(key: string, transaction?: Connection): Promise<ResetNotice | undefined>
  setMetadata(key: string, change: Readonly<Record<string, unknown>>): Promise<void>
}

export interface FoundChat {
  chat: ChatSession
  /** The chat was never seen before. */
  isNew: boolean
  /** A reset was made for this message; `takeResetNotice` has the words. */
  wasReset: boolean
}

export declare const createChatSessions: (dependencies: ChatDependencies) => ChatSessions
