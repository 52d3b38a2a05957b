import { asNumber, asString, isRecord } from '../lib/json.ts'
import type { JsonRecord } from '../lib/json.ts'
import { readTime } from '../lib/clock.ts'
import type { SessionStart } from '../schema/session-event.ts'
import { readPiBlocks, readPiCall, readPiText } from './pi-content.ts'
import type { PiDialect, PiEmit, PiOrigin, PiReader } from './pi-dialect.ts'
import { sessionOfPath } from './pi-names.ts'
import { hasOwnFailure, nestedCallsOf } from './pi-nested.ts'

/**
 * Reads the entries of one pi session file, one at a time, and emits what they say as events. Serves every agent that
 * writes this format; where they differ, `PiDialect` says how. Never throws.
 *
 * Entries form a tree (`id`, `parentId`), but a file is append-only and its order is the order of time, so the tree is not
 * walked: an abandoned branch happened too, and a cycle cannot hurt.
 */
export const createPiSessionReader = (emit: PiEmit, dialect: PiDialect, saved?: unknown): PiReader => {
  const state = restore(dialect, saved)
  return {
    read: (record, line) => readEntry({ emit, dialect, state, line }, record),
    save: () => ({ ...state }),
  }
}

interface State {
  session: string
  started: boolean
  model: string
  platform: string
  /** Owner by the messages so far; null: one came from a person who is not named, or several people write here. */
  owner?: string | null
}

interface Context {
  emit: PiEmit
  dialect: PiDialect
  state: State
  line: number
}

const restore = (dialect: PiDialect, saved: unknown): State => {
  const from = isRecord(saved) ? saved : {}
  return {
    session: asString(from.session) ?? dialect.session,
    started: from.started === true,
    model: asString(from.model) ?? '',
    platform: asString(from.platform) ?? '',
    ...(typeof from.owner === 'string' || from.owner === null ? { owner: from.owner } : {}),
  }
}

const readEntry = (context: Context, record: unknown): void => {
  if (!isRecord(record)) return bad(context, 'an entry is not an object')
  if (record.type === 'session') return readHeader(context, record)
  if (typeof record.type !== 'string') return bad(context, 'an entry has no type')
  if (!context.state.started) start(context, {})
  switch (record.type) {
    case 'message':
      return readMessage(context, record)
    case 'compaction':
      return readCompaction(context, record)
    case 'branch_summary':
      return addSynthetic(context, record, readPiText(record.summary))
    case 'custom_message':
      return addSynthetic(context, record, readPiText(record.content))
    case 'model_change':
      return chooseModel(context, record.modelId)
    case 'custom':
      if (record.customType === 'model-snapshot' && isRecord(record.data)) chooseModel(context, record.data.modelId)
      return
    case 'session_info': {
      const title = asString(record.name)
      if (title) describe(context, { title })
      return
    }
    default:
      // Labels, thinking levels and kinds of later versions say nothing about calls.
      return
  }
}

const readHeader = (context: Context, header: JsonRecord): void => {
  const { state, dialect } = context
  const id = asString(header.id)
  if (!id) bad(context, 'the header names no session')
  if (state.started) {
    // A repaired file may repeat its header. A file is one session, whatever a later header says.
    if (id && id !== state.session) bad(context, 'a second header names another session')
    return
  }
  if (id && !dialect.sessionIsCertain) state.session = id
  const about: Partial<SessionStart> = {}
  const at = readTime(header.timestamp)
  if (at !== undefined) about.at = at
  const cwd = asString(header.cwd)
  if (cwd) about.cwd = cwd
  const model = asString(header.modelId)
  if (model) state.model = about.model = model
  const parent = asString(header.parentSession) ?? asString(header.branchedFrom)
  const parentSession = parent ? sessionOfPath(parent) : ''
  if (parentSession && parentSession !== state.session) about.parent = { session: parentSession, kind: 'branch' }
  start(context, about)
}

const start = (context: Context, about: Partial<SessionStart>): void => {
  context.state.started = true
  const { platform, owner } = context.dialect
  const known = { ...(platform ? { platform } : {}), ...(owner === undefined ? {} : { owner }) }
  describe(context, { ...known, ...about })
}

const describe = (context: Context, about: Partial<SessionStart>): void =>
  context.emit.event({ ...about, type: 'session-start', session: context.state.session, line: context.line })

// People step through models without using them: a choice counts only until a message says which one answered.
const chooseModel = (context: Context, model: unknown): void => {
  if (context.state.model === '') noteModel(context, asString(model))
}

const noteModel = (context: Context, model: string | undefined): void => {
  if (!model || model === context.state.model) return
  context.state.model = model
  describe(context, { model })
}

const readMessage = (context: Context, entry: JsonRecord): void => {
  const message = entry.message
  if (!isRecord(message)) return bad(context, 'a message entry holds no message')
  switch (message.role) {
    case 'user':
      return readUser(context, entry, message)
    case 'assistant':
      return readAssistant(context, entry, message)
    case 'toolResult':
      return readResult(context, entry, message)
    case 'system':
      return context.emit.event({ ...place(context, entry), type: 'system-message', text: readPiText(message.content) })
    case 'bashExecution':
      return readOwnCommand(context, entry, message)
    case 'custom':
    case 'hookMessage':
      return addSynthetic(context, entry, readPiText(message.content))
    case 'branchSummary':
    case 'compactionSummary':
      return addSynthetic(context, entry, readPiText(message.summary))
    default:
      if (typeof message.role !== 'string') bad(context, 'a message has no role')
  }
}

const readUser = (context: Context, entry: JsonRecord, message: JsonRecord): void => {
  const text = readPiText(message.content)
  const origin = context.dialect.originOf?.(text, message) ?? {}
  const { platform } = origin
  const isMoved = platform !== undefined && platform !== '' && platform !== context.state.platform
  if (isMoved) context.state.platform = platform
  const about = { ...(isMoved ? { platform } : {}), ...noteWriter(context, origin) }
  if (Object.keys(about).length > 0) describe(context, about)
  const event = { ...place(context, entry), type: 'user-message' as const, text }
  context.emit.event(origin.synthetic ? { ...event, synthetic: true } : event)
}

/**
 * What a message's writer says about the session's owner, where that is news. A session has an owner as long as one person writes in it:
 * a second person, or a message of a chat whose writer is not named, leaves it without one for good.
 */
const noteWriter = ({ dialect, state }: Context, { owner, platform }: PiOrigin): Partial<SessionStart> => {
  if (owner === undefined || state.owner === null) return {}
  const known = typeof dialect.owner === 'string' ? dialect.owner : state.owner
  if (known === undefined || (owner !== null && isSame(known, owner))) {
    if (state.owner === owner) return {}
    state.owner = owner
    return { owner }
  }
  if (typeof dialect.owner === 'string') return {}
  if (owner === null && known.startsWith(`${platform ?? ''}:`)) return {}
  state.owner = null
  return { owner: null, isShared: true }
}

/** Keys of sessions hold ids in small letters. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const readAssistant = (context: Context, entry: JsonRecord, message: JsonRecord): void => {
  if (context.dialect.isEcho?.(message)) return
  const blocks = readPiBlocks(message.content)
  const text = readPiText(blocks)
  const at = place(context, entry)
  const calls = blocks.filter((block) => readPiCall(block) !== undefined).length
  const failed = message.stopReason === 'error' || message.stopReason === 'aborted'
  // A turn in which the model failed before it said anything is no message; agents retry it, some of them many times.
  if (!failed || text !== '' || calls > 0) {
    const model = asString(message.model)
    noteModel(context, model)
    context.emit.event({ ...at, type: 'assistant-message', text, ...(model ? { model } : {}) })
  }
  // Before the calls: the context size belongs to the message that makes them.
  readUsage(context, entry, message.usage)
  if (calls === 0) return
  const copyScope = copyScopeOf(context, entry)
  for (const [block, content] of blocks.entries()) {
    const call = readPiCall(content)
    if (call === undefined) continue
    if (call.tool === '') bad(context, 'a tool call names no tool')
    else {
      const meant = context.dialect.unwrapCall?.(call) ?? call
      context.emit.event({ ...at, ...meant, type: 'tool-call', block, copyScope })
    }
  }
}

// A branched session copies entries with their times, and small models reuse call ids: only id and time together tell a copy.
const copyScopeOf = (context: Context, entry: JsonRecord): string => {
  const inner = isRecord(entry.message) ? entry.message.timestamp : undefined
  for (const time of [entry.timestamp, inner]) {
    if (typeof time === 'string' || typeof time === 'number') return String(time)
  }
  return context.state.session
}

const readUsage = (context: Context, entry: JsonRecord, usage: unknown): void => {
  if (!isRecord(usage)) return
  const inputTokens = countOf(usage.input)
  const outputTokens = countOf(usage.output)
  const cacheReadTokens = countOf(usage.cacheRead)
  const cacheWriteTokens = countOf(usage.cacheWrite)
  const contextTokens = (inputTokens ?? 0) + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0)
  // Failed turns and local servers write zeros everywhere: that is no count.
  if (contextTokens === 0 && !outputTokens) return
  const costUsd = isRecord(usage.cost) ? countOf(usage.cost.total) : undefined
  context.emit.event({
    ...place(context, entry),
    type: 'usage',
    ...(contextTokens > 0 ? { contextTokens } : {}),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
  })
}

const countOf = (value: unknown): number | undefined => {
  const count = asNumber(value)
  return count !== undefined && count >= 0 ? count : undefined
}

const readResult = (context: Context, entry: JsonRecord, given: JsonRecord): void => {
  const message = context.dialect.unwrapResult?.(given) ?? given
  const callId = asString(message.toolCallId) ?? asString(message.toolUseId)
  if (!callId) return bad(context, 'a tool result names no call')
  const nested = nestedCallsOf(callId, message, context.dialect)
  for (const { call, result } of nested) {
    context.emit.event({ ...place(context, entry), ...call, type: 'tool-call', copyScope: copyScopeOf(context, entry) })
    if (result !== undefined) context.emit.event({ ...place(context, entry), ...result, type: 'tool-result' })
  }
  if (nested.length > 0 && !hasOwnFailure(message, nested)) return
  const written = readPiText(message.content)
  const isError = message.isError === true
  const text = context.dialect.cleanText?.(written, isError) ?? written
  const details = isRecord(message.details) ? message.details : {}
  context.emit.event({
    ...place(context, entry),
    type: 'tool-result',
    callId,
    text,
    ...(typeof message.isError === 'boolean' ? { flag: isError ? ('error' as const) : ('ok' as const) } : {}),
    ...context.dialect.outcomeOf({ tool: asString(message.toolName) ?? '', text, isError, details }),
  })
}

// A command the person ran with `!`: the model reads it, but did not call it.
const readOwnCommand = (context: Context, entry: JsonRecord, message: JsonRecord): void =>
  addSynthetic(context, entry, `! ${asString(message.command) ?? ''}\n${asString(message.output) ?? ''}`)

const readCompaction = (context: Context, entry: JsonRecord): void => {
  const tokensBefore = countOf(entry.tokensBefore)
  context.emit.event({
    ...place(context, entry),
    type: 'compaction',
    kind: 'compaction',
    ...(entry.fromHook === true ? { trigger: 'extension' } : {}),
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
  })
  addSynthetic(context, entry, readPiText(entry.summary))
}

const addSynthetic = (context: Context, entry: JsonRecord, text: string): void =>
  context.emit.event({ ...place(context, entry), type: 'user-message', text, synthetic: true })

const place = (context: Context, entry: JsonRecord): { session: string; line: number; at?: number } => {
  const { session } = context.state
  const { line } = context
  const at = readTime(entry.timestamp) ?? (isRecord(entry.message) ? readTime(entry.message.timestamp) : undefined)
  return at === undefined ? { session, line } : { session, line, at }
}

const bad = (context: Context, message: string): void =>
  context.emit.issue({ line: context.line, code: 'bad-record', message })
