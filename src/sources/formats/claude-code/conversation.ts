import { readTime } from '../../../lib/clock.ts'
import { asArray, asNumber, asString, isRecord } from '../../../lib/json.ts'
import type { SessionEvent, SessionStart } from '../../../schema/session-event.ts'
import type { Emit, SourceFile } from '../../source.ts'
import { identify, isUuid } from './paths.ts'
import type { ClaudeLine } from './record.ts'

/** Where the event being made comes from. */
export interface Spot {
  line: number
  row: ClaudeLine
  agent: string | undefined
  at: number | undefined
}

/** An event without what every event of a line has in common. */
export type EventBody = SessionEvent extends infer E
  ? E extends SessionEvent
    ? Omit<E, keyof Spot | 'session'>
    : never
  : never

/** How much a title is worth: the person's own beats the agent's, which beats a summary. */
export const TITLE_RANK = { summary: 1, generated: 2, custom: 3 } as const

/**
 * What is known so far about the session a file holds. Announces the session before its first event, and again when its
 * title, model or version changes; a file without events announces nothing, so that no empty session comes into being.
 */
export const openConversation = (file: SourceFile, emit: Emit, saved: unknown) => {
  const identity = identify(file.path)
  const state = restore(saved)
  let session = identity.session ?? state.session
  const issue = createIssues(emit)

  /** Learns the session's id from any line that names one, where the file's name does not. */
  const notice = (row: ClaudeLine): void => {
    if (session === undefined) session = sessionIdOf(row.sessionId)
    if (typeof row.uuid === 'string' && row.uuid.length <= ID_CHARS && row.isSidechain !== true) {
      if (state.recent.push(row.uuid) > RECENT_LINES) state.recent.shift()
    }
  }

  const describe = (spot: Spot, about: About): void => {
    emit.event({ ...place(spot), type: 'session-start', ...about })
  }

  const sessionId = (): string => {
    session ??= identity.fallback
    return session
  }

  const place = (spot: Spot): { session: string; line: number; at?: number } => {
    const at = { session: sessionId(), line: spot.line }
    return spot.at === undefined ? at : { ...at, at: spot.at }
  }

  const start = (spot: Spot): void => {
    state.started = true
    const about = introduction(spot.row)
    if (identity.agent !== undefined) return describe(spot, { ...about, partial: true })
    state.version = asString(spot.row.version)
    if (state.version !== undefined) about.agentVersion = state.version
    if (state.title !== undefined) about.title = state.title
    Object.assign(about, state.place)
    const parent = parentOf(spot.row, sessionId())
    if (parent !== undefined) about.parent = { session: parent, kind: 'branch' }
    // The copied lines have the times of the session they come from, and that session is the earlier one.
    const isHandedOver = spot.row.sessionKind === 'bg' && spot.at !== undefined
    describe(isHandedOver ? { ...spot, at: (spot.at ?? 0) + 1 } : spot, about)
  }

  /** A fork does not say where it comes from, but its copied lines name the session that made their request. */
  const noteRequest = (spot: Spot): void => {
    const origin = sessionIdOf(spot.row.requestSessionId)
    if (origin === undefined || origin === state.origin || origin === sessionId()) return
    if (identity.agent !== undefined || spot.agent !== undefined) return
    state.origin = origin
    describe(spot, { parent: { session: origin, kind: 'branch' } })
  }

  /** Adds up what was spent before and since the count began anew. */
  const addCost = (total: number): number => {
    if (total < state.cost) state.costBefore += state.cost
    state.cost = total
    return state.costBefore + total
  }

  const event = (spot: Spot, body: EventBody): void => {
    if (!state.started) start(spot)
    // The body was made for this one event, so it becomes the event: several a line, and copying them is not free.
    const whole = body as SessionEvent
    whole.session = sessionId()
    whole.line = spot.line
    if (spot.at !== undefined) whole.at = spot.at
    if (spot.agent !== undefined) whole.agent = spot.agent
    emit.event(whole)
  }

  /** The model that answered in the main conversation, and the version of the agent that asked it. */
  const answeredBy = (spot: Spot, model: string): void => {
    if (identity.agent !== undefined || spot.agent !== undefined) return
    const version = asString(spot.row.version) ?? state.version
    if (model === state.model && version === state.version) return
    state.model = model
    state.version = version
    describe(spot, version === undefined ? { model } : { model, agentVersion: version })
  }

  const title = (spot: Spot, text: unknown, rank: number): void => {
    if (typeof text !== 'string' || text.trim() === '' || rank < state.titleRank || identity.agent !== undefined) return
    state.titleRank = rank
    state.title = text.trim().slice(0, TITLE_CHARS)
    if (state.started) describe(spot, { title: state.title })
  }

  /** What later lines tell about the repository; said with the first event where there was none yet. */
  const tellPlace = (spot: Spot, about: Pick<About, 'projectRoot' | 'mentionedRepository'>): void => {
    if (identity.agent !== undefined) return
    if (state.started) describe(spot, about)
    else state.place = { ...about, ...state.place }
  }

  return {
    agent: identity.agent,
    running: state.running,
    issue,
    notice,
    event,
    answeredBy,
    noteRequest,
    addCost,
    title,
    tellPlace,
    timeOf: createTimeReader(issue),
    /** Whether a line about some session is about this one. */
    isOwn: (sessionId: unknown): boolean => typeof sessionId !== 'string' || sessionId === session,
    isRecent: (uuid: unknown): boolean => typeof uuid === 'string' && state.recent.includes(uuid),
    save: (): unknown => ({
      ...state,
      session,
      recent: [...state.recent],
      running: [...state.running].slice(-RUNNING_SAVED),
    }),
  }
}

export type Conversation = ReturnType<typeof openConversation>

const createTimeReader =
  (issue: ReturnType<typeof createIssues>) =>
  (value: unknown, line: number): number | undefined => {
    if (value === undefined || value === null) return undefined
    const at = readTime(value)
    if (at === undefined) issue(line, 'bad-time', 'the timestamp is not a time of this century')
    return at
  }

type About = Omit<SessionStart, keyof Spot | 'session' | 'type'>

const introduction = (row: ClaudeLine): About => {
  const about: About = { platform: platformOf(row.entrypoint) }
  if (typeof row.cwd === 'string' && row.cwd !== '') about.cwd = row.cwd
  return about
}

/** Reports the first issue of a line only: one bad record would otherwise fill the list. */
const createIssues = (emit: Emit) => {
  let lastLine = 0
  return (line: number, code: string, message: string): void => {
    if (line === lastLine) return
    lastLine = line
    emit.issue({ line, code, message })
  }
}

/** Ids are short; anything longer is not one, and would be stored again with every row. */
const ID_CHARS = 200
const TITLE_CHARS = 300
// A summary follows the last line of its conversation, with a few lines of bookkeeping between them.
const RECENT_LINES = 16
// Background tasks of one session; enough for any real one, and keeps what is saved small.
const RUNNING_SAVED = 100

interface State {
  session: string | undefined
  started: boolean
  title: string | undefined
  titleRank: number
  /** What was told about the repository before the first event. */
  place: { projectRoot?: string; mentionedRepository?: string }
  model: string | undefined
  version: string | undefined
  /** The session that made the requests of the latest copied lines. */
  origin: string | undefined
  /** The last count of the cost, and the sum of the counts that ended before it. */
  cost: number
  costBefore: number
  /** Ids of the last lines of the main conversation. */
  recent: string[]
  /** Calls that went on in the background, with the sub-agent that made them. */
  running: Map<string, string | undefined>
}

const restore = (saved: unknown): State => {
  const known = isRecord(saved) ? saved : {}
  const pairs = asArray(known.running).filter(Array.isArray)
  return {
    session: sessionIdOf(known.session),
    started: known.started === true,
    title: asString(known.title),
    titleRank: asNumber(known.titleRank) ?? 0,
    place: {},
    model: asString(known.model),
    version: asString(known.version),
    origin: sessionIdOf(known.origin),
    cost: asNumber(known.cost) ?? 0,
    costBefore: asNumber(known.costBefore) ?? 0,
    recent: asArray(known.recent).filter((uuid) => typeof uuid === 'string'),
    running: new Map(pairs.map(([callId, agent]) => [String(callId), asString(agent)])),
  }
}

const sessionIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= ID_CHARS ? value : undefined

// `claude-vscode`, `claude-desktop`; `cli` and the kinds of sdk stand as they are. Older versions do not say: the terminal.
const platformOf = (entrypoint: unknown): string =>
  typeof entrypoint === 'string' && entrypoint !== '' ? entrypoint.replace(/^claude-/, '').slice(0, ID_CHARS) : 'cli'

// A fork says where it came from. A resumed session of older versions begins with lines that still bear the other's id.
const parentOf = (row: ClaudeLine, session: string): string | undefined => {
  const named = isRecord(row.forkedFrom) ? sessionIdOf(row.forkedFrom.sessionId) : undefined
  const copied = sessionIdOf(row.sessionId)
  const parent = named ?? (copied !== undefined && isUuid(copied) ? copied : undefined)
  return parent === session ? undefined : parent
}
