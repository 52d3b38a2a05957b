import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { ChatSession } from '../../gateway/sessions/chat-session-record.ts'
import type { ChatSessions } from '../../gateway/sessions/chat-sessions.ts'
import { writeSource } from '../../gateway/identity/source.ts'
import { isoTime } from '../../lib/clock.ts'
import type { LiveMessage, LiveSession } from '../../schema/live-session.ts'
import type { ChatExported } from './exported-shape.ts'
import type { Connection } from '../../store/connection.ts'
import { readMessages } from '../../store/live/live-message.ts'
import { readLiveSession } from '../../store/live/live-session.ts'
import { writeWhole } from '../../lib/write-whole.ts'
import { chatNamed, openChats } from './sessions-operation.ts'

type GatewayApp = Pick<App, 'home' | 'now' | 'place' | 'owner'>

/** One session as lines of JSON: its description, then every message in order and in full. */
export interface Transcript {
  key: string
  id: string
  messages: number
  lines: string[]
}

/**
 * Transcripts of one chat or of all: of the chat's current session and the sessions before it. Nothing is redacted,
 * not even secrets, because the transcripts belong to their owner.
 */
export async function* gatewayTranscripts(
  app: GatewayApp,
  store: Connection,
  key: string | undefined,
): AsyncGenerator<Transcript> {
  const chats = await openChats(app, store)
  const wanted = key === undefined ? await chats.list() : [await chatNamed(chats, key)]
  for (const chat of wanted) yield* transcriptsOf(chat, chats, store)
}

/** Writes the transcripts to files that only their owner can read; replaces existing files. */
export const gatewayExport = async (
  app: GatewayApp,
  store: Connection,
  { key, directory }: { key: string | undefined; directory: string },
): Promise<ChatExported> => {
  const files: ChatExported['files'] = []
  for await (const { key: of, id, messages, lines } of gatewayTranscripts(app, store, key)) {
    const path = join(directory, `${fileNameOf(id)}.jsonl`)
    writeWhole(path, `${lines.join('\n')}\n`)
    files.push({ key: of, id, path, messages })
  }
  return { directory, files }
}

/** Ids from other programs may hold any character. */
const fileNameOf = (id: string): string =>
  encodeURIComponent(id.toWellFormed()).replaceAll(
    /[.*'()!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )

async function* transcriptsOf(chat: ChatSession, chats: ChatSessions, store: Connection): AsyncGenerator<Transcript> {
  const waiting = [chat.session, chat.previous?.session]
  const seen = new Set<string>()
  for (const id of waiting) {
    if (id === undefined || seen.has(id)) continue
    seen.add(id)
    const session = await readLiveSession(store, chat.owner, id)
    // The chat has no message yet.
    if (session === undefined) continue
    // A session that continued in another chat belongs to that chat.
    const holder = await chats.findBySession(id)
    if (holder !== undefined && holder.key !== chat.key) continue
    const messages = await readMessages(store, id)
    const lines = [headOf(session, chat), ...messages.map(messageOf)].map((line) => JSON.stringify(line))
    yield { key: chat.key, id, messages: messages.length, lines }
    waiting.push(session.parent?.session)
  }
}

const headOf = (session: LiveSession, { key, displayName, source }: ChatSession): object => ({
  type: 'session',
  id: session.id,
  key,
  owner: session.owner,
  platform: session.platform,
  displayName,
  origin: writeSource(source),
  model: session.model ?? null,
  parent: session.parent ?? null,
  startedAt: isoTime(session.startedAt),
  lastAt: isoTime(session.lastAt),
  endedAt: isoTime(session.endedAt),
  endReason: session.endReason ?? null,
  systemPrompt: session.systemPrompt ?? null,
})

const messageOf = (message: LiveMessage): object => {
  // Only the provider that wrote provider parts can use them.
  const { providerParts: _, ...rest } = message as LiveMessage & { providerParts?: unknown }
  return { type: 'message', ...rest, at: isoTime(message.at) }
}
