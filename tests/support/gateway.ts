import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app.ts'
import type { TurnRequest, TurnResult } from '../../src/agent/turn.ts'
import { type ChatSessions, createChatSessions } from '../../src/gateway/sessions/chat-sessions.ts'
import { type GatewayConfig, readGatewayConfig } from '../../src/gateway/config/config.ts'
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts'
import type { GatewayParts } from '../../src/gateway/gateway-parts.ts'
import type {
  ConnectedPlatform,
  IncomingMessage,
  OutgoingMessage,
  Platform,
  PlatformHost,
  PlatformLimits,
  SendOutcome,
} from '../../src/gateway/platform.ts'
import type { MessageSource } from '../../src/gateway/identity/source.ts'
import type { Connection } from '../../src/store/connection.ts'
import { appendMessages } from '../../src/store/live/live-message.ts'
import { ensureLiveSession } from '../../src/store/live/live-session.ts'
import { openStore } from '../../src/store/open.ts'
import { scratch, testApp } from './store.ts'

/** Every default, and nobody admitted. */
export const testConfig = (changes: Partial<GatewayConfig> = {}): GatewayConfig => ({
  ...readGatewayConfig({}, { timeZone: 'UTC' }),
  ...changes,
})

/** Sessions of chats as they are, with ids of their own. */
export const testChats = (store: Connection, config: GatewayConfig, now: () => number): ChatSessions =>
  createChatSessions({ store, config, now, newId: () => randomUUID() })

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

/** The same, with its words kept as the agent keeps them: once, however often it is asked. */
export const storedEcho =
  (store: Connection, now: () => number) =>
  async (request: TurnRequest): Promise<TurnResult> => {
    const { session, owner, platform, text, messageId, parent } = request
    const at = now()
    const result = await echo(request)
    const unknown = { project: undefined, cwd: undefined, model: 'echo', title: undefined, systemPrompt: undefined }
    const times = { startedAt: at, lastAt: at, endedAt: undefined, endReason: undefined }
    await store.transaction(async (transaction) => {
      await ensureLiveSession(transaction, {
        id: session,
        owner,
        platform,
        ...unknown,
        ...times,
        parent,
        usage: result.usage,
      })
      const said = await appendMessages(transaction, session, [
        { role: 'user', at, text, isSynthetic: false, messageId },
      ])
      if (said.length > 0)
        await appendMessages(transaction, session, [
          { role: 'assistant', at, text: result.text, calls: [], isSynthetic: false },
        ])
    })
    return result
  }

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
    chats: testChats(store, config, app.now),
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
export const until = async (isSo: () => boolean | Promise<boolean>, what: string, limitMs = 120_000): Promise<void> => {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`waited too long for: ${what}`)
    await sleep(10)
  }
}
