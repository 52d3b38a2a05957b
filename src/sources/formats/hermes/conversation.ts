import { readTime } from '../../../lib/clock.ts'
import { parseJson } from '../../../lib/json.ts'
import type { SessionStart } from '../../../schema/session-event.ts'
import { type ChatPlace, type ChatReader, createChatReader } from '../../../wire/openai-chat.ts'
import { readChatText } from '../../../wire/openai-chat-text.ts'
import type { Emit } from '../../source.ts'
import { createCopies, type Copies } from './copies.ts'
import { isSummary, readWords } from './notices.ts'
import { cellNumber, cellText, cellWord, type MessageRow } from './rows.ts'

export interface ConversationOptions {
  session: string
  emit: Emit
  /**
   * The known facts about the session. They are emitted before its first message, so that an empty session is never
   * made.
   */
  describe(line: number): SessionStart
  /** It goes on where another session was compacted. */
  isContinuation?: boolean
  copyScope?: (callId: string) => string | undefined
  /** What the session's own row tells the model to do. */
  systemPrompt?: (() => string | undefined) | undefined
  saved?: unknown
}

/** A session whose messages are read in order of id, and what must be known of those before. */
export interface Conversation {
  readonly options: ConversationOptions
  readonly chat: ChatReader
  hasStarted: boolean
  /** The last thing said came from the program around the model. */
  afterHarness: boolean
  /** A compaction was reported whose summary is still to come. */
  awaitsSummary: boolean
  /** Only sessions that were compacted in place pay for finding copies. */
  copies: Copies | undefined
  wasCompacted: boolean
  lastLine: number
}

export const openConversation = (options: ConversationOptions): Conversation => {
  const { emit, copyScope } = options
  const { chat, ...saved } = restore(options.saved)
  return {
    options,
    chat: createChatReader({
      session: options.session,
      event: (event) => emit.event(event),
      issue: (issue) => emit.issue(issue),
      ...(copyScope === undefined ? {} : { copyScope: (call) => copyScope(call.callId ?? '') }),
      saved: chat,
    }),
    ...saved,
    copies: undefined,
    wasCompacted: false,
    lastLine: 0,
  }
}

export const saveConversation = ({ hasStarted, afterHarness, awaitsSummary, chat }: Conversation) => ({
  started: hasStarted,
  afterHarness,
  awaitsSummary,
  chat: chat.save(),
})

/** Reads one message and emits what a person would call the history of its session. */
export const readMessage = (conversation: Conversation, row: MessageRow): void => {
  const { chat, options } = conversation
  // Undone by the user: hidden there, so it never happened here.
  if (cellNumber(row.active) === 0 && cellNumber(row.compacted) !== 1) return
  const role = cellWord(row.role)
  if (role === undefined || !ROLES.has(role)) {
    if (role !== undefined && SYSTEM_ROLES.has(role))
      chat.instruct({ line: row.id, at: undefined }, readChatText(decode(row.content)))
    else if (role !== 'session_meta') unknownRole(options.emit, row.id, role)
    return
  }
  const place = { line: row.id, at: timeOf(options.emit, row) }
  begin(conversation, place)
  conversation.lastLine = row.id
  if (isCopy(conversation, row, place)) return
  const content = decode(row.content)
  if (role === 'tool' || role === 'function') {
    chat.result(place, { content, tool_call_id: cellText(row.toolCallId), name: cellWord(row.toolName) })
    return
  }
  const text = readChatText(content)
  if (cellNumber(row.summary) === 1 || isSummary(text)) summarise(conversation, row, place, text)
  else if (role === 'user') say(conversation, row, place, text)
  else answer(conversation, row, place, text)
}

const begin = (conversation: Conversation, place: ChatPlace): void => {
  if (conversation.hasStarted) return
  const { options, chat } = conversation
  conversation.hasStarted = true
  options.emit.event(options.describe(place.line))
  chat.instruct({ line: place.line, at: undefined }, options.systemPrompt?.() ?? '')
  if (options.isContinuation !== true) return
  compact(conversation, place, 'rotation')
  conversation.awaitsSummary = true
}

const compact = ({ options }: Conversation, place: ChatPlace, kind: string): void => {
  const event = { type: 'compaction' as const, session: options.session, line: place.line, kind }
  options.emit.event(place.at === undefined ? event : { ...event, at: place.at })
}

/** Follows the rows that compaction archived, and says whether this one is a second writing of an earlier one. */
const isCopy = (conversation: Conversation, row: MessageRow, place: ChatPlace): boolean => {
  const isCompacted = cellNumber(row.active) === 0
  if (isCompacted) conversation.copies ??= createCopies()
  const { copies } = conversation
  if (copies === undefined) return false
  if (conversation.wasCompacted && !isCompacted) {
    copies.beginStretch()
    compact(conversation, place, 'in-place')
    conversation.awaitsSummary = true
  }
  conversation.wasCompacted = isCompacted
  return copies.isCopy(row)
}

const summarise = (conversation: Conversation, row: MessageRow, place: ChatPlace, text: string): void => {
  const { chat, copies } = conversation
  // The change-over was already reported by the rows around it, or by the link to the session before.
  if (conversation.awaitsSummary) conversation.awaitsSummary = false
  else compact(conversation, place, copies === undefined ? 'summary' : 'in-place')
  chat.say(place, text, true)
  if (row.role === 'assistant') chat.call(place, { tool_calls: callsCell(row) })
}

const say = (conversation: Conversation, row: MessageRow, place: ChatPlace, content: string): void => {
  const { speaker, text } = readWords(content)
  conversation.afterHarness = speaker === 'harness'
  // Observed messages are what other people said in the room; the agent was not spoken to.
  const isAside = cellWord(row.displayKind) !== undefined || cellNumber(row.observed) === 1
  conversation.chat.say(place, text, speaker !== 'person' || isAside)
}

const answer = (conversation: Conversation, row: MessageRow, place: ChatPlace, text: string): void => {
  const { chat, afterHarness: isReview } = conversation
  conversation.afterHarness = false
  const toolCalls = callsCell(row)
  if (isReview && toolCalls === undefined) return
  if (cellWord(row.displayKind) === undefined) chat.answer(place, text, undefined)
  if (toolCalls !== undefined) chat.call(place, { tool_calls: toolCalls })
}

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool', 'function'])
/** Instructions. `session_meta`, the tool schemas that old transcripts begin with, says nothing. */
const SYSTEM_ROLES: ReadonlySet<string> = new Set(['system', 'developer'])

const unknownRole = (emit: Emit, line: number, role: string | undefined): void => {
  const named = role === undefined ? 'no readable role' : `the unknown role "${role.slice(0, 40)}"`
  emit.issue({ line, code: 'unknown-role', message: `a message with ${named}` })
}

const timeOf = (emit: Emit, row: MessageRow): number | undefined => {
  const { time } = row
  if (time === null || time === undefined) return undefined
  const at = readTime(typeof time === 'number' ? time : cellText(time))
  if (at === undefined) emit.issue({ line: row.id, code: 'bad-time', message: 'a timestamp outside this century' })
  return at
}

/** Lists and objects are kept as text behind this mark, so that plain text that looks like JSON stays text. */
const JSON_MARK = '\u0000json:'

const decode = (content: unknown): unknown => {
  const text = cellText(content)
  if (text === undefined) return content
  if (text.charCodeAt(0) !== 0 || !text.startsWith(JSON_MARK)) return text
  return parseJson(text.slice(JSON_MARK.length)) ?? text.slice(JSON_MARK.length)
}

const callsCell = (row: MessageRow): unknown => {
  const { toolCalls } = row
  const text = cellText(toolCalls)
  if (text !== undefined) return text === '' || text === '[]' || text === 'null' ? undefined : text
  return Array.isArray(toolCalls) && toolCalls.length > 0 ? toolCalls : undefined
}

const restore = (saved: unknown) => {
  const known = (saved ?? {}) as { started?: unknown; afterHarness?: unknown; awaitsSummary?: unknown; chat?: unknown }
  return {
    hasStarted: known.started === true,
    afterHarness: known.afterHarness === true,
    awaitsSummary: known.awaitsSummary === true,
    chat: known.chat,
  }
}
