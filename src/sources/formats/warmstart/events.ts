import { asArray, asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { readTime } from '../../../lib/clock.ts'
import type { ParentKind, SessionStart, ToolResult } from '../../../schema/session-event.ts'
import type { Emit } from '../../source.ts'

/** The facts of a session as a whole. A `LiveSession` fits, and so does a row read from another store. */
export interface HeldSession {
  id: string
  owner?: string | undefined
  platform?: string | undefined
  project?: string | undefined
  cwd?: string | undefined
  model?: string | undefined
  title?: string | undefined
  parent?: { session: string; kind: ParentKind } | undefined
  startedAt?: number | undefined
  endedAt?: number | undefined
  endReason?: string | undefined
}

/**
 * The events of one session, whole. Messages are records with the fields of a `LiveMessage`; every field is checked.
 * The line of an event is the number of its message in the session, from 1.
 */
export const emitSession = (emit: Emit, session: HeldSession, messages: Iterable<JsonRecord>): void => {
  emit.event(startOf(session))
  let last = 1
  for (const message of messages) {
    const position = asNumber(message['position']) ?? last
    const line = position + 1
    last = line
    const at = readTime(message['at'])
    const base = { session: session.id, line, ...(at === undefined ? {} : { at }) }
    const isKnown = READ[asString(message['role']) ?? '']
    if (isKnown === undefined) emit.issue({ line, code: 'unknown-record', message: 'a message of no known role' })
    else isKnown(emit, base, message)
  }
  // Whether or not it is over: nothing of it is carried to the next session.
  const { id, endReason, endedAt } = session
  const ended = endedAt !== undefined && endReason !== undefined ? { reason: endReason, at: endedAt } : {}
  emit.event({ type: 'session-end', session: id, line: last, ...ended })
}

interface Base {
  session: string
  line: number
  at?: number
}

const startOf = ({ id, owner, platform, project, cwd, model, title, parent, startedAt }: HeldSession): SessionStart => {
  const event: SessionStart = { type: 'session-start', session: id, line: 1 }
  if (startedAt !== undefined) event.at = startedAt
  if (owner !== undefined) event.owner = owner
  if (platform !== undefined) event.platform = platform
  if (project !== undefined) event.projectRoot = project
  if (cwd !== undefined) event.cwd = cwd
  if (model !== undefined) event.model = model
  if (title !== undefined) event.title = title
  if (parent !== undefined) event.parent = parent
  return event
}

const readUser = (emit: Emit, base: Base, message: JsonRecord): void => {
  const { compaction } = message
  if (isRecord(compaction)) {
    const trigger = asString(compaction['trigger'])
    const tokensBefore = asNumber(compaction['tokensBefore'])
    emit.event({
      type: 'compaction',
      ...base,
      kind: asString(compaction['strategy']) ?? 'in-place',
      ...(trigger === undefined ? {} : { trigger }),
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
    })
  }
  const text = asString(message['text']) ?? ''
  emit.event({
    type: 'user-message',
    ...base,
    text,
    ...(message['isSynthetic'] === true ? { synthetic: true } : {}),
  })
}

/** What a seed or a history put into the model's mouth was neither said nor done in this session. */
const readAssistant = (emit: Emit, base: Base, message: JsonRecord): void => {
  if (message['isSynthetic'] === true) return
  const messageId = String(base.line)
  const model = asString(message['model'])
  const text = asString(message['text']) ?? ''
  emit.event({ type: 'assistant-message', ...base, text, messageId, ...(model === undefined ? {} : { model }) })
  emit.event({ type: 'usage', ...base, messageId, ...usageOf(message) })
  for (const [block, call] of asArray(message['calls']).entries()) {
    const tool = isRecord(call) ? asString(call['tool']) : undefined
    if (!isRecord(call) || tool === undefined || tool === '') {
      emit.issue({ line: base.line, code: 'bad-tool-call', message: 'a tool call without a name' })
      continue
    }
    const callId = asString(call['id'])
    emit.event({
      type: 'tool-call',
      ...base,
      block,
      tool,
      args: call['args'],
      // Ids are unique within a session of ours, and nowhere else.
      copyScope: base.session,
      ...(callId === undefined ? {} : { callId }),
    })
  }
}

const COUNTS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

const usageOf = (message: JsonRecord) => {
  const usage = isRecord(message['usage']) ? message['usage'] : {}
  const found: Partial<Record<(typeof COUNTS)[number] | 'contextTokens', number>> = {}
  for (const name of COUNTS) {
    const count = asNumber(usage[name])
    if (count !== undefined) found[name] = count
  }
  const contextTokens = asNumber(message['contextTokens'])
  return contextTokens === undefined ? found : { ...found, contextTokens }
}

const readTool = (emit: Emit, base: Base, message: JsonRecord): void => {
  const kind = asString(message['kind'])
  // A result of a seed, or one that a compaction cut: the full result stands elsewhere.
  if (message['isSynthetic'] === true && kind === undefined) return
  // The turn broke off, so what the call did is unknown: it gets no result.
  if (kind === 'interrupted') return
  const callId = asString(message['callId'])
  const event: ToolResult = { type: 'tool-result', ...base, text: asString(message['text']) ?? '' }
  if (callId !== undefined) event.callId = callId
  if (kind === 'stopped') event.status = 'interrupted'
  else if (kind === 'not-run') event.status = 'not-run'
  else if (message['isError'] === true) event.flag = 'error'
  emit.event(event)
}

const READ: Readonly<Record<string, (emit: Emit, base: Base, message: JsonRecord) => void>> = {
  user: readUser,
  assistant: readAssistant,
  tool: readTool,
}
