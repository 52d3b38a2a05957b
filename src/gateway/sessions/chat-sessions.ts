import * as rows from '../../store/chats/chat-session.ts'
import type { Connection } from '../../store/connection.ts'
import type { ChatSession, ListedChatSession, ResetNotice } from './chat-session-record.ts'
import { toChatSession, toListedChatSession } from './chat-session-record.ts'
import { createChanges } from './chat-changes.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import { findConversation } from './conversation.ts'
import { createGetOrCreate, type FoundChat } from './get-or-create.ts'
import type { MessageSource } from '../identity/source.ts'

/** Sessions of chats. Nothing is kept in memory, because several processes may work on one store. */
export interface ChatSessions {
  /**
   * Returns the session that a message belongs to. Parallel callers with a new chat all get the same id. A due reset
   * happens here, before the message. Internal messages (cron, notices of processes) do not count as a person's.
   */
  getOrCreate(source: MessageSource, options?: { isInternal?: boolean; forceNew?: boolean }): Promise<FoundChat>
  /** The key of the conversation that a message belongs to, even if the conversation does not exist yet. */
  keyOf(source: MessageSource): Promise<string>
  /** Finds a session by its exact key. Changes no clock and resets nothing. */
  find(key: string): Promise<ChatSession | undefined>
  /** Finds all sessions whose key begins with the text. An exact match is returned alone. */
  findByPrefix(text: string): Promise<ChatSession[]>
  findBySession(session: string): Promise<ChatSession | undefined>
  /** Begins a new session in the same chat on request. The last session ends with the reason and can be restored. */
  reset(key: string, options?: { reason?: string; isAnnounced?: boolean }): Promise<ChatSession>
  /** Undoes the last reset. */
  undoReset(key: string): Promise<ChatSession>
  /** Continues an earlier session of the same owner. */
  resume(key: string, session: string): Promise<ChatSession>
  /** Newest first. */
  list(filter?: ListFilter): Promise<ListedChatSession[]>
  /**
   * Returns the notice of an automatic reset that is not announced yet. The first caller gets the notice and announces
   * it; the next gets undefined.
   */
  takeResetNotice(key: string, transaction?: Connection): Promise<ResetNotice | undefined>
  /** Merges the change into the metadata; an undefined field is removed. */
  setMetadata(key: string, change: Readonly<Record<string, unknown>>): Promise<void>
}

export interface ListFilter {
  activeWithinMinutes?: number | undefined
  platform?: string | undefined
  owner?: string | undefined
  limit?: number | undefined
}

export const createChatSessions = (dependencies: ChatDependencies): ChatSessions => {
  const { store, config, now } = dependencies
  const changes = createChanges(dependencies)
  const one = async (row: Promise<rows.ChatRow | undefined>): Promise<ChatSession | undefined> => {
    const found = await row
    return found === undefined ? undefined : toChatSession(found)
  }

  return {
    getOrCreate: createGetOrCreate(dependencies, changes),
    keyOf: async (source) => (await findConversation(source, config, (key) => rows.readChat(store, key))).key,
    find: (key) => one(rows.readChat(store, key)),
    findBySession: (session) => one(rows.readChatBySession(store, session)),
    findByPrefix: async (text) => {
      const found = await rows.chatsByPrefix(store, text, MOST_LISTED)
      const exact = found.filter((row) => row.key === text)
      return (exact.length > 0 ? exact : found).map(toChatSession)
    },
    reset: changes.reset,
    undoReset: changes.undo,
    resume: changes.resume,
    takeResetNotice: changes.takeNotice,
    setMetadata: changes.setMetadata,
    list: async ({ activeWithinMinutes, ...filter } = {}) => {
      const since = activeWithinMinutes === undefined ? undefined : now() - activeWithinMinutes * 60_000
      return (await rows.listChats(store, { ...filter, since })).map(toListedChatSession)
    },
  }
}

/** A person does not read more matches than this. */
const MOST_LISTED = 20
