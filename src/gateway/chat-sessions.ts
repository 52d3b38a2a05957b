import { AppError } from '../lib/error.ts'
import * as rows from '../store/chat-session.ts'
import type { Connection } from '../store/connection.ts'
import type { ChatSession, ListedChatSession, ResetNotice } from './chat-session.ts'
import { chatSessionOf, describedBy, listedOf } from './chat-session.ts'
import { createChanges } from './chat-changes.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import { keyOfShape, keyShape, sessionKey } from './key.ts'
import { createResetRule } from './reset-rule.ts'
import type { MessageSource } from './source.ts'

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
  /** A new session in the same chat by somebody's word. The last one is ended with the reason, and can be had back. */
  reset(key: string, options?: { reason?: string; isAnnounced?: boolean }): Promise<ChatSession>
  /** Takes the last reset back. */
  undoReset(key: string): Promise<ChatSession>
  /** Goes on with an earlier session of the same owner. */
  resume(key: string, session: string): Promise<ChatSession>
  /** Newest first. */
  list(filter?: ListFilter): Promise<ListedChatSession[]>
  /** A reset that was made by itself and not yet told. Whoever gets it tells it: the next one gets undefined. */
  takeResetNotice(key: string, transaction?: Connection): Promise<ResetNotice | undefined>
  /** Joins the change to what is there; a field that is undefined goes. */
  setMetadata(key: string, change: Readonly<Record<string, unknown>>): Promise<void>
}

export interface FoundChat {
  chat: ChatSession
  /** The chat was never seen before. */
  isNew: boolean
  /** A reset was made for this message; `takeResetNotice` has the words. */
  wasReset: boolean
}

export interface ListFilter {
  activeWithinMinutes?: number | undefined
  platform?: string | undefined
  owner?: string | undefined
  limit?: number | undefined
}

export const createChatSessions = (dependencies: ChatDependencies): ChatSessions => {
  const { store, config, now } = dependencies
  const rule = createResetRule(dependencies)
  const changes = createChanges(dependencies)

  const getOrCreate: ChatSessions['getOrCreate'] = async (source, { isInternal = false, forceNew = false } = {}) => {
    const shape = keyShape(source, config)
    const described = describedBy(source, config)
    let key = sessionKey(source, config)
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const at = now()
      const row = await rows.readChat(store, key)
      if (row === undefined) {
        const made = newRow(source, { key, shape, session: dependencies.newId(), at, isSpoken: !isInternal, described })
        if (await rows.insertChat(store, made)) return { chat: chatSessionOf(made), isNew: true, wasReset: false }
        continue
      }
      // A thread and a user of the same number have one key by the usual rules; whoever came second gets another.
      if (row.shape !== shape) {
        key = keyOfShape(key, shape)
        continue
      }
      const reset = forceNew ? { reason: 'new', words: 'a new one was asked for' } : await rule.due(row, source, at)
      if (reset !== undefined) {
        const changed = await changes.begin(row, { ...reset, at, isSpoken: !isInternal, isAnnounced: !forceNew })
        if (changed === undefined) continue
        const renamed = differing(changed, described)
        if (renamed !== undefined) await rows.touchChat(store, changed, { at, isInternal, described: renamed })
        return { chat: chatSessionOf({ ...changed, ...described }), isNew: false, wasReset: true }
      }
      const differs = differing(row, described)
      if (!(await rows.touchChat(store, row, { at, isInternal, described: differs }))) continue
      return { chat: chatSessionOf(touched(row, { at, isInternal, described })), isNew: false, wasReset: false }
    }
    throw new AppError('chat-busy', `the session of ${key} changed again and again while it was looked up`, {
      hint: 'send the message again',
    })
  }

  const one = async (row: Promise<rows.ChatRow | undefined>): Promise<ChatSession | undefined> => {
    const found = await row
    return found === undefined ? undefined : chatSessionOf(found)
  }

  return {
    getOrCreate,
    keyOf: async (source) => {
      const [key, shape] = [sessionKey(source, config), keyShape(source, config)]
      const row = await rows.readChat(store, key)
      return row === undefined || row.shape === shape ? key : keyOfShape(key, shape)
    },
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

/** Each attempt that fails means that somebody else went on; nobody is that unlucky so often. */
const MOST_ATTEMPTS = 50
/** More matches than a person reads to choose from. */
const MOST_LISTED = 20

interface NewChat {
  key: string
  shape: string
  session: string
  at: number
  isSpoken: boolean
  described: rows.Described
}

const newRow = (
  { platform, chatType }: MessageSource,
  { key, shape, session, at, isSpoken, described }: NewChat,
): rows.ChatRow => ({
  ...described,
  key,
  shape,
  session,
  platform,
  chatType,
  isSpoken,
  createdAt: at,
  startedAt: at,
  interactedAt: at,
  updatedAt: at,
  previous: undefined,
  notice: undefined,
  metadata: '{}',
})

const differing = (row: rows.ChatRow, described: rows.Described): rows.Described | undefined =>
  row.source === described.source && row.displayName === described.displayName && row.owner === described.owner
    ? undefined
    : described

/** What `touchChat` has made of the row. */
const touched = (
  row: rows.ChatRow,
  { at, isInternal, described }: { at: number; isInternal: boolean; described: rows.Described },
): rows.ChatRow => ({
  ...row,
  ...described,
  updatedAt: at,
  startedAt: Math.min(row.startedAt, at),
  interactedAt: isInternal ? Math.min(row.interactedAt, at) : at,
})
