import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { TurnRequest, TurnResult } from '../agent/turn.ts'
import { messageOf } from '../lib/error.ts'
import { redact } from '../lib/redact/redact.ts'
import type { Processes } from '../processes/processes.ts'
import type { Connection } from '../store/connection.ts'
import { isIn } from './admission.ts'
import { answerMessage, type AnswerParts } from './answer.ts'
import { type AskChat, createChatApprovals } from './approvals.ts'
import type { ChatSession } from './chat-session.ts'
import type { ChatSessions } from './chat-sessions.ts'
import type { GatewayConfig } from './config.ts'
import { LOCAL } from './delivery-target.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { answerJob, CRON } from './jobs.ts'
import { knownHomes } from './known-homes.ts'
import { createMembership } from './membership.ts'
import { createOutbox, type Outbox, type Sender } from './outbox.ts'
import type { Platform } from './platform.ts'
import { createRateLimiter, DEFAULT_RATE_LIMIT, type RateLimit } from './rate-limit.ts'
import { receive } from './receive.ts'
import { createRounds } from './rounds.ts'
import { shutDown } from './shut-down.ts'
import type { MessageSource } from './source.ts'

/** What a gateway is made of. Turns, chats and processes are handed in from above. */
export interface GatewayParts {
  app: App
  store: Connection
  config: GatewayConfig
  env: Readonly<Record<string, string | undefined>>
  chats: ChatSessions
  respond(request: TurnRequest): Promise<TurnResult>
  contextPrompt(source: MessageSource): string
  processes?: Processes | undefined
  compress?: ((chat: ChatSession) => Promise<string>) | undefined
  earlierSessions?: ((owner: string) => Promise<string[]>) | undefined
  platforms: readonly Platform[]
  log(line: string): void
  limits?: Partial<GatewayLimits>
}

export interface GatewayLimits {
  /** Sessions that are worked on at the same time. */
  parallelTurns: number
  /** Chats that are sent to at the same time. */
  parallelSends: number
  /** A gateway that has not been heard of for so long is dead, and its messages are another's. */
  leaseMs: number
  /** What running turns are given when the gateway stops. */
  drainMs: number
  rate: RateLimit
  /** How long a permission is waited for that a chat was asked for. */
  approvalMs: number
}

const LIMITS: GatewayLimits = {
  parallelTurns: 16,
  parallelSends: 16,
  leaseMs: 15_000,
  drainMs: 30_000,
  rate: DEFAULT_RATE_LIMIT,
  approvalMs: 5 * 60_000,
}

export interface Gateway {
  id(): string
  /** Asks whoever may decide in the chat of a session. */
  approve: AskChat
  /** Resolves when everything is connected and what a dead gateway left is taken over. */
  start(): Promise<void>
  /** Resolves when there will be nothing more to receive and everything is answered and sent. */
  finished(): Promise<void>
  /** Begins nothing new, gives what runs some time, and leaves the rest to the next gateway. Asking twice is asking once. */
  stop(): Promise<void>
}

/** Carries messages between platforms and the agent, so that none is lost and none is answered twice, whenever it is killed. */
export const createGateway = (parts: GatewayParts): Gateway => {
  const { app, store, config, chats } = parts
  const { now, machine } = app
  const limits = { ...LIMITS, ...parts.limits }
  const { leaseMs, drainMs } = limits
  const log = (line: string): void => parts.log(redact(line))
  const ending = new AbortController()
  const senders = new Map<string, Sender>()
  const served = [...parts.platforms.map(({ name }) => name), CRON]
  const state = { isStopping: false, inputs: 0 }
  const isStopping = (): boolean => state.isStopping
  const member = createMembership({ store, machine, platforms: served, leaseMs, now, elapsedMs })
  const common = { store, now, gatewayId: member.id, log, signal: ending.signal }
  const outbox: Outbox = createOutbox({ ...common, home: app.home, senders, parallel: limits.parallelSends })
  const stopLane = (lane: string): Promise<number> => inbox.stopLane(lane)
  const answering = answeringWith(parts, { outbox, senders, served, isStopping, stopLane })
  const inbox: Inbox = createInbox({
    ...common,
    outbox,
    parallel: limits.parallelTurns,
    answer: (message, signal) => answerMessage(message, signal, answering),
  })
  const limited = createRateLimiter(limits.rate, elapsedMs)
  const receiving = { store, config, inbox, outbox, now, limited, isStopping }
  const carried = { store, now, member, inbox, outbox, senders, served, log }
  const rounds = createRounds({ ...carried, chats, processes: parts.processes, leaseMs })

  const connect = async (platform: Platform): Promise<void> => {
    const { name } = platform
    state.inputs++
    const connected = await platform.connect({
      app,
      store,
      env: parts.env,
      options: config.platforms.get(name)?.options ?? {},
      receive: (message) => receive(message, platform.limits, receiving),
      log: (line) => log(`${name}: ${line}`),
      ended: () => void state.inputs--,
    })
    senders.set(name, { limits: platform.limits, connected })
    if (name === LOCAL) state.inputs--
  }

  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    state.isStopping = true
    try {
      await shutDown({ store, inbox, outbox, rounds, member, senders, drainMs, end: () => ending.abort() })
    } catch (error) {
      ending.abort()
      log(`stopping: ${messageOf(error)}`)
    }
  }

  return {
    id: member.id,
    approve: createChatApprovals({ ...common, config, chats, outbox, waitMs: limits.approvalMs }),
    start: async () => {
      await member.join()
      for (const platform of parts.platforms) await connect(platform)
      await rounds.start()
    },
    finished: async () => {
      while (!isStopping() && (state.inputs > 0 || inbox.open() > 0 || outbox.open() > 0))
        await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Nobody minds how soon a console that has nothing more to read ends. */
const LOOK_MS = 100

/** A clock that nobody sets. */
const elapsedMs = (): number => performance.now()

interface AnsweringParts {
  outbox: Outbox
  senders: ReadonlyMap<string, Sender>
  /** Names of the platforms, that of jobs among them. */
  served: readonly string[]
  isStopping(): boolean
  stopLane(lane: string): Promise<number>
}

/** What messages are answered with: the agent, its chats, their commands and jobs. */
const answeringWith = (
  parts: GatewayParts,
  { outbox, senders, served, isStopping, stopLane }: AnsweringParts,
): AnswerParts => {
  const { app, store, config } = parts
  const homes = () => knownHomes(config.homeChannels, { store, platforms: served, now: app.now() })
  const platforms = (): readonly string[] =>
    [...new Set([...served, ...config.platforms.keys()])].filter((name) => name !== CRON)
  return {
    ...parts,
    outbox,
    commands: { ...parts, now: app.now, stopLane },
    answerJob: (job, stop) => answerJob(job, stop, { ...parts, homes, platforms, isStopping }),
    isStillIn: async (source) => {
      const sender = senders.get(source.platform)
      return sender === undefined || isIn(source, { store, config, limits: sender.limits })
    },
    isStopping,
  }
}
