import * as rows from '../../store/chats/chat-session.ts'
import type { Connection } from '../../store/connection.ts'
import type { ChatSession, ListedChatSession, ResetNotice } from './chat-session.ts'
import { chatSessionOf, listedOf } from './chat-session.ts'
import { createChanges } from './chat-changes.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import { findConversation } from './conversation.ts'
import { createGetOrCreate, type FoundChat } from './get-or-create.ts'
import type { MessageSource } from '../identity/source.ts'

/** Sessions of chats. Nothing is kept in memory: several processes may work on one store. */
export interface ChatSessions {
  /**
   * The session a message belongs to. However many ask at once for a new chat, all get one id. A reset that is due is made
   * here, before the message. Internal messages (cron, notices of processes) do not count as a person's.
   */
  getOrCreate(source: MessageSource, options?: { isInternal?: boolean; forceNew?: boolean }): Promise<FoundChat>
  /** The key of the conversation a message belongs to, whether or not it is there yet. */
  keyOf(source: MessageSource): Promise<string>
  /** The session as it is; no clock moves and nothing is reset. By exact key. */
  find(key: string): Promise<ChatSession | undefined>
  /** All whose key begins so; an exact match comes alone. */
  findByPrefix(text: string): Promise<ChatSession[]>
  findBySession(session: string): Promise<ChatSession | undefined>
  /** A new session in the same chat on request. The last one is ended with the reason, and can be had back. */
  reset(key: string, options?: { reason?: string; isAnnounced?: boolean }): Promise<ChatSession>
  /** Takes the last reset back. */
  undoReset(key: string): Promise<ChatSession>
  /** Goes on with an earlier session of the same owner. */
  resume(key: string, session: string): Promise<ChatSession>
  /** Newest first. */
  list(filter?: ListFilter): Promise<ListedChatSession[]>
  /** A reset that was made by itself and not yet told. The first caller gets it and tells it: the next one gets undefined. */
  takeResetNotice(key: string, transaction?: Connection): Promise<ResetNotice | undefined>
  /** Joins the change to what is there; a field that is undefined goes. */
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
    return found === undefined ? undefined : chatSessionOf(found)
  }

  return {
    getOrCreate: createGetOrCreate(dependencies, changes),
    keyOf: async (source) => (await findConversation(source, config, (key) => rows.readChat(store, key))).key,
    find: (key) => one(rows.readChat(store, key)),
    findBySession: (session) => one(rows.chatOfSession(store, session)),
    findByPrefix: async (text) => {
      const found = await rows.chatsByPrefix(store, text, MOST_LISTED)
      const exact = found.filter((row) => row.key === text)
      return (exact.length > 0 ? exact : found).map(chatSessionOf)
    },
    reset: changes.reset,
    undoReset: changes.undo,
    resume: changes.resume,
    takeResetNotice: changes.takeNotice,
    setMetadata: changes.setMetadata,
    list: async ({ activeWithinMinutes, ...filter } = {}) => {
      const since = activeWithinMinutes === undefined ? undefined : now() - activeWithinMinutes * 60_000
      return (await rows.listChats(store, { ...filter, since })).map(listedOf)
    },
  }
}

/** More matches than a person reads to choose from. */
const MOST_LISTED = 20
