import { randomUUID } from 'node:crypto'
import type { TurnRequest, TurnResult } from '../agent/turn.ts'
import type { App } from '../app.ts'
import { type ChatSessions, createChatSessions } from '../gateway/sessions/chat-sessions.ts'
import { type GatewayConfig, readGatewayConfig } from '../gateway/config/config.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import type { GatewayParts } from '../gateway/gateway-parts.ts'
import type { Connection } from '../store/connection.ts'
import { openStore } from '../store/open.ts'
import { type Cleaning, scratch } from './check.ts'
import { testApp } from './imported.ts'

/** The configuration with every default; no user is admitted. */
export const testConfig = (changes: Partial<GatewayConfig> = {}): GatewayConfig => ({
  ...readGatewayConfig({}, { timeZone: 'UTC' }),
  ...changes,
})

/** Sessions of chats as they are, with ids of their own. */
export const testChats = (store: Connection, config: GatewayConfig, now: () => number): ChatSessions =>
  createChatSessions({ store, config, now, newId: () => randomUUID() })

/** An agent that repeats each message. */
export const echo = async ({ session, text }: TurnRequest): Promise<TurnResult> => ({
  session,
  text: `echo: ${text}`,
  steps: 1,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  end: 'answered',
})

const gateways = new Map<Connection, Gateway[]>()

/** A store with the clock of the machine. When the test ends, gateways on it are stopped before it is closed. */
export const gatewayStore = async (t: Cleaning, address?: string): Promise<{ app: App; store: Connection }> => {
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
