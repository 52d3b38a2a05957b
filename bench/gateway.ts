import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import { createChatSessions } from '../src/gateway/chat-sessions.ts'
import { readGatewayConfig } from '../src/gateway/config.ts'
import { createGateway } from '../src/gateway/gateway.ts'
import type { Platform, PlatformHost } from '../src/gateway/platform.ts'
import type { Connection } from '../src/store/connection.ts'
import { countMail } from '../src/store/gateway.ts'
import { appendMessages } from '../src/store/live-message.ts'
import { ensureLiveSession } from '../src/store/live-session.ts'
import { openStore } from '../src/store/open.ts'
import { reportAtLeast } from './measure.ts'

const SESSIONS = 1_000
const ROUNDS = 10
const LEAST_A_SECOND = 200

/** Messages of 1,000 chats through inbox, a turn that keeps its words, and outbox, on SQLite: none may be missing at the end. */
export const benchGateway = async (scratch: string): Promise<void> => {
  const home = join(scratch, 'gateway')
  const app = { ...createApp({ store: `sqlite:${join(home, 'store.db')}` }), home }
  const store = await openStore(app.storeAddress)
  const config = readGatewayConfig({})
  const answered = new Map<string, number>()
  const { platform, host } = chatPlatform((id) => answered.set(id, (answered.get(id) ?? 0) + 1))
  const gateway = createGateway({
    app,
    store,
    config,
    env: {},
    chats: createChatSessions({ store, config, now: app.now, newId: () => randomUUID() }),
    respond: scripted(store, app.now),
    contextPrompt: () => 'context',
    platforms: [platform],
    log: (line) => void process.stderr.write(`${line}\n`),
  })
  await gateway.start()
  const startedAt = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    const chats = Array.from({ length: SESSIONS }, (_, chat) => String(chat))
    await Promise.all(
      chats.map((chatId) => {
        const source = { platform: platform.name, chatType: 'dm', chatId, userId: chatId, messageId: `${round}` }
        return host().receive({ source, text: `message ${round} of chat ${chatId}` })
      }),
    )
  }
  while (answered.size < SESSIONS * ROUNDS) await new Promise((resolve) => setTimeout(resolve, 5))
  const seconds = (performance.now() - startedAt) / 1000
  await gateway.stop()
  const { inbox, outbox } = await countMail(store)
  await store.close()
  const twice = [...answered.values()].filter((count) => count !== 1).length
  if (inbox['answered'] !== SESSIONS * ROUNDS || outbox['sent'] !== SESSIONS * ROUNDS || twice > 0)
    throw new Error(`messages are missing or twice there: ${JSON.stringify({ inbox, outbox, twice })}`)
  const note = `${SESSIONS * ROUNDS} messages of ${SESSIONS} sessions, none lost, none twice`
  reportAtLeast('gateway on SQLite', (SESSIONS * ROUNDS) / seconds, LEAST_A_SECOND, note, 'messages/s')
}

const chatPlatform = (onSent: (id: string) => void): { platform: Platform; host(): PlatformHost } => {
  let host: PlatformHost | undefined
  return {
    host: () => {
      if (host === undefined) throw new Error('not connected')
      return host
    },
    platform: {
      name: 'console',
      limits: {
        messageChars: 4_096,
        hasIdempotencyKeys: false,
        hasThreads: false,
        listensAlone: false,
        admission: 'local',
      },
      connect: async (given) => {
        host = given
        return {
          listen: async () => undefined,
          stopListening: async () => undefined,
          send: async ({ idempotencyKey }) => {
            onSent(idempotencyKey)
            return { outcome: 'sent' }
          },
          close: async () => undefined,
        }
      },
    },
  }
}

/** A model that knows its answer, with what the agent writes down for a turn. */
const scripted =
  (store: Connection, now: () => number) =>
  async ({ session, owner, platform, text, messageId }: TurnRequest): Promise<TurnResult> => {
    const at = now()
    const unknown = { project: undefined, cwd: undefined, model: 'scripted', title: undefined, systemPrompt: undefined }
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: undefined, cacheWriteTokens: undefined }
    const times = { startedAt: at, lastAt: at, endedAt: undefined, endReason: undefined, parent: undefined, usage }
    await store.transaction(async (transaction) => {
      await ensureLiveSession(transaction, { id: session, owner, platform, ...unknown, ...times })
      await appendMessages(transaction, session, [{ role: 'user', at, text, isSynthetic: false, messageId }])
    })
    await appendMessages(store, session, [{ role: 'assistant', at, text: 'done', calls: [], isSynthetic: false }])
    return { session, text: 'done', steps: 1, usage, end: 'answered' }
  }
