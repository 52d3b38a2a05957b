import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app.ts'
import type { TurnRequest, TurnResult } from '../../src/agent/turn.ts'
import type { ChatSession } from '../../src/gateway/chat-session.ts'
import type { ChatSessions } from '../../src/gateway/chat-sessions.ts'
import type { GatewayConfig } from '../../src/gateway/config.ts'
import { createGateway, type Gateway, type GatewayParts } from '../../src/gateway/gateway.ts'
import { DEFAULT_KEY_RULES, ownerOf, sessionKey } from '../../src/gateway/key.ts'
import type {
  ConnectedPlatform,
  IncomingMessage,
  OutgoingMessage,
  Platform,
  PlatformHost,
  PlatformLimits,
  SendOutcome,
} from '../../src/gateway/platform.ts'
import { DEFAULT_RESET_POLICY } from '../../src/gateway/reset-policy.ts'
import type { MessageSource } from '../../src/gateway/source.ts'
import type { Connection } from '../../src/store/connection.ts'
import { openStore } from '../../src/store/open.ts'
import { scratch, testApp } from './store.ts'

/** Every default, and nobody admitted. */
export const testConfig = (changes: Partial<GatewayConfig> = {}): GatewayConfig => ({
  ...DEFAULT_KEY_RULES,
  timeZone: 'UTC',
  reset: DEFAULT_RESET_POLICY,
  resetByPlatform: new Map(),
  resetByType: new Map(),
  homeChannels: new Map(),
  allow: new Map(),
  platforms: new Map(),
  privacy: { hashIds: false },
  ...changes,
})

/** Sessions of chats in memory: one per key, and a reset makes the next. */
export const memoryChats = (config: GatewayConfig, now: () => number): ChatSessions => {
  const chats = new Map<string, ChatSession>()
  const of = (key: string): ChatSession => {
    const chat = chats.get(key)
    if (chat === undefined) throw new Error('there is no such chat')
    return chat
  }
  const put = (chat: ChatSession): ChatSession => {
    chats.set(chat.key, chat)
    return chat
  }
  return {
    getOrCreate: async (source) => {
      const key = sessionKey(source, config)
      const found = chats.get(key)
      if (found !== undefined) return { chat: found, isNew: false, wasReset: false }
      const at = now()
      const clocks = { startedAt: at, interactedAt: at, updatedAt: at }
      const owner = ownerOf(source, config)
      const { messageId: _, ...where } = source
      const base = { key, session: `${key} 1`, owner, source: where, displayName: key, createdAt: at, clocks }
      return { chat: put({ ...base, previous: undefined, metadata: {} }), isNew: true, wasReset: false }
    },
    find: async (key) => chats.get(key),
    findByPrefix: async (text) => [...chats.values()].filter(({ key }) => key.startsWith(text)),
    findBySession: async (session) => [...chats.values()].find((chat) => chat.session === session),
    reset: async (key, { reason = 'asked' } = {}) => {
      const chat = of(key)
      const number = Number(chat.session.split(' ').at(-1)) + 1
      const previous = { session: chat.session, reason, at: now(), hadActivity: true }
      return put({ ...chat, session: `${key} ${number}`, previous })
    },
    undoReset: async (key) => {
      const chat = of(key)
      if (chat.previous === undefined) throw new Error('there is nothing to undo')
      return put({ ...chat, session: chat.previous.session, previous: undefined })
    },
    resume: async (key, session) => put({ ...of(key), session }),
    list: async () => [...chats.values()],
    takeResetNotice: async () => undefined,
    setMetadata: async () => undefined,
  }
}

/** What a platform double has seen, and the ways to make it misbehave. */
export interface TestPlatform {
  platform: Platform
  sent: OutgoingMessage[]
  host(): PlatformHost
  say(text: string, source?: Partial<MessageSource>): ReturnType<PlatformHost['receive']>
  /** Asked before every send; the default sends. */
  behave(message: OutgoingMessage): Promise<SendOutcome> | SendOutcome
  isListening(): boolean
}

export const testPlatform = (name = 'console', limits: Partial<PlatformLimits> = {}): TestPlatform => {
  let [host, isListening, count]: [PlatformHost | undefined, boolean, number] = [undefined, false, 0]
  const hosted = (): PlatformHost => {
    if (host === undefined) throw new Error('not connected')
    return host
  }
  const test: TestPlatform = {
    sent: [],
    host: hosted,
    isListening: () => isListening,
    behave: () => ({ outcome: 'sent' }),
    say: (text, source = {}) => {
      const message: IncomingMessage = {
        source: {
          platform: name,
          chatType: 'dm',
          chatId: 'chat',
          userId: 'user',
          messageId: `m${++count}`,
          ...source,
        } as IncomingMessage['source'],
        text,
      }
      return hosted().receive(message)
    },
    platform: {
      name,
      limits: {
        messageChars: 4_096,
        hasIdempotencyKeys: false,
        hasThreads: true,
        listensAlone: false,
        admission: 'local',
        ...limits,
      },
      connect: async (given): Promise<ConnectedPlatform> => {
        host = given
        return {
          listen: async () => {
            isListening = true
          },
          stopListening: async () => {
            isListening = false
          },
          send: async (message) => {
            const outcome = await test.behave(message)
            if (outcome.outcome === 'sent') test.sent.push(message)
            return outcome
          },
          close: async () => undefined,
        }
      },
    },
  }
  return test
}

/** An agent that says back what it was told. */
export const echo = async ({ session, text }: TurnRequest): Promise<TurnResult> => ({
  session,
  text: `echo: ${text}`,
  steps: 1,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  end: 'answered',
})

const gateways = new Map<Connection, Gateway[]>()

/** A store with the clock of the machine. When the test ends, gateways on it are stopped before it is closed. */
export const gatewayStore = async (
  t: { after(clean: () => void | Promise<void>): void },
  address?: string,
): Promise<{ app: App; store: Connection }> => {
  const app = { ...testApp(scratch(t), address), now: Date.now }
  const store = await openStore(app.storeAddress)
  gateways.set(store, [])
  t.after(async () => {
    await Promise.all((gateways.get(store) ?? []).map((gateway) => gateway.stop()))
    gateways.delete(store)
    await store.close()
  })
  return { app, store }
}

/** A gateway over doubles on a store of `gatewayStore`. */
export const testGateway = async ({
  app,
  store,
  ...changes
}: { app: App; store: Connection } & Partial<GatewayParts>): Promise<Gateway> => {
  const config = changes.config ?? testConfig()
  const gateway = createGateway({
    app,
    store,
    config,
    env: {},
    chats: memoryChats(config, app.now),
    respond: echo,
    contextPrompt: () => 'context',
    platforms: [],
    log: () => undefined,
    ...changes,
    limits: { leaseMs: 600, drainMs: 2_000, rate: { burst: 1_000_000, refillMs: 1 }, ...changes.limits },
  })
  gateways.get(store)?.push(gateway)
  await gateway.start()
  return gateway
}

/** Waits until something is so; a loaded machine is given time. */
export const until = async (isSo: () => boolean | Promise<boolean>, what: string, limitMs = 60_000): Promise<void> => {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`waited too long for: ${what}`)
    await sleep(10)
  }
}
