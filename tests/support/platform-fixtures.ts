import { PassThrough } from 'node:stream'
import { createConsolePlatform } from '../../src/gateway/platforms/console/platform.ts'
import { platformByName } from '../../src/gateway/platforms/registry.ts'
import { signRequest } from '../../src/gateway/platforms/webhook/signature.ts'
import type { MakePlatform } from '../../src/testing/platform-checks.ts'
import { BOT_TOKEN, startTelegramServer } from './telegram-server.ts'

/** One for each platform of the registry: a platform without one fails the suite. */
export const PLATFORM_FIXTURES: Record<string, MakePlatform> = {
  local: async () => ({
    platform: await platformByName('local'),
    say: undefined,
    heard: async () => [],
  }),

  console: async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    let written = ''
    output.setEncoding('utf8').on('data', (text: string) => {
      written += text
    })
    return {
      platform: createConsolePlatform({ input, output }),
      say: async ({ id, text, userName }) => {
        input.write(`${JSON.stringify({ chat_id: '7', user_id: '7', user_name: userName, message_id: id, text })}\n`)
      },
      heard: async () =>
        written
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => (JSON.parse(line) as { text?: string }).text ?? '')
          .filter((text) => text !== ''),
    }
  },

  webhook: async () => {
    const secret = 'a-secret-that-is-long-enough-for-this'
    let [address, count] = ['', 0]
    const ids: string[] = []
    const ask = async (path: string, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST'
      // A moment each: the very same request a second time would be a replay.
      const timestamp = String(Math.floor(Date.now() / 1000) - (count++ % 200))
      const signature = signRequest({ timestamp, method, path, body: body ?? '' }, secret)
      const headers = { 'x-warmstart-timestamp': timestamp, 'x-warmstart-signature': signature }
      const response = await fetch(`${address}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
      return (await response.json()) as { id?: string; replies?: { text: string }[] }
    }
    return {
      platform: await platformByName('webhook'),
      env: { WARMSTART_WEBHOOK_SECRET: secret, WARMSTART_WEBHOOK_PORT: '0' },
      onLog: (line) => {
        address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? address
      },
      say: async ({ id, text, userName }) => {
        const { id: ours } = await ask(
          '/message',
          JSON.stringify({ chat_id: '7', user_id: '7', user_name: userName, message_id: id, text }),
        )
        if (ours !== undefined && !ids.includes(ours)) ids.push(ours)
      },
      heard: async () => {
        const all = await Promise.all(ids.map((id) => ask(`/message/${id}`)))
        return all.flatMap(({ replies = [] }) => replies.map(({ text }) => text))
      },
    }
  },

  telegram: async (t) => {
    const server = await startTelegramServer(t)
    return {
      platform: await platformByName('telegram'),
      env: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_BASE_URL: server.url },
      allow: ['7'],
      say: async ({ id, text, userName }) =>
        server.say(text, { message_id: Number(id), from: { id: 7, is_bot: false, first_name: userName ?? 'Sam' } }),
      heard: async () => server.sent.map(({ text }) => text),
    }
  },
}
