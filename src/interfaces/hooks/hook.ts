import type { Moment } from '../../operations/deliver.ts'

/** An agent whose hooks run `warmstart hook NAME`: how it says what happens, and how it wants to be answered. */
export interface HookAgent {
  /** As its source is named. */
  name: string
  /** What a payload tells, in our words; nothing for events that are none of our business. Never throws. */
  read(payload: Payload): Moment | undefined
  /** The agent's own JSON that puts a text into the conversation. */
  answer(payload: Payload, text: string): unknown
  /** A longer text would reach the model only in part. */
  mostBytes: number
}

/** What agents write on standard input: an object whose fields nobody has looked at yet. */
export type Payload = Readonly<Record<string, unknown>>

/** A field that is text, and not empty. */
export const textOf = (payload: Payload, field: string): string | undefined => {
  const value = payload[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Ids of sessions have 36 characters, paths at most 4,096: what is longer, or no line of text, is neither. */
const LONGEST_KEY_CHARS = 200
const LONGEST_PATH_CHARS = 4_096

/** A session, and where it works. */
export type SessionAt = Pick<Moment, 'sessionKey' | 'cwd'>

/** The session that a payload is about; undefined: none that could be written down and found again. */
export const sessionIn = (payload: Payload): SessionAt | undefined => {
  const [sessionKey, cwd] = [textOf(payload, 'session_id'), textOf(payload, 'cwd')]
  if (sessionKey === undefined || !isLine(sessionKey, LONGEST_KEY_CHARS)) return undefined
  return { sessionKey, cwd: cwd !== undefined && isLine(cwd, LONGEST_PATH_CHARS) ? cwd : undefined }
}

const isLine = (text: string, mostChars: number): boolean =>
  text.length <= mostChars && text.isWellFormed() && !/\p{Cc}/u.test(text)

/** The moments that agents tell alike which took their hooks over from one another; undefined: another one. */
export const commonMoment = (payload: Payload, session: SessionAt): Moment | undefined => {
  switch (payload['hook_event_name']) {
    case 'SessionStart':
      return startOf(payload, session)
    case 'UserPromptSubmit': {
      const text = textOf(payload, 'prompt')
      return text === undefined ? undefined : { ...session, kind: 'prompt', text }
    }
    case 'SessionEnd':
      return { ...session, kind: 'end' }
    default:
      return undefined
  }
}

const startOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  switch (payload['source']) {
    case 'startup':
    case 'clear':
      return { ...session, kind: 'start' }
    // A fork begins with the conversation of another session, as a resumed one does with its own.
    case 'resume':
    case 'fork':
      return { ...session, kind: 'resume' }
    case 'compact':
      return { ...session, kind: 'compaction' }
    default:
      return undefined
  }
}

/** The answer of agents that took this form over from one another. */
export const additionalContext = (payload: Payload, text: string): unknown => ({
  hookSpecificOutput: { hookEventName: payload['hook_event_name'], additionalContext: text },
})
