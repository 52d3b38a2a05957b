import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'
import type { MessageSource } from './identity/source.ts'

/**
 * The contract of a chat platform: a folder below platforms/, a line in its registry. It turns what the platform says into
 * `receive`, and sends what it is given. Order, repeats, retries, splitting and who is let in are not its business.
 */
export interface Platform {
  name: string
  limits: PlatformLimits
  /** Makes it ready to send. Nothing is received before `listen`. What is missing in the settings is refused in words. */
  connect(host: PlatformHost): Promise<ConnectedPlatform>
}

export interface PlatformLimits {
  /** Longest message in UTF-16 units. */
  messageChars: number
  /** A send that is repeated with the same key arrives once: after a crash it may be repeated. */
  hasIdempotencyKeys: boolean
  hasThreads: boolean
  /** Senders fetch replies by the id of their message; a text that answers no message cannot be fetched. */
  isFetched?: boolean
  /** Only one listener at a time is allowed by the platform: of several gateways one listens, and another when that one dies. */
  listensAlone: boolean
  /** local: its users own this machine. signed: the sender vouches for its users. list: allow-list and pairing. */
  admission: 'local' | 'signed' | 'list'
}

/** What a platform is given. */
export interface PlatformHost {
  app: App
  store: Connection
  /** Its section of the configuration. */
  options: Readonly<Record<string, unknown>>
  /** The environment with the `.env` of WARMSTART_HOME behind it. */
  env: Readonly<Record<string, string | undefined>>
  /** Resolves when the message is stored, or refused: only then may the platform be told that it has arrived. */
  receive(message: IncomingMessage): Promise<Received>
  /** Something for the person who watches; never a secret. */
  log(line: string): void
  /** There will be nothing more to receive, as when a console's input has ended. */
  ended(): void
  /** The connection is broken: the gateway closes it, and connects again after a pause. */
  failed(reason: unknown): void
  /** The platform cannot be reached and retries by itself; undefined: it can be reached again. `gateway status` shows the reason. */
  troubled(reason: string | undefined): void
}

export interface IncomingMessage {
  /** With chat id and message id: together with the platform they tell whether it has come before. */
  source: MessageSource & { chatId: string; messageId: string }
  text: string
}

export type Received =
  | { outcome: 'stored'; id: string }
  /** It was here before. */
  | { outcome: 'duplicate'; id: string }
  | { outcome: 'empty' }
  | { outcome: 'too-long'; most: number }
  /** Not on the list; told by a message of its own, at most once. */
  | { outcome: 'not-admitted' }
  /** Too many in a short time; told at most once, where the platform can be told anything. */
  | { outcome: 'limited'; waitMs: number }
  /** The gateway is stopping: the platform keeps it, and gives it to the next one. */
  | { outcome: 'stopping' }

export interface ConnectedPlatform {
  /** Begins to receive; returns at once or when it is ready. Called again after `stopListening`. */
  listen(): Promise<void>
  /** Returns when nothing more will be received. */
  stopListening(): Promise<void>
  /** One message, at most `messageChars` long. Never throws: what it cannot tell is `unknown`. */
  send(message: OutgoingMessage): Promise<SendOutcome>
  close(): Promise<void>
}

export interface OutgoingMessage {
  /** The same for every attempt. */
  idempotencyKey: string
  chatId: string
  threadId: string | undefined
  /** The platform's id of the message it answers. */
  replyTo: string | undefined
  /** Our id of the message it answers. */
  answers: string | undefined
  text: string
  /** Which part of how many. */
  part: number
  parts: number
}

export type SendOutcome =
  | { outcome: 'sent'; id?: string | undefined }
  /** It certainly did not arrive; later it may. */
  | { outcome: 'refused'; reason: string; retryAfterMs?: number | undefined }
  /** It never will: blocked, no such chat. */
  | { outcome: 'rejected'; reason: string }
  /** It may have arrived. */
  | { outcome: 'unknown'; reason: string }
