import { readTime } from '../../../lib/clock.ts'
import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { SessionEvent, SessionStart } from '../../../schema/session-event.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { readCallEnd } from './outcome.ts'
import { sessionOfPath } from './paths.ts'
import { agentOf, type CopilotEvent, readEvent } from './record.ts'
import { requestUsage, totalUsage } from './usage.ts'

export { skips } from './skips.ts'

/** Reads the events of one session in their order. Never throws. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const state = restore(saved, sessionOfPath(file.path))
  return {
    read(record, line) {
      const event = readEvent(record)
      if (event === undefined) {
        emit.issue({ line, code: 'unknown-record', message: 'a line that is no event' })
        return
      }
      const at = readTime(event.timestamp)
      const agent = agentOf(event)
      const say: Say = (body) => {
        // What a sub-agent is run with says nothing of the session.
        if (body.type === 'session-start' && agent !== undefined) return
        emit.event({
          ...body,
          session: state.session,
          line,
          ...(at === undefined ? {} : { at }),
          ...(agent === undefined ? {} : { agent }),
        } as SessionEvent)
      }
      READERS[event.type]?.({ event, state, say, complain: (code, message) => emit.issue({ line, code, message }) })
    },
    save: () => ({ ...state, typed: state.typed.slice(-TYPED_KEPT) }),
  }
}

interface State {
  session: string
  /** Requests have told their tokens, so the sum at the end is not needed. */
  counts: boolean
  /** Calls that the person asked for, with `!` before a command. */
  typed: string[]
}

const TYPED_KEPT = 50

type Say = (body: Omit<SessionEvent, 'session' | 'line'> & { [field: string]: unknown }) => void

interface Turn {
  event: CopilotEvent
  state: State
  say: Say
  complain(code: string, message: string): void
}

const restore = (saved: unknown, session: string): State => {
  const known = isRecord(saved) ? saved : {}
  return {
    session: asString(known.session) ?? session,
    counts: known.counts === true,
    typed: Array.isArray(known.typed) ? known.typed.filter((id) => typeof id === 'string') : [],
  }
}

const readStart = ({ event: { data }, state, say }: Turn): void => {
  const id = asString(data.sessionId)
  if (id) state.session = id
  const about: Partial<SessionStart> = { platform: 'cli', ...placeOf(data.context) }
  const version = asString(data.copilotVersion)
  if (version) about.agentVersion = version
  const model = asString(data.selectedModel)
  if (model) about.model = model
  const parent = asString(data.detachedFromSpawningParentSessionId)
  if (parent && parent !== state.session) about.parent = { session: parent, kind: 'branch' }
  say({ type: 'session-start', ...about })
}

const placeOf = (context: unknown): Partial<SessionStart> => {
  if (!isRecord(context)) return {}
  const place: Partial<SessionStart> = {}
  const cwd = asString(context.cwd)
  if (cwd) place.cwd = cwd
  const root = asString(context.gitRoot)
  if (root) place.projectRoot = root
  const [host, repository] = [asString(context.repositoryHost), asString(context.repository)]
  if (host && repository) place.repository = `https://${host}/${repository}`
  return place
}

const readUser = ({ event: { data }, say }: Turn): void => {
  const text = asString(data.content) ?? ''
  const source = asString(data.source)
  const isSynthetic =
    data.isAutopilotContinuation === true || (source !== undefined && source !== '' && source !== 'user')
  if (text !== '') say({ type: 'user-message', text, ...(isSynthetic ? { synthetic: true } : {}) })
}

const readAssistant = ({ event: { data }, say }: Turn): void => {
  const messageId = asString(data.apiCallId) ?? asString(data.messageId)
  const model = asString(data.model)
  say({
    type: 'assistant-message',
    text: asString(data.content) ?? '',
    ...(messageId ? { messageId } : {}),
    ...(model ? { model } : {}),
  })
  if (model) say({ type: 'session-start', model })
}

const readCall = ({ event: { data }, state, say, complain }: Turn): void => {
  const tool = asString(data.toolName)
  const callId = asString(data.toolCallId)
  if (!tool) return complain('bad-record', 'a call without the name of its tool')
  if (callId && state.typed.includes(callId)) return
  say({ type: 'tool-call', tool, args: data.arguments ?? {}, ...(callId ? { callId } : {}) })
}

const readResult = ({ event: { data }, state, say }: Turn): void => {
  const callId = asString(data.toolCallId)
  if (data.isUserRequested === true || (callId && state.typed.includes(callId))) return
  say({ type: 'tool-result', ...readCallEnd(data), ...(callId ? { callId } : {}) })
}

const readUsage = (turn: Turn, usage: unknown): void => {
  const counts = requestUsage(usage)
  if (counts === undefined) return
  turn.state.counts = true
  turn.say({ ...counts })
}

const readEnd = ({ event: { data }, state, say }: Turn): void => {
  const total = state.counts ? undefined : totalUsage(data)
  if (total !== undefined) say({ ...total })
}

const readCompaction = ({ event: { data }, say }: Turn): void => {
  if (data.success === false) return
  const { preCompactionTokens: before } = data
  say({
    type: 'compaction',
    kind: 'compaction',
    ...(typeof before === 'number' && before > 0 ? { tokensBefore: before } : {}),
  })
  const summary = asString(data.summaryContent)
  if (summary) say({ type: 'user-message', text: summary, synthetic: true })
}

/** The system message says so where no user is there to answer. */
const readSystem = ({ event: { data }, say }: Turn): void => {
  const text = asString(data.content) ?? ''
  if (text !== '') say({ type: 'system-message', text })
  if (text.slice(0, OPENING_CHARS).includes('running in non-interactive mode'))
    say({ type: 'session-start', platform: 'run' })
}

const OPENING_CHARS = 600

const tell =
  (about: (data: JsonRecord) => Partial<SessionStart>) =>
  ({ event: { data }, say }: Turn): void => {
    const told = about(data)
    if (Object.keys(told).length > 0) say({ type: 'session-start', ...told })
  }

/** Kinds of event that hold something for us; every other, and every one to come, holds nothing. */
const READERS: Record<string, (turn: Turn) => void> = {
  'session.start': readStart,
  'session.resume': tell(({ context }) => placeOf(context)),
  'session.context_changed': tell((data) => placeOf(data)),
  'session.title_changed': tell(({ title }) => (typeof title === 'string' && title !== '' ? { title } : {})),
  'session.model_change': tell(({ newModel }) =>
    typeof newModel === 'string' && newModel !== '' ? { model: newModel } : {},
  ),
  'system.message': readSystem,
  'user.message': readUser,
  'assistant.message': readAssistant,
  'assistant.usage': (turn) => readUsage(turn, turn.event.data),
  'session.usage_record': (turn) => readUsage(turn, turn.event.data.usage),
  'session.shutdown': readEnd,
  'session.compaction_complete': readCompaction,
  'tool.user_requested': ({ event, state }) => {
    const id = asString(event.data.toolCallId)
    if (id) state.typed.push(id)
  },
  'tool.execution_start': readCall,
  'tool.execution_complete': readResult,
}
