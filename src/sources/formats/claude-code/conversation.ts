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
 * What is known so far about the session a file holds. The session is announced before its first event, and again when its
 * title, model or version changes; a file without events announces nothing, so that no empty session comes into being.
 */
export interface Conversation extends State {
  readonly emit: Emit
  /** Set where the file holds a sub-agent's conversation. */
  readonly agent: string | undefined
  /** The session's id where neither the file's name nor a line tells it. */
  readonly fallbackSession: string
  /** The line whose first issue was reported: one bad record would otherwise fill the list. */
  issueLine: number
}

export const openConversation = (file: SourceFile, emit: Emit, saved: unknown): Conversation => {
  const { session, agent, fallback } = identify(file.path)
  const state = restore(saved)
  return { ...state, session: session ?? state.session, emit, agent, fallbackSession: fallback, issueLine: 0 }
}

/** What reading on needs to know, as JSON. */
export const saveConversation = (conversation: Conversation): unknown => {
  const { emit: _emit, agent: _agent, fallbackSession: _fallback, issueLine: _line, ...state } = conversation
  return { ...state, recent: [...state.recent], running: [...state.running].slice(-RUNNING_SAVED) }
}

/** Reports the first issue of a line only. */
export const reportIssue = (conversation: Conversation, line: number, code: string, message: string): void => {
  if (line === conversation.issueLine) return
  conversation.issueLine = line
  conversation.emit.issue({ line, code, message })
}

/** Learns the session's id from any line that names one, where the file's name does not. */
export const noticeLine = (conversation: Conversation, row: ClaudeLine): void => {
  if (conversation.session === undefined) conversation.session = sessionIdOf(row.sessionId)
  if (typeof row.uuid === 'string' && row.uuid.length <= ID_CHARS && row.isSidechain !== true) {
    if (conversation.recent.push(row.uuid) > RECENT_LINES) conversation.recent.shift()
  }
}

/** Adds session, line, time and sub-agent, and sends the event off. */
export const emitEvent = (conversation: Conversation, spot: Spot, body: EventBody): void => {
  if (!conversation.started) announce(conversation, spot)
  // The body was made for this one event, so it becomes the event: several a line, and copying them is not free.
  const whole = body as SessionEvent
  whole.session = nameSession(conversation)
  whole.line = spot.line
  if (spot.at !== undefined) whole.at = spot.at
  if (spot.agent !== undefined) whole.agent = spot.agent
  conversation.emit.event(whole)
}

const nameSession = (conversation: Conversation): string => {
  conversation.session ??= conversation.fallbackSession
  return conversation.session
}

const announce = (conversation: Conversation, spot: Spot): void => {
  conversation.started = true
  const about = introduction(spot.row)
  if (conversation.agent !== undefined) return describe(conversation, spot, { ...about, partial: true })
  conversation.version = asString(spot.row.version)
  if (conversation.version !== undefined) about.agentVersion = conversation.version
  if (conversation.title !== undefined) about.title = conversation.title
  Object.assign(about, conversation.place)
  const parent = parentOf(spot.row, nameSession(conversation))
  if (parent !== undefined) about.parent = { session: parent, kind: 'branch' }
  // The copied lines have the times of the session they come from, and that session is the earlier one.
  const isHandedOver = spot.row.sessionKind === 'bg' && spot.at !== undefined
  describe(conversation, isHandedOver ? { ...spot, at: (spot.at ?? 0) + 1 } : spot, about)
}

const describe = (conversation: Conversation, spot: Spot, about: About): void => {
  const at = { session: nameSession(conversation), line: spot.line }
  const place = spot.at === undefined ? at : { ...at, at: spot.at }
  conversation.emit.event({ ...place, type: 'session-start', ...about })
}

/** A fork does not say where it comes from, but its copied lines name the session that made their request. */
export const noteRequest = (conversation: Conversation, spot: Spot): void => {
  const origin = sessionIdOf(spot.row.requestSessionId)
  if (origin === undefined || origin === conversation.origin || origin === nameSession(conversation)) return
  if (conversation.agent !== undefined || spot.agent !== undefined) return
  conversation.origin = origin
  describe(conversation, spot, { parent: { session: origin, kind: 'branch' } })
}

/**
 * Takes a new total of the session's cost and returns the cost over all counts. A total below the last one means that
 * the count began anew.
 */
export const addCost = (conversation: Conversation, total: number): number => {
  if (total < conversation.cost) conversation.costBefore += conversation.cost
  conversation.cost = total
  return conversation.costBefore + total
}

/** The model that answered in the main conversation, and the version of the agent that asked it. */
export const noteModel = (conversation: Conversation, spot: Spot, model: string): void => {
  if (conversation.agent !== undefined || spot.agent !== undefined) return
  const version = asString(spot.row.version) ?? conversation.version
  if (model === conversation.model && version === conversation.version) return
  conversation.model = model
  conversation.version = version
  describe(conversation, spot, version === undefined ? { model } : { model, agentVersion: version })
}

export const noteTitle = (conversation: Conversation, spot: Spot, text: unknown, rank: number): void => {
  if (typeof text !== 'string' || text.trim() === '') return
  if (rank < conversation.titleRank || conversation.agent !== undefined) return
  conversation.titleRank = rank
  conversation.title = text.trim().slice(0, TITLE_CHARS)
  if (conversation.started) describe(conversation, spot, { title: conversation.title })
}

/** What later lines tell about the repository; said with the first event where there was none yet. */
export const notePlace = (
  conversation: Conversation,
  spot: Spot,
  about: Pick<About, 'projectRoot' | 'mentionedRepository'>,
): void => {
  if (conversation.agent !== undefined) return
  if (conversation.started) describe(conversation, spot, about)
  else conversation.place = { ...about, ...conversation.place }
}

/** Whether a line about some session is about this one. */
export const isOwn = ({ session }: Conversation, sessionId: unknown): boolean =>
  typeof sessionId !== 'string' || sessionId === session

export const isRecent = ({ recent }: Conversation, uuid: unknown): boolean =>
  typeof uuid === 'string' && recent.includes(uuid)

export const readTimestamp = (conversation: Conversation, value: unknown, line: number): number | undefined => {
  if (value === undefined || value === null) return undefined
  const at = readTime(value)
  if (at === undefined) reportIssue(conversation, line, 'bad-time', 'the timestamp is not a time of this century')
  return at
}

type About = Omit<SessionStart, keyof Spot | 'session' | 'type'>

const introduction = (row: ClaudeLine): About => {
  const about: About = { platform: platformOf(row.entrypoint) }
  if (typeof row.cwd === 'string' && row.cwd !== '') about.cwd = row.cwd
  return about
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
