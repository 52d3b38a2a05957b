import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createApp } from '../src/app.ts'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import { createChatSessions } from '../src/gateway/sessions/chat-sessions.ts'
import { readGatewayConfig } from '../src/gateway/config/config.ts'
import { createGateway } from '../src/gateway/gateway.ts'
import type { Platform, PlatformHost } from '../src/gateway/platform.ts'
import { platformByName } from '../src/gateway/platforms/registry.ts'
import { makeDirectory } from '../src/lib/make-directory.ts'
import { runGateway } from '../src/verbs/gateway/run-operation.ts'
import type { Connection } from '../src/store/connection.ts'
import { countMail } from '../src/store/chats/gateway.ts'
import { appendMessages } from '../src/store/live/live-message.ts'
import { ensureLiveSession } from '../src/store/live/live-session.ts'
import { openStore } from '../src/store/open.ts'
import { reportAtLeast } from './measure.ts'

const SESSIONS = 1_000
const ROUNDS = 10
const LEAST_A_SECOND = 200

/**
 * Messages of 1,000 chats through inbox, turn and outbox on SQLite: none may be missing at the end. Once with a turn that only keeps
 * its words, once with the real agent and a scripted model that is served by a process of its own.
 */
export const benchGateway = async (scratch: string): Promise<void> => {
  await carriedAlone(join(scratch, 'gateway'))
  await carriedByAgent(join(scratch, 'gateway-agent'))
}

const carriedAlone = async (home: string): Promise<void> => {
  const app = { ...createApp({ store: `sqlite:${join(home, 'store.db')}` }), home }
  const store = await openStore(app.storeAddress)
  const config = readGatewayConfig({})
  const traffic = createTraffic()
  const gateway = createGateway({
    app,
    store,
    config,
    env: {},
    chats: createChatSessions({ store, config, now: app.now, newId: () => randomUUID() }),
    respond: scripted(store, app.now),
    contextPrompt: () => 'context',
    platforms: [traffic.platform],
    log: (line) => void process.stderr.write(`${line}\n`),
  })
  await gateway.start()
  const seconds = await traffic.run()
  await gateway.stop()
  await report('gateway on SQLite', { store, traffic, seconds })
}

const carriedByAgent = async (home: string): Promise<void> => {
  makeDirectory(home)
  const model = await startModel(home)
  const plain = createApp({ store: `sqlite:${join(home, 'store.db')}` })
  const env = { WARMSTART_BASE_URL: model.address, WARMSTART_MODEL: 'scripted' }
  const app = { ...plain, home, place: { ...plain.place, home, env } }
  const store = await openStore(app.storeAddress)
  const traffic = createTraffic()
  const stop = new AbortController()
  try {
    const ended = runGateway(app, store, {
      platforms: [traffic.platform.name],
      connect: async (name) => (name === traffic.platform.name ? traffic.platform : platformByName(name)),
      log: (line) => void (line.startsWith('serving') || process.stderr.write(`${line}\n`)),
      signal: stop.signal,
    })
    await Promise.race([traffic.connected, ended])
    const seconds = await traffic.run()
    stop.abort()
    await ended
    await report('gateway on SQLite, real agent', { store, traffic, seconds })
  } finally {
    model.end()
  }
}

/** `warmstart mock-model` with an answer for everybody. */
const startModel = async (directory: string): Promise<{ address: string; end(): void }> => {
  const script = join(directory, 'script.json')
  writeFileSync(script, JSON.stringify({ otherwise: { text: 'You said: {{user}}' } }))
  const program = join(import.meta.dirname, '..', 'src', 'interfaces', 'cli', 'enter.mjs')
  const child = spawn(process.execPath, [program, 'mock-model', script, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { address: (JSON.parse(line) as { address: string }).address, end: () => void child.kill() }
}

interface Traffic {
  platform: Platform
  connected: Promise<void>
  answered: ReadonlyMap<string, number>
  /** Says everything and waits for every answer; returns how many seconds that took. */
  run(): Promise<number>
}

const createTraffic = (): Traffic => {
  const answered = new Map<string, number>()
  const { platform, host, connected } = chatPlatform((id) => answered.set(id, (answered.get(id) ?? 0) + 1))
  return {
    platform,
    connected,
    answered,
    run: async () => {
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
      return (performance.now() - startedAt) / 1000
    },
  }
}

const report = async (
  name: string,
  { store, traffic, seconds }: { store: Connection; traffic: Traffic; seconds: number },
): Promise<void> => {
  const { inbox, outbox } = await countMail(store)
  await store.close()
  const twice = [...traffic.answered.values()].filter((count) => count !== 1).length
  if (inbox['answered'] !== SESSIONS * ROUNDS || outbox['sent'] !== SESSIONS * ROUNDS || twice > 0)
    throw new Error(`messages are missing or twice there: ${JSON.stringify({ inbox, outbox, twice })}`)
  const note = `${SESSIONS * ROUNDS} messages of ${SESSIONS} sessions, none lost, none twice`
  reportAtLeast(name, (SESSIONS * ROUNDS) / seconds, LEAST_A_SECOND, note, 'messages/s')
}

const chatPlatform = (onSent: (id: string) => void) => {
  let host: PlatformHost | undefined
  const connected = Promise.withResolvers<void>()
  const platform: Platform = {
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
        listen: async () => connected.resolve(),
        stopListening: async () => undefined,
        send: async ({ idempotencyKey }) => {
          onSent(idempotencyKey)
          return { outcome: 'sent' }
        },
        close: async () => undefined,
      }
    },
  }
  return {
    platform,
    connected: connected.promise,
    host: () => {
      if (host === undefined) throw new Error('not connected')
      return host
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
