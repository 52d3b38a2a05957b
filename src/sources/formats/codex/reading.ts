import { readTime } from '../../../lib/clock.ts'
import type { SessionEvent } from '../../../schema/session-event.ts'
import type { Emit } from '../../source.ts'
import type { State } from './state.ts'

/** The line being read, and where its events go. One object a parser, its fields change with every line. */
export interface Reading {
  readonly state: State
  readonly emit: Emit
  /** The session's id where the file does not say it. */
  readonly fallbackSession: string
  line: number
  timestamp: unknown
  /** The time read last, and what it came from: neighbouring lines often share theirs. */
  readTimestamp: unknown
  at: number | undefined
}

/** An event without what every event of a line has in common. */
export type EventBody = SessionEvent extends infer Event ? (Event extends SessionEvent ? Body<Event> : never) : never
type Body<Event extends SessionEvent> = Omit<Event, 'session' | 'line' | 'at'>

/** Adds session, line and time, and sends the event off. */
export const emitEvent = (reading: Reading, body: EventBody, timestamp: unknown = reading.timestamp): void => {
  reading.state.session ??= reading.fallbackSession
  const event = body as SessionEvent
  event.session = reading.state.session
  event.line = reading.line
  if (timestamp !== reading.readTimestamp) {
    reading.readTimestamp = timestamp
    reading.at = readTime(timestamp)
  }
  const { at } = reading
  if (at !== undefined) event.at = at
  reading.emit.event(event)
}

export const reportIssue = (reading: Reading, code: string, message: string): void =>
  reading.emit.issue({ line: reading.line, code, message })

/** Newer versions write kinds we do not know. Each is named once a file: it may hold something worth reading. */
export const reportUnknown = (reading: Reading, name: string): void => {
  const { unknown } = reading.state
  const shown = name.slice(0, 60)
  if (unknown.has(shown) || unknown.size >= UNKNOWN_LIMIT) return
  unknown.add(shown)
  reportIssue(reading, 'unknown-record', `a kind of record that is not known: ${shown}`)
}

// A file of another program could have a new kind on every line.
const UNKNOWN_LIMIT = 20
