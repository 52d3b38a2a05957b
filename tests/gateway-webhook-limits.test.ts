import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import type { GatewayParts } from '../src/gateway/gateway-parts.ts'
import { inboxId } from '../src/gateway/receiving/inbox.ts'
import { webhookPlatform } from '../src/gateway/platforms/webhook/platform.ts'
import { signRequest } from '../src/gateway/platforms/webhook/signature.ts'
import { addGateway, countMail } from '../src/store/chats/gateway.ts'
import { beginMessage, openInbox, storeIncoming } from '../src/store/chats/inbox.ts'
import { eventually } from './support/eventually.ts'
import { echo, gatewayStore, testConfig, testGateway } from './support/gateway.ts'

const SECRET = 'a-secret-that-is-long-enough-for-this'

type Test = Parameters<typeof gatewayStore>[0]
type Opened = Awaited<ReturnType<typeof gatewayStore>>

/** A gateway on a port of loopback; `options` are those of `gateway.platforms.webhook`. */
const serve = async (
  { app, store }: Opened,
  { options = {}, ...changes }: Partial<GatewayParts> & { options?: Record<string, unknown> } = {},
) => {
  let address = ''
  const gateway = await testGateway({
    app,
    store,
    platforms: [webhookPlatform],
    env: { WARMSTART_WEBHOOK_SECRET: SECRET, WARMSTART_WEBHOOK_PORT: '0' },
    config: testConfig({ platforms: new Map([['webhook', { enabled: true, options }]]) }),
    log: (line) => {
      address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? address
    },
    ...changes,
  })
  let count = 0
  const ask = async (path: string, body?: Record<string, string>) => {
    const method = body === undefined ? 'GET' : 'POST'
    // A moment each: the very same request a second time would be a replay.
    const timestamp = String(Math.floor(Date.now() / 1000) - (count++ % 200))
    const text = body === undefined ? '' : JSON.stringify(body)
    const signature = signRequest({ timestamp, method, path, body: text }, SECRET)
    const headers = { 'x-warmstart-timestamp': timestamp, 'x-warmstart-signature': signature }
    const response = await fetch(`${address}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: text }),
    })
    const answer = (await response.json()) as {
      id?: string
      state?: string
      replies?: { text: string }[]
      error?: { code: string }
    }
    return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer }
  }
  const say = (text: string, more: Record<string, string> = {}, query = '?wait=60') =>
    ask(`/message${query}`, { chat_id: 'room', user_id: 'kim', message_id: randomUUID(), text, ...more })
  const port = Number(new URL(address).port)
  return { gateway, ask, say, port }
}

const textsOf = ({ replies = [] }: { replies?: { text: string }[] }): string[] => replies.map(({ text }) => text)

/** A connection, what came back on it, and a promise of its end. */
const dial = (t: Test, port: number) => {
  const socket: Socket = connect(port, '127.0.0.1')
  t.after(() => void socket.destroy())
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  // Cut off may be a reset.
  socket.on('error', () => undefined)
  // A listener of its own, because `once` of node:events rejects where an error comes first.
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, heard: () => heard, ended }
}

test('one user’s messages are limited on the webhook too, and the others’ are not', async (t) => {
  const opened = await gatewayStore(t)
  const { say } = await serve(opened, { limits: { rate: { burst: 3, refillMs: 3_600_000 } } })
  const first = { message_id: 'first' }
  assert.equal((await say('one', first)).status, 200)
  for (const text of ['two', 'three']) assert.equal((await say(text)).status, 200)
  const limited = await say('four')
  assert.deepEqual([limited.status, limited.error?.code], [429, 'limited'])
  assert.ok(Number(limited.retryAfter) > 0, 'it says when')
  // Another chat of the same user is the same user.
  assert.equal((await say('five', { chat_id: 'elsewhere' })).status, 429)
  assert.equal((await say('hello', { user_id: 'ann' })).status, 200)
  // What was taken before can be asked for again: that is nothing new.
  assert.deepEqual(textsOf(await say('one', first)), ['echo: one'])
  assert.deepEqual((await countMail(opened.store)).inbox, { answered: 4 })
})

test('a head that comes a byte at a time is cut off, and others are served meanwhile', async (t) => {
  const opened = await gatewayStore(t)
  const { say, port } = await serve(opened, { options: { headersMs: 400 } })
  const { socket, heard, ended } = dial(t, port)
  await once(socket, 'connect')
  const head = `POST /message HTTP/1.1\r\nhost: x\r\nx-slow: ${'a'.repeat(10_000)}`
  let sent = 0
  const drip = setInterval(() => {
    if (socket.writable && sent < head.length) socket.write(head[sent++] ?? '')
  }, 10)
  t.after(() => clearInterval(drip))
  assert.equal((await say('hello')).status, 200)
  await ended
  assert.ok(sent < head.length, 'before all of it was sent')
  // Where the next byte crosses the refusal, the connection is reset and the refusal lost.
  assert.match(heard(), /^(HTTP\/1\.1 408 |$)/)
  assert.equal((await say('and again')).status, 200)
})

test('a connection that says nothing is cut off, and so is a body that never ends', async (t) => {
  const opened = await gatewayStore(t)
  const { port } = await serve(opened, { options: { headersMs: 300, requestMs: 600 } })
  const silent = dial(t, port)
  const endless = dial(t, port)
  await once(endless.socket, 'connect')
  endless.socket.write('POST /message HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{')
  await Promise.all([silent.ended, endless.ended])
  assert.match(endless.heard(), /^HTTP\/1\.1 408 /)
})

test('connections beyond the limit are closed, and there is room again when others end', async (t) => {
  const opened = await gatewayStore(t)
  const { say, port } = await serve(opened, { options: { maxConnections: 3, headersMs: 600_000, requestMs: 600_000 } })
  const held = [dial(t, port), dial(t, port), dial(t, port)]
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')))
  await dial(t, port).ended
  for (const { socket } of held) socket.destroy()
  await Promise.all(held.map(({ ended }) => ended))
  await eventually(async () => (await say('hello').catch(() => undefined))?.status === 200, 'there is room again')
})

test('one address has so many connections, where somebody says how many', async (t) => {
  const opened = await gatewayStore(t)
  const limits = { maxConnectionsPerAddress: 2, headersMs: 600_000, requestMs: 600_000 }
  const { port } = await serve(opened, { options: limits })
  const held = [dial(t, port), dial(t, port)]
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')))
  const third = dial(t, port)
  await third.ended
  held[0]?.socket.destroy()
  await held[0]?.ended
  // There is a place again: a connection that is let in is answered.
  await eventually(async () => {
    const next = dial(t, port)
    next.socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await next.ended
    return next.heard().startsWith('HTTP/1.1 401')
  }, 'another is let in')
})

test('limits that make no sense are refused with their name', async (t) => {
  const opened = await gatewayStore(t)
  const refusal = { code: 'usage', message: /gateway\.platforms\.webhook\.\w+ must be/ }
  for (const options of [{ maxConnections: 0 }, { headersMs: 'soon' }, { requestMs: 1.5 }])
    await assert.rejects(serve(opened, { options }), refusal)
})

test('a message that was interrupted answers the request that asks for it, and no other', async (t) => {
  const opened = await gatewayStore(t)
  const { app, store } = opened
  // Two gateways have died while working on it; a second message of the same chat waits behind it.
  await addGateway(store, { id: 'dead', machine: 'elsewhere', pid: 1, platforms: ['webhook'], startedAt: 1 })
  const messages = ['interrupted', 'waiting'].map((messageId) => {
    const source = { platform: 'webhook', chat_type: 'dm', chat_id: 'room', user_id: 'kim', message_id: messageId }
    const place = { platform: 'webhook', chatId: 'room', lane: 'lane', sessionKey: 'lane', kind: 'message' as const }
    const id = inboxId('webhook', 'room', messageId)
    const text = { id, messageId, text: messageId, source: JSON.stringify(source) }
    return { ...place, ...text, receivedAt: app.now(), gateway: 'dead' }
  })
  await storeIncoming(store, messages)
  const [{ seq } = { seq: 0 }] = await openInbox(store, { gateway: 'dead' })
  assert.ok(await beginMessage(store, { seq, gateway: 'dead', now: 1 }))
  await store.run('update inbox set runs = 2 where seq = ?', [seq])
  const { ask } = await serve(opened)
  const [interrupted, waiting] = await Promise.all(messages.map(({ id }) => ask(`/message/${id}?wait=60`)))
  assert.ok(interrupted !== undefined && waiting !== undefined)
  assert.deepEqual([interrupted.status, interrupted.state, interrupted.replies?.length], [200, 'interrupted', 1])
  assert.match(textsOf(interrupted)[0] ?? '', /^I was interrupted twice/)
  assert.deepEqual([waiting.status, waiting.state, textsOf(waiting)], [200, 'answered', ['echo: waiting']])
  // Nothing is left that nobody would fetch.
  await eventually(async () => (await countMail(store)).outbox['sent'] === 2, 'both are fetched by their ids')
  assert.equal((await countMail(store)).outbox['saved'], undefined)
})

/** A turn that goes on until it is told to stop. */
const endless = () => {
  const begun = Promise.withResolvers<undefined>()
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    if (request.text !== 'long') return echo(request)
    begun.resolve(undefined)
    const { signal } = request
    if (signal?.aborted === false) await once(signal, 'abort')
    return { ...(await echo(request)), end: 'aborted' }
  }
  return { begun: begun.promise, respond }
}

test('a turn that is stopped answers its own request, and the stop another', async (t) => {
  const opened = await gatewayStore(t)
  const { begun, respond } = endless()
  const { say } = await serve(opened, { respond })
  const long = say('long')
  await begun
  const behind = say('behind')
  assert.deepEqual(textsOf(await say('/stop')), ['Stopping.'])
  assert.deepEqual(textsOf(await long), ['Stopped.'])
  assert.deepEqual(textsOf(await behind), ['echo: behind'])
})

test('a gateway that stops answers whoever still waits, who then asks the next one', async (t) => {
  const opened = await gatewayStore(t)
  const { begun, respond } = endless()
  const first = await serve(opened, { respond, limits: { drainMs: 50 } })
  const asked = first.say('long')
  await begun
  await first.gateway.stop()
  const answer = await asked
  assert.deepEqual([answer.status, answer.state, answer.replies], [202, 'waiting', []])
  const next = await serve(opened)
  const told = await next.ask(`/message/${answer.id}?wait=60`)
  assert.deepEqual([told.state, textsOf(told)], ['answered', ['echo: long']])
})

test('a request whose connection is gone is waited for no longer', async (t) => {
  const opened = await gatewayStore(t)
  const { respond } = endless()
  let looks = 0
  const { store } = opened
  const all = (async (sql: string, values?: never) => {
    if (/from inbox where id = \?/.test(sql)) looks++
    return store.all(sql, values)
  }) as typeof store.all
  const { port, gateway } = await serve({ ...opened, store: { ...store, all } }, { respond, limits: { drainMs: 50 } })
  const body = JSON.stringify({ chat_id: 'room', message_id: '1', text: 'long' })
  const [timestamp, path] = [String(Math.floor(Date.now() / 1000)), '/message?wait=60']
  const signature = signRequest({ timestamp, method: 'POST', path, body }, SECRET)
  const { socket, ended } = dial(t, port)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `x-warmstart-timestamp: ${timestamp}`,
    `x-warmstart-signature: ${signature}`,
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  await eventually(() => looks > 2, 'it waits')
  socket.destroy()
  await ended
  // One look may be under way; after that there is none.
  const isQuiet = async (): Promise<boolean> => {
    const before = looks
    await new Promise((resolve) => setTimeout(resolve, 300))
    return looks === before
  }
  await eventually(isQuiet, 'nobody looks any more', 20_000)
  await gateway.stop()
})
