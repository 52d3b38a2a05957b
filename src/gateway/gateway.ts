import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../lib/error.ts'
import { redact } from '../lib/redact/redact.ts'
import type { GatewayReport } from '../store/chats/gateway.ts'
import { answerMessage } from './answering/answer.ts'
import { createAnswering } from './answering/answering.ts'
import { type AskChat, createChatApprovals } from './commands/approvals.ts'
import type { GatewayLimits, GatewayParts } from './gateway-parts.ts'
import { createInbox, type Inbox } from './receiving/inbox.ts'
import { CRON } from './jobs/run-jobs.ts'
import { tellFormerHomes } from './sending/known-homes.ts'
import { createListenLease } from './members/listen-lease.ts'
import { createMembership } from './members/membership.ts'
import { createOutbox, type Outbox } from './sending/outbox.ts'
import type { Sender } from './sending/outbox-parts.ts'
import { createRateLimiter, DEFAULT_RATE_LIMIT } from './rate-limit.ts'
import type { Platform, PlatformHost } from './platform.ts'
import { receive, type ReceiveParts } from './receiving/receive.ts'
import { createRounds } from './rounds.ts'
import { createServing, type PlatformNews, type PlatformTrouble } from './serving.ts'
import { shutDown } from './shut-down.ts'

const LIMITS: GatewayLimits = {
  parallelTurns: 16,
  parallelSends: 16,
  leaseMs: 15_000,
  drainMs: 30_000,
  rate: DEFAULT_RATE_LIMIT,
  approvalMs: 5 * 60_000,
  reconnectMs: 5_000,
  startMs: 5_000,
}

export interface Gateway {
  id(): string
  /** The platforms that are served now, and the reasons why others are not. */
  platforms(): { served: string[]; troubles: PlatformTrouble[] }
  /** Asks the approvers in the session's chat. */
  approve: AskChat
  /**
   * Resolves when every platform is connected or has failed, and the messages of dead gateways are taken over. Throws
   * if no platform can be served.
   */
  start(): Promise<void>
  /** Resolves when no platform will receive anything more, and every message is answered and every reply sent. */
  finished(): Promise<void>
  /**
   * Begins nothing new, gives running turns some time, and leaves the rest to the next gateway. A second call changes
   * nothing.
   */
  stop(): Promise<void>
}

/**
 * Carries messages between platforms and the agent. No message is lost or answered twice, whenever the process is
 * killed.
 */
export const createGateway = (parts: GatewayParts): Gateway => {
  const running = putTogether(parts)
  const { common, limits, member, outbox, serving } = running
  let stopping: Promise<void> | undefined
  return {
    id: member.id,
    platforms: () => ({ served: serving.names(), troubles: serving.troubles() }),
    approve: createChatApprovals({
      ...common,
      config: parts.config,
      chats: parts.chats,
      outbox,
      waitMs: limits.approvalMs,
    }),
    start: () => start(running),
    finished: () => finished(running),
    stop: () => {
      stopping ??= stop(running)
      return stopping
    },
  }
}

/** The parts of a gateway after they are put together. */
type Running = ReturnType<typeof putTogether>

/** Some parts need each other in a circle, so they look up the parts that are made later when they need them. */
const putTogether = (parts: GatewayParts) => {
  const { app, store, config, chats } = parts
  const { now, machine } = app
  const limits = { ...LIMITS, ...parts.limits }
  const { leaseMs } = limits
  const log = (line: string): void => parts.log(redact(line))
  const ending = new AbortController()
  const senders = new Map<string, Sender>()
  const state = { isStopping: false }
  const isStopping = (): boolean => state.isStopping
  const report = (): GatewayReport => ({ platforms: [...serving.names(), CRON], troubles: serving.troubles() })
  const member = createMembership({ store, machine, report, leaseMs, now, elapsedMs })
  const common = { store, now, gatewayId: member.id, log, signal: ending.signal }
  const outbox: Outbox = createOutbox({ ...common, home: app.home, senders, parallel: limits.parallelSends })
  const stopLane = (lane: string): Promise<number> => inbox.stopLane(lane)
  const answering = createAnswering(parts, { outbox, served: () => serving.names(), isStopping, stopLane })
  const inbox: Inbox = createInbox({
    ...common,
    outbox,
    parallel: limits.parallelTurns,
    answer: (message, signal) => answerMessage(message, signal, answering),
  })
  const limited = createRateLimiter(limits.rate, elapsedMs)
  const receiving = { store, config, inbox, outbox, now, limited, isStopping }
  const serving = createServing({
    ...createListenLease({ store, member, leaseMs, now }),
    platforms: parts.platforms,
    senders,
    now,
    log,
    firstPauseMs: limits.reconnectMs,
    startMs: limits.startMs,
    connect: (platform, news) => platform.connect(servedPlatform(platform, news, { parts, receiving, log })),
  })
  const carried = { store, now, member, inbox, outbox, senders, serving, log }
  const rounds = createRounds({ ...carried, chats, processes: parts.processes, leaseMs, rules: config.cron })
  return { ...carried, parts, limits, common, ending, state, rounds }
}

/** The host that a platform gets when it is connected. */
const servedPlatform = (
  platform: Platform,
  news: PlatformNews,
  { parts, receiving, log }: { parts: GatewayParts; receiving: ReceiveParts; log(line: string): void },
): PlatformHost => ({
  ...news,
  app: parts.app,
  store: parts.store,
  env: parts.env,
  options: parts.config.platforms.get(platform.name)?.options ?? {},
  receive: (message) => receive(message, platform.limits, receiving),
  log: (line) => log(`${platform.name}: ${line}`),
})

const start = async ({ member, serving, rounds, parts, store, outbox, now }: Running): Promise<void> => {
  await member.join()
  await serving.connect()
  await rounds.start()
  await tellFormerHomes(serving.names(), { store, configured: parts.config.homeChannels, outbox, now })
}

const finished = async ({ state, serving, inbox, outbox, ending }: Running): Promise<void> => {
  while (!state.isStopping && (serving.isOpen() || inbox.open() > 0 || outbox.open() > 0))
    await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
}

const stop = async (running: Running): Promise<void> => {
  const { state, limits, ending, log } = running
  state.isStopping = true
  try {
    await shutDown({ ...running, drainMs: limits.drainMs, end: () => ending.abort() })
  } catch (error) {
    ending.abort()
    log(`stopping: ${messageOf(error)}`)
  }
}

/** How often the gateway checks whether all work is done after every input has ended. */
const LOOK_MS = 100

/** A clock that cannot be set. */
const elapsedMs = (): number => performance.now()
