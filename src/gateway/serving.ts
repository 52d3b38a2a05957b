import { pauseAfter } from '../lib/back-off.ts'
import { AppError, messageOf } from '../lib/error.ts'
import { redact } from '../lib/redact/redact.ts'
import { LOCAL } from './config/delivery-target.ts'
import type { Sender } from './sending/outbox-parts.ts'
import type { ConnectedPlatform, Platform, PlatformHost } from './platform.ts'

/** Why a platform is not served at the moment. */
export interface PlatformTrouble {
  platform: string
  reason: string
  /** Milliseconds, by the gateway's clock. */
  since: number
  attempts: number
  /** When the gateway tries again; undefined: the platform tries by itself, or only other settings would help. */
  againAt: number | undefined
}

/** Callbacks by which a platform reports its own state. */
export type PlatformNews = Pick<PlatformHost, 'failed' | 'troubled' | 'ended'>

export interface ServingParts {
  platforms: readonly Platform[]
  /** Platforms that messages can be sent on. Serving writes this map; inbox and outbox read it. */
  senders: Map<string, Sender>
  connect(platform: Platform, news: PlatformNews): Promise<ConnectedPlatform>
  /** Whether this gateway may listen on a platform that allows one listener. The right lasts until `release`. */
  mayListen(platform: string): Promise<boolean>
  release(platform: string): Promise<void>
  now(): number
  log(line: string): void
  /** The first pause before a failed platform is tried again; it doubles up to five minutes. */
  firstPauseMs: number
  /** How long the start waits for each of its two steps. A slower platform joins when it is ready. */
  startMs: number
}

/** Serves each platform on its own: a platform that fails is retried later, while the others are served. */
export interface Serving {
  connect(): Promise<void>
  /** Listens for the first time. Throws the first error if every platform but `local` failed. */
  listen(): Promise<void>
  /** Listens where this gateway holds the lease, stops where it lost it, retries failed platforms. Never throws; returns within seconds. */
  check(): Promise<void>
  /** Platforms that are connected and report no trouble. */
  names(): string[]
  troubles(): PlatformTrouble[]
  /** Whether a message may still arrive: some platform has neither ended nor failed for good. */
  isOpen(): boolean
  release(): Promise<void>
}

const LONGEST_PAUSE_MS = 5 * 60_000
/** A platform that takes longer to connect or listen counts as failed. */
const ANSWER_MS = 30_000
/** A round waits this long for slow platforms, then goes on without them. */
const ROUND_MS = 1_000

interface Served {
  platform: Platform
  connected: ConnectedPlatform | undefined
  isListening: boolean
  isBusy: boolean
  isEnded: boolean
  /** Why the gateway could not connect or listen, and how often. */
  failure: PlatformTrouble | undefined
  error: unknown
  /** Trouble that the connected platform reports itself. */
  complaint: PlatformTrouble | undefined
}

export const createServing = (parts: ServingParts): Serving => {
  const all = parts.platforms.map(
    (platform): Served => ({
      platform,
      ...NOT_CONNECTED,
      isBusy: false,
      isEnded: false,
      failure: undefined,
      error: undefined,
    }),
  )
  const attend = (served: Served, work: (served: Served) => Promise<void>): Promise<void> =>
    attended(served, work, parts)
  const isDue = ({ isBusy, connected, failure }: Served): boolean => {
    if (isBusy) return false
    if (connected !== undefined || failure === undefined) return true
    return failure.againAt !== undefined && isOver(failure.againAt, parts.now())
  }
  const patiently = (works: readonly Promise<void>[]): Promise<unknown> =>
    inTime(Promise.all(works), parts.startMs, { isAwaited: true }).catch(() => undefined)
  const chats = all.filter(({ platform }) => platform.name !== LOCAL)
  // `local` receives nothing. A gateway that serves it alone is there to run jobs, and runs until it is stopped.
  const inputs = chats.length > 0 ? chats : all

  return {
    connect: async () => {
      await patiently(all.map((served) => attend(served, (each) => connectOne(each, parts))))
    },
    listen: async () => {
      const connected = all.filter((served) => served.connected !== undefined)
      await patiently(connected.map((served) => attend(served, (each) => listenOne(each, parts))))
      if (chats.length > 0 && chats.every(({ failure }) => failure !== undefined)) throw chats[0]?.error
    },
    check: async () => {
      const rounds = all.filter(isDue).map((served) =>
        attend(served, async (each) => {
          if (each.connected === undefined) await connectOne(each, parts)
          await listenOne(each, parts)
        }),
      )
      await inTime(Promise.all(rounds), ROUND_MS).catch(() => undefined)
    },
    names: () =>
      all
        .filter(({ connected, failure, complaint }) => connected && !failure && !complaint)
        .map(({ platform }) => platform.name),
    troubles: () => all.flatMap(({ failure, complaint }) => failure ?? complaint ?? []),
    isOpen: () =>
      inputs.some(({ isEnded, failure }) => !isEnded && !(failure !== undefined && failure.againAt === undefined)),
    release: async () => {
      for (const { platform, isListening } of all)
        if (isListening && platform.limits.listensAlone) await parts.release(platform.name)
    },
  }
}

const NOT_CONNECTED = { connected: undefined, isListening: false, complaint: undefined }

/** Runs work for one platform. An error becomes that platform's failure and does not affect the others. */
const attended = async (
  served: Served,
  work: (served: Served) => Promise<void>,
  parts: ServingParts,
): Promise<void> => {
  served.isBusy = true
  try {
    await work(served)
  } catch (error) {
    giveUp(served, error, parts)
  } finally {
    served.isBusy = false
  }
}

const connectOne = async (served: Served, parts: ServingParts): Promise<void> => {
  const { platform } = served
  let own: ConnectedPlatform | undefined
  // Reports from a connection that was given up meanwhile are ignored.
  const isOurs = (): boolean => own !== undefined && served.connected === own
  const attempt = parts.connect(platform, {
    failed: (reason) => {
      if (isOurs()) giveUp(served, reason, parts)
    },
    troubled: (reason) => {
      if (own === undefined || isOurs()) complain(served, reason, parts)
    },
    ended: () => {
      served.isEnded = true
    },
  })
  try {
    own = await inTime(attempt, ANSWER_MS)
  } catch (error) {
    void attempt.then((late) => late.close()).catch(() => undefined)
    throw error
  }
  served.connected = own
  parts.senders.set(platform.name, { limits: platform.limits, connected: own })
}

const listenOne = async (served: Served, parts: ServingParts): Promise<void> => {
  const { platform, connected } = served
  if (connected === undefined) return
  const isOurs = !platform.limits.listensAlone || (await parts.mayListen(platform.name))
  if (isOurs !== served.isListening) {
    await inTime(isOurs ? connected.listen() : connected.stopListening(), ANSWER_MS)
    served.isListening = isOurs
  }
  if (served.failure === undefined) return
  parts.log(`${platform.name} is served again`)
  served.failure = undefined
  served.error = undefined
}

const giveUp = (served: Served, error: unknown, { senders, release, now, log, firstPauseMs }: ServingParts): void => {
  const { platform, connected, failure } = served
  const { name } = platform
  const attempts = (failure?.attempts ?? 0) + 1
  const pauseMs = pauseAfter(attempts, { firstMs: firstPauseMs, longestMs: LONGEST_PAUSE_MS })
  // Settings are read only once, so a retry with the same settings does not help.
  const isFinal = error instanceof AppError && error.code === 'usage'
  const reason = redact(messageOf(error))
  const againAt = isFinal ? undefined : now() + pauseMs
  served.failure = { platform: name, reason, since: failure?.since ?? now(), attempts, againAt }
  served.error = error
  Object.assign(served, NOT_CONNECTED)
  senders.delete(name)
  const next = isFinal ? 'change its settings and start again' : `trying again in ${Math.ceil(pauseMs / 1000)} s`
  log(`${name} cannot be served: ${reason}; ${next}`)
  // Closing a broken connection may fail too, which changes nothing.
  void Promise.allSettled([release(name), connected?.stopListening(), connected?.close()])
}

const complain = (served: Served, reason: string | undefined, { now }: ServingParts): void => {
  const { platform, complaint } = served
  const attempts = (complaint?.attempts ?? 0) + 1
  served.complaint =
    reason === undefined
      ? undefined
      : {
          platform: platform.name,
          reason: redact(reason),
          since: complaint?.since ?? now(),
          attempts,
          againAt: undefined,
        }
}

/** If the clock was set back, the next attempt lies far in the future. The platform must not wait until then. */
const isOver = (at: number, now: number): boolean => now >= at || at - now > LONGEST_PAUSE_MS

/** With `isAwaited` the timer keeps the process alive, because it has nothing else to do yet. */
const inTime = async <T>(work: Promise<T>, ms: number, { isAwaited = false } = {}): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(ms / 1000)} s`)), ms)
    if (!isAwaited) timer.unref()
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
