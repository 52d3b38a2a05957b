import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { AppError, messageOf } from '../../../lib/error.ts'
import { isRecord, parseJson } from '../../../lib/json.ts'
import type { ConnectedPlatform, IncomingMessage, Platform, PlatformHost, Received } from '../../platform.ts'
import { readSource } from '../../identity/source.ts'
import { readBoundedLines } from './bounded-lines.ts'

/**
 * One JSON message a line on standard input, one JSON reply a line on standard output. An unusable line is answered
 * with a line that says why. On a terminal both are plain text, and all lines are one chat. A person who can write to
 * the console owns this machine.
 */
export const createConsolePlatform = (
  { input, output }: { input: Readable; output: Writable } = { input: process.stdin, output: process.stdout },
): Platform => ({
  name: 'console',
  limits: {
    messageChars: 1_000_000,
    // A pipe cannot tell what was written into it before.
    hasIdempotencyKeys: false,
    hasThreads: true,
    listensAlone: false,
    admission: 'local',
  },
  connect: async (host) => connect(host, input, output),
})

const connect = (host: PlatformHost, input: Readable, output: Writable): ConnectedPlatform => {
  const stop = new AbortController()
  let reading: Promise<void> = Promise.resolve()
  const isTyped = (input as { isTTY?: boolean }).isTTY === true
  const readLine = isTyped ? typedReader() : readMessage
  const write = (line: Reply): Promise<void> =>
    new Promise((resolve, reject) => {
      const text = isTyped ? forScreen(line.error?.message ?? line.text ?? '') : JSON.stringify(line)
      output.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
    })
  const read = async (): Promise<void> => {
    try {
      for await (const line of readBoundedLines(input, { longest: LONGEST_LINE_CHARS, signal: stop.signal })) {
        if (line !== undefined && line.trim() === '') continue
        const refusal = line === undefined ? TOO_LONG : await take(host, () => readLine(line))
        if (refusal !== undefined) await write(refusal)
      }
    } catch (error) {
      host.log(`console: ${messageOf(error)}`)
    }
    if (!stop.signal.aborted) host.ended()
  }
  return {
    listen: async () => {
      reading = read()
    },
    stopListening: async () => {
      stop.abort()
      await reading
    },
    send: async ({ idempotencyKey, chatId, threadId, replyTo, answers, text, part, parts }) => {
      try {
        await write({
          id: idempotencyKey,
          chat_id: chatId,
          ...(threadId === undefined ? {} : { thread_id: threadId }),
          ...(replyTo === undefined ? {} : { reply_to: replyTo }),
          ...(answers === undefined ? {} : { answers }),
          ...(parts === 1 ? {} : { part: part + 1, parts }),
          text,
        })
        return { outcome: 'sent' }
      } catch (error) {
        return { outcome: 'unknown', reason: messageOf(error) }
      }
    },
    // Stops reading the terminal, because that would keep the process alive.
    close: async () => {
      input.pause()
      ;(input as { unref?: () => void }).unref?.()
    },
  }
}

interface Reply {
  error?: { code: string; message: string }
  text?: string
  [field: string]: unknown
}

/** Removes control characters, so that a model's words cannot move the cursor or colour the screen. */
const forScreen = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/**
 * Makes each line a message of one chat. Each message gets a new id, so the same words typed twice are two messages.
 */
const typedReader = (): ((line: string) => IncomingMessage) => {
  const source = { ...readSource({ platform: 'console', chat_id: 'terminal', chat_type: 'dm' }), chatId: 'terminal' }
  return (line) => ({ source: { ...source, messageId: randomUUID() }, text: line })
}

const LONGEST_LINE_CHARS = 1_000_000
const TOO_LONG = { error: { code: 'too-long', message: `a line may have ${LONGEST_LINE_CHARS} characters at most` } }

/** Returns the reply to write at once; undefined if the message will be answered. */
const take = async (host: PlatformHost, readLine: () => IncomingMessage): Promise<Reply | undefined> => {
  let message: IncomingMessage
  try {
    message = readLine()
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'bad-message'
    return { error: { code, message: messageOf(error) } }
  }
  const received = await host.receive(message)
  const words = refusalOf(received)
  if (words === undefined) return undefined
  const { chatId, messageId } = message.source
  return { error: { code: received.outcome, message: words }, chat_id: chatId, message_id: messageId }
}

const readMessage = (line: string): IncomingMessage => {
  const value = parseJson(line)
  if (!isRecord(value)) throw new AppError('bad-message', 'a line must be a JSON object')
  const source = readSource({ ...value, platform: 'console' })
  const { chatId, messageId } = source
  if (chatId === undefined || messageId === undefined)
    throw new AppError('bad-message', `${chatId === undefined ? 'chat_id' : 'message_id'} is missing`)
  if (typeof value['text'] !== 'string') throw new AppError('bad-message', 'text must be a string')
  return { source: { ...source, chatId, messageId }, text: value['text'] }
}

/** A duplicate was answered before, so it gets no reply. */
const refusalOf = (received: Received): string | undefined => {
  switch (received.outcome) {
    case 'empty':
      return 'there is no text in this message'
    case 'too-long':
      return `a message may have ${received.most} characters at most`
    case 'not-admitted':
      return 'not admitted'
    case 'limited':
      return 'too many messages in a short time'
    case 'stopping':
      return 'the gateway is stopping; send it again to the next one'
    default:
      return undefined
  }
}
