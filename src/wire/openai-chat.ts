import { asString, isRecord, type JsonRecord, parseJson } from '../lib/json.ts'
import type {
  AssistantMessage,
  SessionEvent,
  SystemMessage,
  ToolCall,
  ToolResult,
  UserMessage,
} from '../schema/session-event.ts'
import { readChatCalls, type ChatCall, readId } from './openai-chat-calls.ts'
import { readChatText } from './openai-chat-text.ts'

/** The position and the time of an event, which the conversation does not know. */
export interface ChatPlace {
  line: number
  at?: number | undefined
}

export interface ChatOptions {
  session: string
  event(event: SessionEvent): void
  issue(issue: { line: number; code: string; message: string }): void
  /** Narrows which calls of other sessions can be copies of this one (see `ToolCall.copyScope`). */
  copyScope?: (call: ChatCall) => string | undefined
  /** What `save` gave when the conversation was last read. */
  saved?: unknown
}

/** What is emitted, and what must be known of the messages before. */
interface Chat {
  readonly options: ChatOptions
  readonly state: ChatState
}

export interface ChatReader {
  say(place: ChatPlace, text: string, synthetic: boolean): void
  instruct(place: ChatPlace, text: string): void
  answer(place: ChatPlace, text: string, model: string | undefined): void
  call(place: ChatPlace, message: JsonRecord): void
  result(place: ChatPlace, message: JsonRecord): void
  /** Reads one message by its role. False: a role that is no part of a conversation, nothing was emitted. */
  read(message: JsonRecord, place: ChatPlace): boolean
  /** Small: what must be known to read on when more messages come. */
  save(): ChatSaved
}

/**
 * Turns chat-completion messages into events, one message at a time. Never throws, whatever the message holds; gives a
 * result without an id to the oldest call of the last assistant message that still waits for one.
 */
export const createChatReader = (options: ChatOptions): ChatReader => {
  const state = restore(options.saved)
  const chat: Chat = { options, state }
  return {
    say: (place, text, synthetic) => emitUser(chat, place, text, synthetic),
    instruct: (place, text) => emitSystem(chat, place, text),
    answer: (place, text, model) => emitAnswer(chat, place, text, model),
    call: (place, message) => emitCalls(chat, place, message),
    result: (place, message) => emitResult(chat, place, message),
    read: (message, place) => readMessage(chat, message, place),
    save: () => ({ unnamed: state.unnamed, open: [...state.open], aliases: recent(state.aliases) }),
  }
}

const readMessage = (chat: Chat, message: JsonRecord, place: ChatPlace): boolean => {
  switch (message.role) {
    case 'user':
      emitUser(chat, place, readChatText(message.content), false)
      return true
    case 'system':
    case 'developer':
      emitSystem(chat, place, readChatText(message.content))
      return true
    case 'assistant':
      emitAnswer(chat, place, readChatText(message.content ?? message.refusal), asString(message.model))
      emitCalls(chat, place, message)
      return true
    case 'tool':
    case 'function':
      emitResult(chat, place, message)
      return true
    default:
      return false
  }
}

const emitUser = ({ options }: Chat, place: ChatPlace, text: string, synthetic: boolean): void => {
  const event: UserMessage = { type: 'user-message', session: options.session, line: place.line, text }
  if (place.at !== undefined) event.at = place.at
  if (synthetic) event.synthetic = true
  options.event(event)
}

const emitSystem = ({ options }: Chat, place: ChatPlace, text: string): void => {
  const event: SystemMessage = { type: 'system-message', session: options.session, line: place.line, text }
  if (place.at !== undefined) event.at = place.at
  if (text !== '') options.event(event)
}

const emitAnswer = ({ options }: Chat, place: ChatPlace, text: string, model: string | undefined): void => {
  const event: AssistantMessage = { type: 'assistant-message', session: options.session, line: place.line, text }
  if (place.at !== undefined) event.at = place.at
  if (model !== undefined) event.model = model
  options.event(event)
}

const emitCalls = ({ options, state }: Chat, place: ChatPlace, message: JsonRecord): void => {
  const found = readChatCalls(message, (code, text) => options.issue({ line: place.line, code, message: text }))
  if (found.length === 0) return
  state.open.length = 0
  for (const [block, one] of found.entries()) {
    const callId = one.callId ?? `call-${++state.unnamed}`
    if (one.alias !== undefined) state.aliases.set(one.alias, callId)
    if (block < OPEN_CALLS) state.open.push({ callId, tool: one.tool })
    const event: ToolCall = {
      type: 'tool-call',
      session: options.session,
      line: place.line,
      block,
      callId,
      tool: one.tool,
      args: one.args,
    }
    if (place.at !== undefined) event.at = place.at
    const scope = options.copyScope?.({ ...one, callId })
    if (scope !== undefined) event.copyScope = scope
    options.event(event)
  }
}

const emitResult = ({ options, state }: Chat, place: ChatPlace, message: JsonRecord): void => {
  const text = readChatText(message.content)
  const event: ToolResult = { type: 'tool-result', session: options.session, line: place.line, text }
  const callId = answered(state, readId(message.tool_call_id), asString(message.name ?? message.tool_name))
  if (callId !== undefined) event.callId = callId
  if (place.at !== undefined) event.at = place.at
  if (message.is_error === true) event.flag = 'error'
  options.event(event)
}

/** Calls of one message that a result without an id can be given to. No model makes more at once. */
const OPEN_CALLS = 256
/** Second names are only looked up for results that are still to come. */
const SAVED_ALIASES = 64

interface OpenName {
  callId: string
  tool: string
}

interface ChatState {
  /** How many calls came without an id; they are named by their number. */
  unnamed: number
  open: OpenName[]
  /** `call_id` -> `id`, for providers that write both and answer with the other. */
  aliases: Map<string, string>
}

interface ChatSaved {
  unnamed: number
  open: OpenName[]
  aliases: [string, string][]
}

/** The call a result belongs to, and strikes it off the waiting ones. */
const answered = (state: ChatState, id: string | undefined, tool: string | undefined): string | undefined => {
  const { open } = state
  const callId = id === undefined ? undefined : (state.aliases.get(id) ?? id)
  let at = -1
  if (callId !== undefined) at = open.findIndex((one) => one.callId === callId)
  else if (tool !== undefined) at = open.findIndex((one) => one.tool === tool)
  else if (open.length > 0) at = 0
  if (at < 0) return callId
  const [found] = open.splice(at, 1)
  return callId ?? found?.callId
}

const recent = (aliases: Map<string, string>): [string, string][] => [...aliases].slice(-SAVED_ALIASES)

const restore = (saved: unknown): ChatState => {
  const state: ChatState = { unnamed: 0, open: [], aliases: new Map() }
  const known = typeof saved === 'string' ? parseJson(saved) : saved
  if (!isRecord(known)) return state
  if (typeof known.unnamed === 'number') state.unnamed = known.unnamed
  if (Array.isArray(known.open)) state.open = known.open.filter(isOpenName)
  if (Array.isArray(known.aliases)) state.aliases = new Map(known.aliases.filter(isAlias))
  return state
}

const isOpenName = (value: unknown): value is OpenName =>
  isRecord(value) && typeof value.callId === 'string' && typeof value.tool === 'string'

const isAlias = (value: unknown): value is [string, string] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
