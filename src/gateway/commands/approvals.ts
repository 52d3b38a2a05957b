import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApprovalRequest, ToolSession } from '../../agent/tool.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { Connection } from '../../store/connection.ts'
import { addQuestion, answerQuestion, deleteQuestion, openQuestions, readAnswer } from '../../store/chats/question.ts'
import type { ChatSession } from '../sessions/chat-session-record.ts'
import type { ChatSessions } from '../sessions/chat-sessions.ts'
import type { GatewayConfig } from '../config/config.ts'
import type { Outbox } from '../sending/outbox.ts'
import type { MessageSource } from '../identity/source.ts'
import { oneLine, quoted } from '../identity/untrusted.ts'
import { newCode } from '../new-code.ts'

export interface ApprovalParts {
  store: Connection
  config: Pick<GatewayConfig, 'approvers'>
  chats: Pick<ChatSessions, 'find'>
  outbox: Pick<Outbox, 'write' | 'send'>
  now(): number
  gatewayId(): string
  /** How long to wait for an approver's answer. */
  waitMs: number
}

export type AskChat = (request: ApprovalRequest, session: ToolSession, signal: AbortSignal) => Promise<boolean>

/**
 * Asks in the chat of the session, one question at a time, and waits for an approver's yes. The answer is no if the
 * chat has no approver, if no answer comes in time, or if the question is too long to be judged in a chat.
 */
export const createChatApprovals = (parts: ApprovalParts): AskChat => {
  const asking = new Map<string, Promise<unknown>>()
  return (request, session, signal) => {
    const before = asking.get(session.key) ?? Promise.resolve()
    const mine = before.then(() => askOnce(parts, { request, session, signal })).catch(() => false)
    asking.set(session.key, mine)
    void mine.then(() => {
      if (asking.get(session.key) === mine) asking.delete(session.key)
    })
    return mine
  }
}

interface Asked {
  request: ApprovalRequest
  session: ToolSession
  signal: AbortSignal
}

const askOnce = async (parts: ApprovalParts, { request, session, signal }: Asked): Promise<boolean> => {
  const { store, outbox } = parts
  const what = redact(visible(request.what))
  const chat = await parts.chats.find(session.key)
  // A session of a job has no chat to ask in.
  const chatId = chat?.source.chatId
  if (chat === undefined || chatId === undefined || !hasApprover(chat, parts.config)) return false
  if (what.length > LONGEST_CHARS || signal.aborted) return false
  const [id, code, askedAt] = [randomUUID(), newCode(CODE_CHARS), parts.now()]
  const words = `${request.tool} (${oneLine(request.reason)}): ${quoted(what)}`
  const text = questionText({ ...request, what }, { code, waitMs: parts.waitMs })
  const { platform, threadId } = chat.source
  const written = await store.transaction(async (transaction) => {
    const until = askedAt + parts.waitMs
    const question = { id, sessionKey: session.key, code, gateway: parts.gatewayId(), words, askedAt, until }
    await addQuestion(transaction, question)
    const address = { platform, chatId, threadId }
    return outbox.write(transaction, [{ delivery: `question-${id}`, kind: 'notice', address, text }])
  })
  outbox.send(written)
  try {
    return await waitFor(store, id, { waitMs: parts.waitMs, signal })
  } finally {
    await deleteQuestion(store, id)
  }
}

const waitFor = async (
  store: Connection,
  id: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<boolean> => {
  const startedAt = performance.now()
  while (!signal.aborted && performance.now() - startedAt < waitMs) {
    const answer = await readAnswer(store, id)
    if (answer !== undefined) return answer === 'yes'
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  return false
}

/** How often to look for the answer in the store: it may arrive through another gateway. */
const LOOK_MS = 300
/** A person cannot approve a text that is too long to read in a chat, so longer questions are refused. */
const LONGEST_CHARS = 3_000

const questionText = ({ tool, reason, what }: ApprovalRequest, { code, waitMs }: { code: string; waitMs: number }) =>
  [
    `May I? ${tool} needs a yes (${oneLine(reason)}):`,
    ...what.split('\n').map((line) => `> ${line}`),
    `Reply /approve ${code} to allow this once, or /deny. Without an answer within ${Math.round(waitMs / 60_000)} min it is not done.`,
  ].join('\n')

/** Makes invisible characters and characters that reverse the text visible, so that an approver sees every word. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u{34f}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu, '\uFFFD')

/** Whether the chat has an approver: its person is one, or in a shared chat the platform has any. */
const hasApprover = ({ source }: ChatSession, config: ApprovalParts['config']): boolean =>
  source.userId === undefined ? (config.approvers.get(source.platform) ?? []).length > 0 : mayApprove(source, config)

/** Whether the configuration names the sender of this message as an approver. */
export const mayApprove = ({ platform, userId }: MessageSource, { approvers }: ApprovalParts['config']): boolean => {
  const named = approvers.get(platform) ?? []
  return named.includes('*') || (userId !== undefined && named.includes(userId))
}

/**
 * Records a person's yes or no to the question that a session waits for. A yes names the question by its code, so a
 * yes to an earlier question, or the same yes a second time, allows nothing.
 */
export const answerInChat = async (
  { store, config, now }: Pick<ApprovalParts, 'store' | 'config' | 'now'>,
  { key, source, answer, code }: { key: string; source: MessageSource; answer: 'yes' | 'no'; code: string },
): Promise<string> => {
  const open = await openQuestions(store, key, now())
  const [first] = open
  if (first === undefined) return 'Nothing waits for a permission here.'
  if (!mayApprove(source, config)) return 'You may not decide that; the owner of this gateway says who may.'
  const meant = code === '' && answer === 'no' ? first : open.find((one) => one.code === code.toUpperCase())
  if (meant === undefined) return `Which one? /approve ${first.code} allows ${first.words}`
  const by = `${source.platform}:${source.userId ?? ''}`
  if (!(await answerQuestion(store, { id: meant.id, answer, by }))) return 'That was answered already.'
  return answer === 'yes' ? 'Allowed, this once.' : 'Not allowed.'
}

/** A code tells questions apart; it is no secret. */
const CODE_CHARS = 3
