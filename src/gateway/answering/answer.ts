import type { TurnRequest, TurnResult } from '../../agent/turn.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { InboxMessage } from '../../store/chats/inbox.ts'
import type { Answer } from '../receiving/act-on-message.ts'
import type { ChatSessions } from '../sessions/chat-sessions.ts'
import { type CommandParts, readCommand, runCommand } from '../commands/chat-commands.ts'
import type { GatewayConfig } from '../config/config.ts'
import { isSilent } from '../config/delivery-target.ts'
import { withSender } from '../identity/describe.ts'
import { STOPPED_BY_USER } from '../receiving/inbox.ts'
import type { Outbox, OutgoingText } from '../sending/outbox.ts'
import type { Written } from '../sending/send-message.ts'
import { type MessageSource, readSource } from '../identity/source.ts'

export interface AnswerParts {
  config: GatewayConfig
  chats: ChatSessions
  outbox: Outbox
  commands: CommandParts
  /** Runs one turn of the agent. */
  respond(request: TurnRequest): Promise<TurnResult>
  contextPrompt(source: MessageSource): Promise<string>
  /** Runs a scheduled job and returns its answer. */
  answerJob(message: InboxMessage, signal: AbortSignal): Promise<Answer>
  /** Whether the sender of a message may still talk to the agent. */
  isStillIn(source: MessageSource): Promise<boolean>
  isStopping(): boolean
}

/** Answers a message: a command by itself, everything else by a turn of the agent. Never throws. */
export const answerMessage = async (
  message: InboxMessage,
  signal: AbortSignal,
  parts: AnswerParts,
): Promise<Answer> => {
  try {
    if (message.kind === 'job') return await parts.answerJob(message, signal)
    const source = readSource(parseJson(message.source))
    // The message may have waited for a long time, even through a restart. A sender who was dismissed meanwhile gets no
    // answer.
    if (message.kind !== 'notice' && !(await parts.isStillIn(source)))
      return { next: 'answered', texts: [], note: 'not admitted any more' }
    const command = message.kind === 'notice' ? undefined : readCommand(message.text)
    if (command === undefined) return await takeTurn(message, source, { signal, parts })
    const key = await parts.chats.keyOf(source)
    const text = await runCommand(command, { source, key, lane: message.sessionKey }, parts.commands)
    return { next: 'answered', texts: [replyTo(message, source, text)], note: `/${command.name}` }
  } catch (error) {
    return afterError(error, message, parts)
  }
}

/** Addresses a reply to the chat that the message came from. */
export const replyTo = (message: InboxMessage, source: MessageSource, text: string): OutgoingText => ({
  delivery: message.id,
  kind: message.kind === 'notice' ? 'notice' : 'reply',
  address: { platform: message.platform, chatId: message.chatId, threadId: source.threadId },
  text,
  inboxId: message.id,
  // A group holds many messages, so the reply there names the one that it answers.
  replyTo: source.chatType === 'dm' || message.kind === 'notice' ? undefined : message.messageId,
})

const takeTurn = async (
  message: InboxMessage,
  source: MessageSource,
  { signal, parts }: { signal: AbortSignal; parts: AnswerParts },
): Promise<Answer> => {
  const isInternal = message.kind === 'notice'
  const { chat } = await parts.chats.getOrCreate(source, { isInternal })
  const result = await parts.respond({
    session: chat.session,
    owner: chat.owner,
    platform: source.platform,
    text: isInternal ? message.text : withSender(source, parts.config, message.text),
    messageId: message.id,
    ...(isInternal ? { isSynthetic: true, kind: 'notice' } : {}),
    taken: resetTold(message, source, { key: chat.key, parts }),
    contextPrompt: await parts.contextPrompt(chat.source),
    ...(chat.previous === undefined ? {} : { parent: { session: chat.previous.session, kind: 'reset' } }),
    sessionKey: chat.key,
    signal,
  })
  if (result.end === 'aborted' && signal.reason !== STOPPED_BY_USER && parts.isStopping()) return { next: 'put-back' }
  const text = textOf(result)
  if (isInternal && isSilent(text)) return { next: 'answered', texts: [], note: 'silent' }
  return { next: 'answered', texts: [replyTo(message, source, text)], note: result.end }
}

/**
 * An automatic reset is announced once, before the answer: to the person, and to the model together with this message.
 * The notice is taken in the transaction that stores the message, so a crash keeps both or neither.
 */
const resetTold = (
  message: InboxMessage,
  source: MessageSource,
  { key, parts: { chats, outbox } }: { key: string; parts: AnswerParts },
): NonNullable<TurnRequest['taken']> => {
  let written: Written[] = []
  return {
    notes: async (transaction) => {
      written = []
      const notice = await chats.takeResetNotice(key, transaction)
      if (notice === undefined) return []
      if (notice.text !== undefined) {
        const told = { ...replyTo(message, source, notice.text), kind: 'notice' as const, inboxId: undefined }
        written = await outbox.write(transaction, [{ ...told, delivery: `${message.id}-reset` }])
      }
      return [notice.note]
    },
    stored: () => outbox.send(written),
  }
}

const textOf = ({ end, text, error }: TurnResult): string => {
  if (end === 'failed') return `That did not work: ${redact(error ?? 'nobody knows why')}`
  if (end === 'aborted') return 'Stopped.'
  const words = text.trim() === '' ? '(no answer)' : text
  return end === 'answered' ? words : `${words}\n\n(Stopped at the ${end.replace('-', ' ')}; say "go on" to continue.)`
}

/** A turn gives its lease back within less time than this. */
const BUSY_PAUSE_MS = 500

const afterError = (error: unknown, message: InboxMessage, parts: AnswerParts): Answer => {
  if (error instanceof AppError && error.code === 'session-busy') return { next: 'later', inMs: BUSY_PAUSE_MS }
  // The store failed, not the message, so the message is tried again.
  if (error instanceof AppError && error.code.startsWith('store-')) return { next: 'later', inMs: BUSY_PAUSE_MS * 4 }
  if (parts.isStopping()) return { next: 'put-back' }
  const text = `Something went wrong here: ${redact(messageOf(error)).slice(0, 300)}\nYour message is kept; send it again to retry.`
  const source: MessageSource = { platform: message.platform, chatType: 'dm', chatId: message.chatId }
  return { next: 'answered', texts: [replyTo(message, readable(message) ?? source, text)], note: 'failed' }
}

const readable = ({ source }: InboxMessage): MessageSource | undefined => {
  try {
    return readSource(parseJson(source))
  } catch {
    return undefined
  }
}
