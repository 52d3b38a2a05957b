import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import type { AskChat } from '../../gateway/commands/approvals.ts'
import { createChatSessions } from '../../gateway/sessions/chat-sessions.ts'
import { contextPrompt } from '../../gateway/answering/context-prompt.ts'
import { createCronTool } from '../../gateway/jobs/cron-tool.ts'
import { createGateway, type Gateway } from '../../gateway/gateway.ts'
import type { GatewayLimits } from '../../gateway/gateway-parts.ts'
import { strangeLocalLinks } from '../../gateway/identity/identity-links.ts'
import { platformByName, PLATFORMS, servable } from '../../gateway/platforms/registry.ts'
import type { Platform } from '../../gateway/platform.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { findLiveSessions } from '../../store/live/live-session.ts'
import { hasUnended } from '../../store/live/process.ts'
import { createGatewayAgent, type GatewayAgent } from './agent-operation.ts'
import { readHomeConfig, toGatewayConfig } from './config-operation.ts'
import { chatHandover } from './handover-operation.ts'

export interface RunGateway {
  /** Names of platforms; if empty, the platforms that the configuration connects. */
  platforms: readonly string[]
  log(line: string): void
  /** Stops the gateway once the running turns have ended. */
  signal: AbortSignal
  limits?: Partial<GatewayLimits>
  /** Replaces the configured agent and the registered platforms. */
  agent?: GatewayAgent
  connect?(name: string): Promise<Platform>
}

/** Carries messages until the signal stops it, or until nothing more can arrive and every message is answered. */
export const runGateway = async (app: App, store: Connection, options: RunGateway): Promise<void> => {
  const { log, signal } = options
  const configured = await readHomeConfig(app)
  for (const warning of configured.warnings) log(warning)
  const config = toGatewayConfig(configured, app)
  for (const identity of strangeLocalLinks(config.identityLinks, app.owner))
    log(`gateway.identityLinks names ${identity}, but ${app.owner} runs this gateway: that link has no effect`)
  const names = [...new Set(options.platforms.length > 0 ? options.platforms : servable(config))]
  if (names.length === 0)
    throw new AppError('usage', 'no platform is named or configured', {
      hint: `as in --platform telegram; there are: ${Object.keys(PLATFORMS).join(', ')} (local alone runs jobs and no chat)`,
    })
  const connect = options.connect ?? platformByName
  const platforms = await Promise.all([...new Set([...names, 'local'])].map((name) => loaded(name, connect)))
  let [agent, gateway]: [GatewayAgent | undefined, Gateway | undefined] = [undefined, undefined]
  const chats = createChatSessions({
    store,
    config,
    now: app.now,
    newId: () => randomUUID(),
    handover: chatHandover(app, store),
    hasActiveProcess: async (key, youngerThanMs) => {
      const since = app.now() - youngerThanMs
      // Most chats start no process. If one did, its host is asked whether the process still runs.
      if (!(await hasUnended(store, key, since))) return false
      await agent?.processes?.list({ sessionKey: key })
      return hasUnended(store, key, since)
    },
  })
  const cron = createCronTool({
    originOf: async (key) => (await chats.find(key))?.source,
    timeZone: config.timeZone,
    rules: config.cron,
  })
  const approve: AskChat = async (...asked) => (await gateway?.approve(...asked)) ?? false
  const ofChats = { config: configured, gateway: config, tools: [cron], approve }
  agent = options.agent ?? (await createGatewayAgent(app, store, ofChats))
  for (const warning of agent.warnings ?? []) log(warning)
  const running = createGateway({
    app,
    store,
    config,
    env: configured.environment(),
    chats,
    respond: agent.respond,
    processes: agent.processes,
    compress: agent.compress,
    earlierSessions: (owner) => earlierSessions(store, owner),
    contextPrompt: (source, served) => contextPrompt(source, config, { machine: app.machine, home: app.home, served }),
    platforms,
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  gateway = running
  const stop = (): void => void running.stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await running.start()
    const served = running.platforms().served.filter((name) => name !== 'local' || names.includes(name))
    log(`serving ${served.join(', ') || 'nothing yet: `warmstart gateway status` says why'}`)
    await running.finished()
  } finally {
    await running.stop()
    signal.removeEventListener('abort', stop)
    await agent.close()
  }
}

/** A platform whose module cannot be loaded fails when it connects, and does not stop the others. */
const loaded = async (name: string, connect: (name: string) => Promise<Platform>): Promise<Platform> => {
  try {
    return await connect(name)
  } catch (error) {
    if (error instanceof AppError) throw error
    const limits = { messageChars: 1, hasIdempotencyKeys: false, hasThreads: false, listensAlone: false }
    const refuse = () => Promise.reject(error instanceof Error ? error : new Error(messageOf(error)))
    return { name, limits: { ...limits, admission: 'list' }, connect: refuse }
  }
}

const MOST_EARLIER = 10

const earlierSessions = async (store: Connection, owner: string): Promise<string[]> => {
  const sessions = await findLiveSessions(store, owner, { limit: MOST_EARLIER })
  return sessions.map(({ id, lastAt, title }) =>
    `${id}  ${new Date(lastAt).toISOString().slice(0, 16)}  ${title ?? ''}`.trimEnd(),
  )
}
