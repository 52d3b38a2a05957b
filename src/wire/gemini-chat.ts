import { asArray, asString, isRecord, type JsonRecord } from '../lib/json.ts'
import {
  callsInParts,
  geminiUsage,
  type GeminiResponse,
  partsOf,
  responsesInParts,
  textOfParts,
} from './gemini-parts.ts'
import { readGeminiResult } from './gemini-result.ts'
import { createSessionTeller, type SessionTeller, type Spot, type WireEmit } from './session-teller.ts'

/** What is known of a chat's file from outside it. */
export interface GeminiFile {
  /** Used until a header names the session. */
  session: string
  /** The session whose sub-agent wrote the file. */
  parent?: string
  /** Where the session worked, as a file beside it says. */
  cwd?: string
}

/** Reads the records of one chat as Gemini CLI writes them: lines of a growing file, or one document. Never throws. */
export const createGeminiChatReader = (emit: WireEmit, file: GeminiFile, saved?: unknown) => {
  const state = isRecord(saved) ? saved : {}
  const teller = createSessionTeller(emit, file.session, state.teller)
  const chat: Chat = {
    teller,
    isSubagent: file.parent !== undefined || state.isSubagent === true,
    // A message is written again when it gets its calls, and many of them when the history is.
    said: new Set(asArray(state.said).filter((id) => typeof id === 'string')),
    counted: new Set(asArray(state.counted).filter((id) => typeof id === 'string')),
    answered: new Set(asArray(state.answered).filter((id) => typeof id === 'string')),
  }
  const platform = chat.isSubagent ? 'subagent' : 'cli'
  const parent = file.parent === undefined ? {} : { parent: { session: file.parent, kind: 'subagent' as const } }
  if (saved === undefined) teller.describe({ line: 1 }, { platform, ...(file.cwd ? { cwd: file.cwd } : {}), ...parent })
  return {
    read: (record: unknown, line: number): void => readRecord(chat, record, line),
    save: () => ({
      teller: teller.save(),
      isSubagent: chat.isSubagent,
      said: [...chat.said].slice(-KEPT_IDS),
      counted: [...chat.counted].slice(-KEPT_IDS),
      answered: [...chat.answered].slice(-KEPT_IDS),
    }),
  }
}

/** How many message ids are kept for a growing file, to know messages that are written again. */
const KEPT_IDS = 200

interface Chat {
  teller: SessionTeller
  isSubagent: boolean
  said: Set<string>
  counted: Set<string>
  /** Calls whose result is known. */
  answered: Set<string>
}

const readRecord = (chat: Chat, record: unknown, line: number): void => {
  if (!isRecord(record)) return chat.teller.bad(line, 'a record is not an object')
  if (isRecord(record.$set)) return readChanges(chat, record.$set, line)
  // Messages that were taken back (`$rewindTo`) still happened. Other `$` records of later versions are unknown.
  if (Object.keys(record).some((key) => key.startsWith('$'))) return
  if (typeof record.sessionId === 'string' && !('type' in record)) return readHeader(chat, record, line)
  if (typeof record.type !== 'string') return chat.teller.bad(line, 'a record without a type')
  readMessage(chat, record, { line })
}

const readHeader = (chat: Chat, header: JsonRecord, line: number): void => {
  const { teller } = chat
  const id = asString(header.sessionId) ?? ''
  teller.name(id)
  if (teller.session() !== id && id !== '') teller.bad(line, 'a second header names another session')
  const at = teller.timeOf(header.startTime, line)
  if (header.kind === 'subagent') chat.isSubagent = true
  teller.describe(
    { line },
    { ...(at === undefined ? {} : { at }), ...(chat.isSubagent ? { platform: 'subagent' } : {}) },
  )
  readChanges(chat, header, line)
}

/** What is known of the chat, and its history where that was written anew: by a compression, or because it was resumed. */
const readChanges = (chat: Chat, changes: JsonRecord, line: number): void => {
  const title = asString(changes.summary)
  const [cwd] = asArray(changes.directories)
  if (title) chat.teller.describe({ line }, { title })
  if (typeof cwd === 'string') chat.teller.describe({ line }, { cwd })
  if (!Array.isArray(changes.messages)) return
  const isDocument = changes.sessionId !== undefined
  for (const [index, message] of changes.messages.entries()) {
    const spot = isDocument ? { line: index + 1 } : { line, isAgain: true }
    if (isRecord(message) && typeof message.type === 'string') readMessage(chat, message, spot)
    else chat.teller.bad(spot.line, 'a message without a type')
  }
}

const readMessage = (chat: Chat, message: JsonRecord, { line, isAgain }: { line: number; isAgain?: boolean }): void => {
  const { teller } = chat
  const { type } = message
  if (type !== 'user' && type !== 'gemini') return
  const id = asString(message.id) ?? ''
  const isSaid = id !== '' && chat.said.has(id)
  if (id !== '') chat.said.add(id)
  if (isSaid && type === 'user') return
  const spot: Spot = { line, at: teller.timeOf(message.timestamp, line) }
  const parts = partsOf(message.content)
  if (type === 'user') return readUser(chat, spot, { parts, isAgain: isAgain === true })
  const text = textOfParts(parts)
  const model = asString(message.model)
  if (!isSaid) {
    // In a rewritten history, a message without a model is a summary of the messages that were cut away.
    if (isAgain === true && model === undefined) return
    if (model) teller.describe(spot, { model })
    teller.event(spot, {
      type: 'assistant-message',
      text,
      ...(id ? { messageId: id } : {}),
      ...(model ? { model } : {}),
    })
  }
  readUsage(chat, spot, { id, tokens: message.tokens })
  readCalls(chat, spot, { parts, toolCalls: message.toolCalls })
}

const readUser = (chat: Chat, spot: Spot, { parts, isAgain }: { parts: JsonRecord[]; isAgain: boolean }): void => {
  for (const response of responsesInParts(parts)) readResponse(chat, spot, response)
  const text = textOfParts(parts)
  if (text.trim() === '') return
  const cwd = WORKSPACE.exec(text.slice(0, CONTEXT_CHARS))?.[1]
  if (cwd !== undefined) chat.teller.describe(spot, { cwd })
  if (isAgain && text.includes('<state_snapshot>'))
    chat.teller.event(spot, { type: 'compaction', kind: 'state-snapshot' })
  const words = personsWords(text)
  if (words === '' || chat.isSubagent || isAgain)
    chat.teller.event(spot, { type: 'user-message', text, synthetic: true })
  else chat.teller.event(spot, { type: 'user-message', text: words })
}

const CONTEXT_CHARS = 4_000
/** The first message tells the model where it works. */
const WORKSPACE =
  /^(?:<session_context>\n)?This is the Gemini CLI\.[\s\S]{0,2000}?(?:Workspace Directories:\*\*\n {0,4}- |working in the directory: )([^\n]{1,1000})/

/** What a person typed: hooks put their text around it, and the agent begins with a message of its own. */
const personsWords = (text: string): string => {
  let words = text.trim()
  if (words.startsWith('<session_context>') || words.startsWith('This is the Gemini CLI.')) return ''
  for (let round = 0; round < MOST_HOOKS; round++) {
    const start = words.indexOf('<hook_context>')
    if (start < 0) break
    const end = words.indexOf('</hook_context>', start)
    words = (words.slice(0, start) + (end < 0 ? '' : words.slice(end + '</hook_context>'.length))).trim()
  }
  return words
}

const MOST_HOOKS = 20

const readUsage = (chat: Chat, spot: Spot, { id, tokens }: { id: string; tokens: unknown }): void => {
  if (!isRecord(tokens) || chat.counted.has(id)) return
  const { input: prompt, output, cached, thoughts } = tokens
  const usage = geminiUsage({ prompt, output, cached, thoughts })
  if (usage === undefined) return
  if (id !== '') {
    chat.counted.add(id)
    usage.messageId = id
  }
  chat.teller.event(spot, usage)
}

/** Calls stand beside what was said, with their results; in a history that was written anew, among its parts. */
const readCalls = (chat: Chat, spot: Spot, { parts, toolCalls }: { parts: JsonRecord[]; toolCalls: unknown }): void => {
  const { teller } = chat
  for (const { tool, ...call } of callsInParts(parts)) {
    if (tool === '') teller.bad(spot.line, 'a call without the name of its tool')
    else teller.event(spot, { type: 'tool-call', tool, ...call })
  }
  for (const [block, call] of asArray(toolCalls).entries()) {
    const tool = isRecord(call) ? asString(call.name) : undefined
    if (!isRecord(call) || !tool) teller.bad(spot.line, 'a call without the name of its tool')
    else readToolCall(chat, spot, { call, tool, block })
  }
}

const readToolCall = (
  { teller, answered }: Chat,
  spot: Spot,
  { call, tool, block }: { call: JsonRecord; tool: string; block: number },
): void => {
  const callId = asString(call.id) || undefined
  const named = callId === undefined ? {} : { callId }
  teller.event(spot, { type: 'tool-call', tool, args: call.args ?? {}, block, ...named })
  const responses = typeof call.result === 'string' ? [] : responsesInParts(partsOf(call.result))
  const written = typeof call.result === 'string' ? call.result : responses.map(({ text }) => text).join('\n')
  if (call.result === undefined || call.result === null || (callId !== undefined && answered.has(callId))) return
  if (callId !== undefined) answered.add(callId)
  const at = teller.timeOf(call.timestamp, spot.line) ?? spot.at
  const isError = responses.some((one) => one.isError)
  const facts = readGeminiResult({ tool, args: call.args, text: written, status: call.status, isError })
  teller.event({ ...spot, at }, { type: 'tool-result', block, ...named, ...facts })
}

/**
 * A result that was sent back to the model. The call already has it, unless the program ended between the two writes.
 */
const readResponse = ({ teller, answered }: Chat, spot: Spot, response: GeminiResponse): void => {
  const { callId, tool, text, isError } = response
  if (!callId || answered.has(callId)) return
  answered.add(callId)
  const facts = readGeminiResult({ tool, args: undefined, text, status: undefined, isError })
  teller.event(spot, { type: 'tool-result', callId, ...facts })
}
