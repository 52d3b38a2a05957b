import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'
import type { MessageSource } from './identity/source.ts'

/**
 * The contract of a chat platform: a folder below platforms/ and a line in its registry. A platform passes what it
 * receives to `receive`, and sends what it is given. The gateway takes care of order, repeats, retries, splitting and
 * admission.
 */
export interface Platform {
  name: string
  limits: PlatformLimits
  /**
   * Makes the platform ready to send. It receives nothing before `listen`. Throws with an explanation if a setting is
   * missing.
   */
  connect(host: PlatformHost): Promise<ConnectedPlatform>
}

export interface PlatformLimits {
  /** Length limit of one message in UTF-16 units. */
  messageChars: number
  /**
   * Whether a send that is repeated with the same key arrives only once. After a crash the gateway may repeat a send.
   */
  hasIdempotencyKeys: boolean
  hasThreads: boolean
  /** Senders fetch replies by the id of their message; a text that answers no message cannot be fetched. */
  isFetched?: boolean
  /** The platform allows only one listener: one of several gateways listens, and another takes over when it dies. */
  listensAlone: boolean
  /**
   * local: its users own this machine. signed: the sender vouches for its users. list: allow-list and pairing decide.
   */
  admission: 'local' | 'signed' | 'list'
}

/** What the gateway provides to a platform. */
export interface PlatformHost {
  app: App
  store: Connection
  /** The platform's section of the configuration. */
  options: Readonly<Record<string, unknown>>
  /** The environment variables, then those of the `.env` file in WARMSTART_HOME. */
  env: Readonly<Record<string, string | undefined>>
  /** Resolves when the message is stored or refused. Only then may the adapter confirm its arrival to the platform. */
  receive(message: IncomingMessage): Promise<Received>
  /** Writes a line for the person who watches; never a secret. */
  log(line: string): void
  /** Reports that nothing more will arrive, for example because a console's input has ended. */
  ended(): void
  /** Reports that the connection is broken: the gateway closes it and connects again after a pause. */
  failed(reason: unknown): void
  /**
   * Reports that the platform cannot be reached and retries by itself; undefined: it can be reached again. `gateway
   * status` shows the reason.
   */
  troubled(reason: string | undefined): void
}

export interface IncomingMessage {
  /** Platform, chat id and message id together tell whether the message was received before. */
  source: MessageSource & { chatId: string; messageId: string }
  text: string
}

export type Received =
  | { outcome: 'stored'; id: string }
  /** The message was received before. */
  | { outcome: 'duplicate'; id: string }
  | { outcome: 'empty' }
  | { outcome: 'too-long'; most: number }
  /** The sender is not on the list; a separate message tells them, at most once. */
  | { outcome: 'not-admitted' }
  /** The sender wrote too many messages in a short time; they are told at most once, if the platform can tell them. */
  | { outcome: 'limited'; waitMs: number }
  /** The gateway is stopping: the platform keeps the message and gives it to the next gateway. */
  | { outcome: 'stopping' }

export interface ConnectedPlatform {
  /** Begins to receive; returns at once or when it is ready. May be called again after `stopListening`. */
  listen(): Promise<void>
  /** Returns when nothing more will be received. */
  stopListening(): Promise<void>
  /** Sends one message of at most `messageChars`. Never throws: if the result is not clear, it is `unknown`. */
  send(message: OutgoingMessage): Promise<SendOutcome>
  close(): Promise<void>
}

export interface OutgoingMessage {
  /** Does not change between attempts. */
  idempotencyKey: string
  chatId: string
  threadId: string | undefined
  /** The platform's id of the message that this one answers. */
  replyTo: string | undefined
  /** Our id of the message that this one answers. */
  answers: string | undefined
  text: string
  /** The number of this part, and how many parts there are. */
  part: number
  parts: number
}

export type SendOutcome =
  | { outcome: 'sent'; id?: string | undefined }
  /** The message certainly did not arrive; a later attempt may succeed. */
  | { outcome: 'refused'; reason: string; retryAfterMs?: number | undefined }
  /** The message will never arrive: the bot is blocked, or there is no such chat. */
  | { outcome: 'rejected'; reason: string }
  /** The message may have arrived. */
  | { outcome: 'unknown'; reason: string }
