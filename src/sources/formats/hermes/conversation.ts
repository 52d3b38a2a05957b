import { readTime } from '../../../lib/clock.ts'
import { parseJson } from '../../../lib/json.ts'
import type { SessionStart } from '../../../schema/session-event.ts'
import { type ChatPlace, createChatReader } from '../../../wire/openai-chat.ts'
import { textOf } from '../../../wire/openai-chat-text.ts'
import type { Emit } from '../../source.ts'
import { createCopies, type Copies } from './copies.ts'
import { isSummary, readWords } from './notices.ts'
import { cellNumber, cellText, cellWord, type MessageRow } from './rows.ts'

export interface ConversationOptions {
  session: string
  emit: Emit
  /** What is known about the session; emitted before its first message, so that empty sessions never come into being. */
  describe(line: number): SessionStart
  /** It goes on where another session was compacted. */
  isContinuation?: boolean
  copyScope?: (callId: string) => string | undefined
  /** What the session's own row tells the model to do. */
  systemPrompt?: (() => string | undefined) | undefined
  saved?: unknown
}

/** Reads the messages of one session in order of id and emits what a person would call its history. */
export const createConversation = (options: ConversationOptions) => {
  const { emit } = options
  const saved = restore(options.saved)
  const { copyScope } = options
  const chat = createChatReader({
    session: options.session,
    event: (event) => emit.event(event),
    issue: (issue) => emit.issue(issue),
    ...(copyScope === undefined ? {} : { copyScope: (call) => copyScope(call.callId ?? '') }),
    saved: saved.chat,
  })
  let { started, afterHarness, awaitsSummary } = saved
  /** Only sessions that were compacted in place pay for finding copies. */
  let copies: Copies | undefined
  let wasCompacted = false
  let lastLine = 0

  const compact = (place: ChatPlace, kind: string): void => {
    const event = { type: 'compaction' as const, session: options.session, line: place.line, kind }
    emit.event(place.at === undefined ? event : { ...event, at: place.at })
  }

  const begin = (place: ChatPlace): void => {
    if (started) return
    started = true
    emit.event(options.describe(place.line))
    chat.instruct({ line: place.line, at: undefined }, options.systemPrompt?.() ?? '')
    if (options.isContinuation !== true) return
    compact(place, 'rotation')
    awaitsSummary = true
  }

  /** Follows the rows that compaction archived, and says whether this one is a second writing of an earlier one. */
  const isCopy = (row: MessageRow, place: ChatPlace): boolean => {
    const isCompacted = cellNumber(row.active) === 0
    if (isCompacted) copies ??= createCopies()
    if (copies === undefined) return false
    if (wasCompacted && !isCompacted) {
      copies.beginStretch()
      compact(place, 'in-place')
      awaitsSummary = true
    }
    wasCompacted = isCompacted
    return copies.isCopy(row)
  }

  const summarise = (row: MessageRow, place: ChatPlace, text: string): void => {
    // The change-over was already reported by the rows around it, or by the link to the session before.
    if (awaitsSummary) awaitsSummary = false
    else compact(place, copies === undefined ? 'summary' : 'in-place')
    chat.say(place, text, true)
    if (row.role === 'assistant') chat.call(place, { tool_calls: callsCell(row) })
  }

  const say = (row: MessageRow, place: ChatPlace, content: string): void => {
    const { speaker, text } = readWords(content)
    afterHarness = speaker === 'harness'
    // Observed messages are what other people said in the room; the agent was not spoken to.
    const isAside = cellWord(row.displayKind) !== undefined || cellNumber(row.observed) === 1
    chat.say(place, text, speaker !== 'person' || isAside)
  }

  const answer = (row: MessageRow, place: ChatPlace, text: string): void => {
    const isReview = afterHarness
    afterHarness = false
    const toolCalls = callsCell(row)
    if (isReview && toolCalls === undefined) return
    if (cellWord(row.displayKind) === undefined) chat.answer(place, text, undefined)
    if (toolCalls !== undefined) chat.call(place, { tool_calls: toolCalls })
  }

  const read = (row: MessageRow): void => {
    // Undone by the user: hidden there, so it never happened here.
    if (cellNumber(row.active) === 0 && cellNumber(row.compacted) !== 1) return
    const role = cellWord(row.role)
    if (role === undefined || !ROLES.has(role)) {
      if (role !== undefined && SYSTEM_ROLES.has(role))
        chat.instruct({ line: row.id, at: undefined }, textOf(decode(row.content)))
      else if (role !== 'session_meta') unknownRole(emit, row.id, role)
      return
    }
    const place = { line: row.id, at: timeOf(emit, row) }
    begin(place)
    lastLine = row.id
    if (isCopy(row, place)) return
    const content = decode(row.content)
    if (role === 'tool' || role === 'function') {
      chat.result(place, { content, tool_call_id: cellText(row.toolCallId), name: cellWord(row.toolName) })
      return
    }
    const text = textOf(content)
    if (cellNumber(row.summary) === 1 || isSummary(text)) summarise(row, place, text)
    else if (role === 'user') say(row, place, text)
    else answer(row, place, text)
  }

  return {
    read,
    get hasStarted() {
      return started
    },
    get lastLine() {
      return lastLine
    },
    save: () => ({ started, afterHarness, awaitsSummary, chat: chat.save() }),
  }
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
    started: known.started === true,
    afterHarness: known.afterHarness === true,
    awaitsSummary: known.awaitsSummary === true,
    chat: known.chat,
  }
}
