import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import type { ChatSession, ListedChatSession } from '../../gateway/sessions/chat-session-record.ts'
import { type ChatSessions, createChatSessions, type ListFilter } from '../../gateway/sessions/chat-sessions.ts'
import { writeSource } from '../../gateway/identity/source.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import { asNumber, isRecord } from '../../lib/json.ts'
import type { ChatListing } from './listing-shape.ts'
import type { Connection } from '../../store/connection.ts'
import { loadGatewayConfig } from './config-operation.ts'

export type { ChatListing }

type GatewayApp = Pick<App, 'home' | 'now' | 'place' | 'owner'>

/** Opens the sessions of chats for the command line: it asks no process and hands no session over. */
export const openChats = async (app: GatewayApp, store: Connection): Promise<ChatSessions> =>
  createChatSessions({ store, config: await loadGatewayConfig(app), now: app.now, newId: randomUUID })

/** Newest first. */
export const gatewaySessions = async (
  app: GatewayApp,
  store: Connection,
  filter: ListFilter = {},
): Promise<ChatListing[]> => (await (await openChats(app, store)).list(filter)).map(listingOf)

/** Starts a new session in a chat. The chat is told, and its people can restore the last session. */
export const gatewayReset = async (app: GatewayApp, store: Connection, key: string): Promise<ChatListing> => {
  const chats = await openChats(app, store)
  const { key: found } = await chatNamed(chats, key)
  await chats.reset(found, { isAnnounced: true })
  return listed(chats, found)
}

export const gatewayUndoReset = async (app: GatewayApp, store: Connection, key: string): Promise<ChatListing> => {
  const chats = await openChats(app, store)
  const { key: found } = await chatNamed(chats, key)
  await chats.undoReset(found)
  return listed(chats, found)
}

/** Finds a chat by its key or a unique prefix of it. */
export const chatNamed = async (chats: ChatSessions, text: string): Promise<ChatSession> => {
  const [first, ...others] = await chats.findByPrefix(text)
  if (first === undefined)
    throw new AppError('no-such-chat', `no chat has a key that begins with ${text}`, {
      hint: '`warmstart gateway sessions` lists them',
    })
  if (others.length === 0) return first
  const lines = [first, ...others].map(({ key, displayName }) => `  ${key}  ${displayName}`)
  throw new AppError('ambiguous', [`several keys begin with ${text}:`, ...lines].join('\n'), {
    hint: 'give more of the key',
  })
}

const listed = async (chats: ChatSessions, key: string): Promise<ChatListing> => {
  const chat = await chats.find(key)
  const found = (await chats.list({ owner: chat?.owner })).find((each) => each.key === key)
  if (found === undefined)
    throw new AppError('no-such-chat', `there is no chat ${key}`, { hint: 'it was just removed' })
  return listingOf(found)
}

const listingOf = (chat: ListedChatSession): ChatListing => ({
  key: chat.key,
  id: chat.session,
  owner: chat.owner,
  platform: chat.source.platform,
  chatType: chat.source.chatType,
  displayName: chat.displayName,
  createdAt: timeOf(chat.createdAt),
  startedAt: timeOf(chat.clocks.startedAt),
  interactedAt: timeOf(chat.clocks.interactedAt),
  updatedAt: timeOf(chat.clocks.updatedAt),
  tokens: {
    input: chat.usage.inputTokens ?? null,
    output: chat.usage.outputTokens ?? null,
    cacheRead: chat.usage.cacheReadTokens ?? null,
    cacheWrite: chat.usage.cacheWriteTokens ?? null,
  },
  costUsd: costOf(chat),
  previous:
    chat.previous === undefined
      ? null
      : { id: chat.previous.session, reason: chat.previous.reason, at: timeOf(chat.previous.at) },
  origin: writeSource(chat.source),
})

/** The cost is known only if another gateway counted it, and only for that session. */
const costOf = ({ metadata, session }: ListedChatSession): number | null => {
  const imported = metadata['imported']
  return isRecord(imported) && imported['session'] === session ? (asNumber(imported['costUsd']) ?? null) : null
}

const timeOf = (ms: number): string => isoTime(ms) ?? ''
