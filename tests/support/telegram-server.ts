import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BOT_TOKEN = '4242:made-up-token-of-a-test-bot'

/** What the server does instead of answering a call properly. */
type Trouble =
  | { status: number; description: string; retryAfter?: number }
  /** Takes the message and then loses the line: nobody can tell whether it arrived. */
  | 'hang-up'

/** A server on loopback that speaks the part of the Bot API that the gateway uses. Updates stay until they are confirmed, as they do there. */
export const startTelegramServer = async (t: { after(clean: () => Promise<void>): void }) => {
  const updates: { update_id: number; [kind: string]: unknown }[] = []
  const sent: { chat_id: string; text: string; message_thread_id?: number }[] = []
  const replied: (number | undefined)[] = []
  const calls: string[] = []
  const troubles: Trouble[] = []
  let [nextUpdate, nextMessage, isDown] = [100, 1, false]
  const waiting = new Set<() => void>()

  const result = async (method: string, payload: Record<string, unknown>): Promise<unknown> => {
    if (method === 'getMe') return { id: 4242, is_bot: true, first_name: 'Helper', username: 'helper_bot' }
    if (method === 'getUpdates') return pending(payload)
    if (method === 'sendMessage') {
      const message = { chat_id: String(payload['chat_id']), text: String(payload['text']) }
      const thread = payload['message_thread_id']
      replied.push((payload['reply_parameters'] as { message_id: number } | undefined)?.message_id)
      sent.push(typeof thread === 'number' ? { ...message, message_thread_id: thread } : message)
      return {
        message_id: 10_000 + sent.length,
        date: 1_794_000_000,
        chat: { id: Number(message.chat_id), type: 'private' },
        text: message.text,
      }
    }
    return true
  }

  const pending = async ({
    offset,
    timeout,
    limit,
    allowed_updates: kinds,
  }: Record<string, unknown>): Promise<unknown> => {
    if (typeof offset === 'number') while ((updates[0]?.update_id ?? offset) < offset) updates.shift()
    if (updates.length === 0 && Number(timeout) > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 200)
        waiting.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    // As there: only kinds that were asked for are given out.
    const isAsked = (update: object): boolean =>
      !Array.isArray(kinds) || Object.keys(update).some((kind) => kinds.includes(kind))
    return updates.filter(isAsked).slice(0, Number(limit ?? 100))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    calls.push(method)
    if (isDown) return void response.destroy()
    const trouble = method === 'sendMessage' ? troubles.shift() : undefined
    const payload = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>
    if (trouble === 'hang-up') {
      await result(method, payload)
      return void response.destroy()
    }
    const error = token === BOT_TOKEN ? trouble : { status: 401, description: 'Unauthorized' }
    response.setHeader('content-type', 'application/json')
    if (error !== undefined) {
      const parameters = 'retryAfter' in error ? { parameters: { retry_after: error.retryAfter } } : {}
      response.writeHead(error.status)
      response.end(
        JSON.stringify({ ok: false, error_code: error.status, description: error.description, ...parameters }),
      )
      return
    }
    response.end(JSON.stringify({ ok: true, result: await result(method, payload) }))
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    /** Which message each of them answers, where that is said. */
    replied,
    calls,
    troubles,
    /** Updates that were not confirmed. */
    unconfirmed: () => updates.length,
    setDown: (down: boolean) => {
      isDown = down
    },
    say: (text: string | undefined, message: Record<string, unknown> = {}, kind = 'message') => {
      updates.push({
        update_id: nextUpdate++,
        [kind]: {
          message_id: nextMessage++,
          date: 1_794_000_000,
          chat: { id: 7, type: 'private', first_name: 'Sam' },
          from: { id: 7, is_bot: false, first_name: 'Sam' },
          text,
          ...message,
        },
      })
      for (const wake of waiting) wake()
      waiting.clear()
    },
  }
}
