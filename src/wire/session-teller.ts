import { readTime } from '../lib/clock.ts'
import { asString, isRecord } from '../lib/json.ts'
import type { ImportIssue } from '../schema/facts.ts'
import type { SessionEvent, SessionStart } from '../schema/session-event.ts'

/** Receives the events and issues of a reader. */
export interface WireEmit {
  event(event: SessionEvent): void
  issue(issue: ImportIssue): void
}

/** The known facts about a session. */
type About = Omit<Partial<SessionStart>, 'type' | 'session' | 'line' | 'agent' | 'block'>

/** Where an event comes from. */
export interface Spot {
  line: number
  at?: number | undefined
  agent?: string | undefined
}

/** An event without the fields that all events of a record share. */
type EventBody = SessionEvent extends infer E
  ? E extends SessionEvent
    ? Omit<E, 'session' | 'line' | 'at' | 'agent'>
    : never
  : never

/**
 * Emits the events of one session. It announces the session before the first event, and again when more is known about
 * it. A file without events announces nothing, so that no empty session is made.
 */
export const createSessionTeller = (emit: WireEmit, named: string, saved?: unknown): SessionTeller => {
  const state = isRecord(saved) ? saved : {}
  let session = asString(state.session) || named
  let isStarted = state.started === true
  const about: About = isRecord(state.about) ? { ...state.about } : {}

  const start = (spot: Spot, told: About): void => {
    const at = told.at ?? spot.at
    const event: SessionEvent = { ...told, type: 'session-start', session, line: spot.line }
    emit.event(at === undefined ? event : { ...event, at })
  }

  return {
    /** Only until the first event: a file is one session. */
    name: (id) => {
      if (!isStarted && id !== '') session = id
    },
    session: () => session,
    about: () => about,
    describe: (spot, told) => {
      const news = newsOf(about, told)
      Object.assign(about, news)
      if (isStarted && Object.keys(news).length > 0) start(spot, news)
    },
    event: (spot, body) => {
      if (!isStarted) {
        isStarted = true
        start(spot, about)
      }
      const event = { ...body, session, line: spot.line } as SessionEvent
      if (spot.at !== undefined) event.at = spot.at
      if (spot.agent !== undefined) event.agent = spot.agent
      // A call without an id is numbered, and the first one of one session is no copy of the first one of another.
      if (event.type === 'tool-call' && event.callId === undefined) event.copyScope ??= session
      emit.event(event)
    },
    bad: (line, message) => emit.issue({ line, code: 'bad-record', message }),
    timeOf: (value, line) => {
      const at = readTime(value)
      if (at === undefined && value !== undefined && value !== null)
        emit.issue({ line, code: 'bad-time', message: 'a time that is not of this century' })
      return at
    },
    save: () => ({ session, started: isStarted, about }),
  }
}

export interface SessionTeller {
  name(id: string): void
  session(): string
  /** What was told so far. */
  about(): Readonly<About>
  describe(spot: Spot, told: About): void
  event(spot: Spot, body: EventBody): void
  bad(line: number, message: string): void
  timeOf(value: unknown, line: number): number | undefined
  save(): unknown
}

/** What was not known, or was known otherwise. Empty texts tell nothing. */
const newsOf = (known: About, told: About): About => {
  const news: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(told)) {
    if (value === undefined || value === '') continue
    if (JSON.stringify(known[name as keyof About]) !== JSON.stringify(value)) news[name] = value
  }
  return news
}

/** Reads a number of tokens; undefined for anything else. */
export const readTokenCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
