import type { IncomingMessage as HttpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../lib/error.ts'
import { isRecord, parseJson } from '../../../lib/json.ts'
import { findInbox, type InboxMessage } from '../../../store/chats/inbox.ts'
import { repliesTo } from '../../../store/chats/outbox.ts'
import { claimNote } from '../../../store/chats/platform-note.ts'
import type { IncomingMessage, PlatformHost } from '../../platform.ts'
import { readSource } from '../../identity/source.ts'
import { checkRequest, WINDOW_MS } from './signature.ts'

export interface Answered {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

interface Desk {
  host: PlatformHost
  secret: string
  /** Aborts when the server closes or the client is gone: waiting for a reply then ends. */
  signal: AbortSignal
}

/** Answers one request. Its content is neither parsed nor looked up before its signature is verified. */
export const answerRequest = async (request: HttpRequest, { host, secret, signal }: Desk): Promise<Answered> => {
  const { method = '', url = '' } = request
  const body = await bodyOf(request)
  if (body === undefined) return refused(413, 'too-long', `a request may have ${LARGEST_BODY_BYTES} bytes at most`)
  const [timestamp, signature] = [header(request, 'x-warmstart-timestamp'), header(request, 'x-warmstart-signature')]
  const now = host.app.now()
  const checked = checkRequest({ timestamp, method, path: url, body }, { signature, secret, now })
  if (checked === 'forged') return refused(401, 'signature', 'the signature is missing or wrong')
  if (checked === 'stale') return refused(401, 'timestamp', 'the time of the request is more than five minutes off')
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const waitMs = Math.min(Math.max(Number(searchParams.get('wait') ?? 0) || 0, 0), LONGEST_WAIT_S) * 1000
  if (method === 'POST' && pathname === '/message') {
    // Each signature is accepted once, so a person who saw a request cannot send it again. The sender itself signs
    // anew.
    const isFirst = await claimNote(host.store, PLATFORM, { name: signature, now, until: now + 2 * WINDOW_MS })
    return isFirst
      ? take(body, { host, waitMs, signal })
      : refused(409, 'replayed', 'this very request was here before')
  }
  const [, id] = /^\/message\/([0-9a-f]{32})$/.exec(pathname) ?? []
  if (method === 'GET' && id !== undefined) return repliesOf(id, { host, waitMs, signal })
  return refused(404, 'not-found', 'use POST /message and GET /message/ID')
}

const PLATFORM = 'webhook'
const LARGEST_BODY_BYTES = 1024 * 1024
const LONGEST_WAIT_S = 60
const LOOK_MS = 50

interface Waiting extends Pick<Desk, 'host' | 'signal'> {
  waitMs: number
}

const take = async (body: string, { host, waitMs, signal }: Waiting): Promise<Answered> => {
  let message: IncomingMessage
  try {
    message = readMessage(body)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(400, error.code, error.message)
  }
  const received = await host.receive(message)
  switch (received.outcome) {
    case 'stored':
    case 'duplicate':
      return waitMs > 0 ? repliesOf(received.id, { host, waitMs, signal }) : { status: 202, body: { id: received.id } }
    case 'empty':
      return refused(400, 'empty', 'there is no text in this message')
    case 'too-long':
      return refused(413, 'too-long', `a message may have ${received.most} characters at most`)
    case 'stopping':
      return refused(503, 'stopping', 'the gateway is stopping; try again')
    case 'limited': {
      const seconds = String(Math.max(1, Math.ceil(received.waitMs / 1000)))
      const answer = refused(429, 'limited', `too many messages of this user; the next is read in ${seconds} s`)
      return { ...answer, headers: { 'retry-after': seconds } }
    }
    default:
      return refused(403, received.outcome, 'this user is not admitted')
  }
}

/** Returns the replies when the message is done, or the message's state when the time is up. */
const repliesOf = async (id: string, { host, waitMs, signal }: Waiting): Promise<Answered> => {
  const startedAt = performance.now()
  for (;;) {
    const message = await findInbox(host.store, { id })
    if (message === undefined || message.platform !== PLATFORM)
      return refused(404, 'not-found', 'there is no such message')
    if (isDone(message) || signal.aborted || performance.now() - startedAt >= waitMs) {
      const replies = isDone(message) ? await repliesTo(host.store, id) : []
      const texts = replies.map(({ text, part, parts }) => ({ text, part: part + 1, parts }))
      return { status: isDone(message) ? 200 : 202, body: { id, state: message.state, replies: texts } }
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Whether a sender can fetch the reply with this id: it is the id of a message that a sender posted. */
export const canBeFetched = async ({ store }: PlatformHost, id: string | undefined): Promise<boolean> => {
  const message = id === undefined ? undefined : await findInbox(store, { id })
  return message?.platform === PLATFORM && (message.kind === 'message' || message.kind === 'control')
}

const isDone = ({ state }: InboxMessage): boolean => state === 'answered' || state === 'interrupted'

const readMessage = (body: string): IncomingMessage => {
  const value = parseJson(body)
  if (!isRecord(value)) throw new AppError('bad-message', 'the body must be a JSON object')
  const source = readSource({ ...value, platform: PLATFORM })
  const { chatId, messageId } = source
  if (chatId === undefined || messageId === undefined)
    throw new AppError('bad-message', `${chatId === undefined ? 'chat_id' : 'message_id'} is missing`)
  if (typeof value['text'] !== 'string') throw new AppError('bad-message', 'text must be a string')
  return { source: { ...source, chatId, messageId }, text: value['text'] }
}

/** Reads the body; undefined if it is too large. Never holds more than the limit. */
const bodyOf = async (request: HttpRequest): Promise<string | undefined> => {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > LARGEST_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const header = (request: HttpRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

const refused = (status: number, code: string, message: string): Answered => ({
  status,
  body: { error: { code, message } },
})
