import type { TelegramAdapter } from '@chat-adapter/telegram'
import { attempts } from '../../../lib/back-off.ts'
import { AppError, messageOf } from '../../../lib/error.ts'
import type { ConnectedPlatform, Platform, PlatformHost } from '../../platform.ts'
import { createChatHost } from './chat-host.ts'
import { readMessage } from './read-message.ts'
import { outcomeOfError } from './send-outcome.ts'

/**
 * Telegram by long polling: no port is opened. An update is confirmed to Telegram only when it is in our inbox. Text
 * is sent without markup, which could swallow some of it.
 */
export const telegramPlatform: Platform = {
  name: 'telegram',
  limits: {
    messageChars: 4_096,
    // The Bot API has no idempotency keys, so a send without an answer is never repeated.
    hasIdempotencyKeys: false,
    hasThreads: true,
    // If two gateways poll, Telegram refuses one of them.
    listensAlone: true,
    admission: 'list',
  },
  connect: async (given) => {
    const botToken = tokenIn(given)
    // The token is part of every request's address, and a proxy may repeat that address in an error.
    const secret = botToken.slice(botToken.indexOf(':') + 1)
    const hide = (text: string): string => text.replaceAll(secret, '***')
    const host: PlatformHost = { ...given, log: (line) => given.log(hide(line)) }
    const adapter = await createAdapter(host, botToken)
    watchPolls(adapter, (reason) => host.troubled(reason === undefined ? undefined : hide(reason)))
    return connect(host, { adapter, hide })
  },
}

const tokenIn = ({ env }: PlatformHost): string => {
  const botToken = env['TELEGRAM_BOT_TOKEN'] ?? ''
  if (/^\d{1,20}:[\w-]{20,100}$/.test(botToken)) return botToken
  throw new AppError('usage', 'TELEGRAM_BOT_TOKEN is missing or no token', {
    hint: 'make a bot with @BotFather and put its token into the .env of WARMSTART_HOME',
  })
}

const createAdapter = async ({ env, options, log }: PlatformHost, botToken: string): Promise<TelegramAdapter> => {
  const given = env['TELEGRAM_API_BASE_URL'] ?? options['api_url']
  const { createTelegramAdapter } = await import('@chat-adapter/telegram')
  const quiet = (): void => undefined
  const logger = {
    child: () => logger,
    debug: quiet,
    info: quiet,
    warn: (message: string, detail?: unknown) => log(`${message}${errorIn(detail)}`),
    error: (message: string, detail?: unknown) => log(`${message}${errorIn(detail)}`),
  }
  return createTelegramAdapter({
    botToken,
    mode: 'polling',
    // The gateway has its own allow-list: a user who is not on it gets a code.
    allowedUserIds: [],
    longPolling: { timeout: POLL_S, allowedUpdates: ['message', 'channel_post'] },
    ...(typeof given === 'string' && given !== '' ? { apiUrl: given } : { apiUrl: 'https://api.telegram.org' }),
    logger,
  })
}

/**
 * The adapter polls by itself and only logs failures. Wrapping its request method lets `gateway status` say whether Telegram answers. If
 * a later version of the adapter has no such method, only the log tells.
 */
const watchPolls = (adapter: TelegramAdapter, troubled: (reason: string | undefined) => void): void => {
  const polls = adapter as unknown as { telegramFetch?: (method: string, ...rest: unknown[]) => Promise<unknown> }
  const plain = polls.telegramFetch?.bind(adapter)
  if (plain === undefined) return
  polls.telegramFetch = async (method, ...rest) => {
    if (method !== 'getUpdates') return plain(method, ...rest)
    try {
      const updates = await plain(method, ...rest)
      troubled(undefined)
      return updates
    } catch (error) {
      // A request that was cancelled by our own stop did not fail.
      if (!(error instanceof Error && error.name === 'AbortError')) troubled(messageOf(error))
      throw error
    }
  }
}

const errorIn = (detail: unknown): string =>
  typeof detail === 'object' && detail !== null && 'error' in detail ? `: ${String(detail.error)}` : ''

const POLL_S = 25
const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 }

const connect = (
  host: PlatformHost,
  { adapter, hide }: { adapter: TelegramAdapter; hide(text: string): string },
): ConnectedPlatform => {
  // Updates arrive in order, so they are stored one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const take = (raw: unknown): Promise<void> => {
    const taking = last.then(async () => {
      const message = readMessage(raw, { id: adapter.botUserId, name: adapter.userName })
      if (message === undefined) return
      const { outcome } = await host.receive(message)
      if (outcome === 'stopping') throw new Error('the gateway is stopping')
    })
    last = taking.catch(() => undefined)
    return taking
  }
  const chat = createChatHost(take, { platform: 'telegram', app: host.app, store: host.store })
  let stop = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  /** Telegram may be unreachable at the start, so the connection is tried again until it succeeds. */
  const begin = async (signal: AbortSignal): Promise<void> => {
    for await (const _ of attempts(BACK_OFF, signal)) {
      try {
        await adapter.initialize(chat)
        host.troubled(undefined)
        return
      } catch (error) {
        host.log(`cannot listen yet: ${messageOf(error)}`)
        host.troubled(hide(messageOf(error)))
      }
    }
  }
  return {
    listen: async () => {
      stop = new AbortController()
      starting = begin(stop.signal)
    },
    stopListening: async () => {
      stop.abort()
      await starting
      await adapter.stopPolling()
    },
    send: async ({ chatId, threadId, replyTo, text }) => {
      const thread = Number(threadId)
      const target = Number.isInteger(thread) && threadId !== undefined ? { messageThreadId: thread } : {}
      try {
        // The adapter's message id is the chat id followed by Telegram's message id.
        const replied = replyTo === undefined ? undefined : `${chatId}:${replyTo}`
        const sent = await adapter.postMessage(adapter.encodeThreadId({ chatId, ...target }), { raw: text }, replied)
        return { outcome: 'sent', id: sent.id }
      } catch (error) {
        const failed = outcomeOfError(error)
        return { ...failed, reason: hide(failed.reason) }
      }
    },
    close: async () => adapter.disconnect(),
  }
}
