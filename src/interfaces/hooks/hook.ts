import { AppError } from '../../lib/error.ts'
import type { Moment } from '../../verbs/hook/occasion-operation.ts'

/** An agent whose hooks run `warmstart hook NAME`: how to read its events, and how to answer them. */
export interface HookAgent {
  /** The name of its source. */
  name: string
  /** Translates a payload into a moment; undefined for events that do not concern us. Never throws. */
  read(payload: Payload): Moment | undefined
  /** The agent's own JSON that puts a text into the conversation. */
  answer(payload: Payload, text: string): unknown
  /** The model would get only a part of a longer text. */
  mostBytes: number
}

/** The JSON object that an agent writes to standard input; its fields are not checked yet. */
export type Payload = Readonly<Record<string, unknown>>

/** A payload holds the arguments of a call, at most a whole file; anything larger is ignored. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * Reads the JSON object on standard input. The input counts as complete once it parses, because some agents never
 * close the pipe. It is parsed only after a closing brace.
 */
export const readPayload = async (input: AsyncIterable<Buffer | string>): Promise<Payload> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += piece.length
    // Reads on without keeping the bytes: agents count a broken pipe as a failure of the hook.
    if (bytes > MOST_BYTES) continue
    chunks.push(piece)
    const payload = endsObject(piece) ? parsed(Buffer.concat(chunks).toString()) : undefined
    if (payload !== undefined) return payload
  }
  if (bytes > MOST_BYTES) throw new AppError('payload-too-large', `more than ${MOST_BYTES} bytes on standard input`)
  throw new AppError('payload-not-json', 'standard input holds no JSON object')
}

const BLANKS = new Set([0x20, 0x0a, 0x0d, 0x09])
const CLOSING_BRACE = 0x7d

const endsObject = (piece: Buffer): boolean => {
  let end = piece.length
  while (end > 0 && BLANKS.has(piece[end - 1] ?? 0)) end--
  // A chunk of blanks may follow the brace.
  return end === 0 || piece[end - 1] === CLOSING_BRACE
}

const parsed = (text: string): Payload | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : undefined
  } catch {
    return undefined
  }
}

/** A field that holds text and is not empty. */
export const readPayloadText = (payload: Payload, field: string): string | undefined => {
  const value = payload[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Ids of sessions have 36 characters, paths at most 4,096. Anything longer, or with line breaks, is neither. */
const LONGEST_KEY_CHARS = 200
const LONGEST_PATH_CHARS = 4_096

/** A session and its directory. */
export type SessionAt = Pick<Moment, 'sessionKey' | 'cwd' | 'model'>

/** The session of a payload; undefined if its id could not be stored and found again. */
export const sessionIn = (
  payload: Payload,
  { sessionField = 'session_id' }: { sessionField?: string } = {},
): SessionAt | undefined => {
  const [sessionKey, cwd] = [readPayloadText(payload, sessionField), readPayloadText(payload, 'cwd')]
  if (sessionKey === undefined || !isLine(sessionKey, LONGEST_KEY_CHARS)) return undefined
  const model = readPayloadText(payload, 'model')
  return {
    sessionKey,
    cwd: cwd !== undefined && isLine(cwd, LONGEST_PATH_CHARS) ? cwd : undefined,
    ...(model !== undefined && isLine(model, LONGEST_KEY_CHARS) ? { model } : {}),
  }
}

const isLine = (text: string, mostChars: number): boolean =>
  text.length <= mostChars && text.isWellFormed() && !/\p{Cc}/u.test(text)

/** Reads the hook events that several agents share; undefined for any other event. */
export const commonMoment = (payload: Payload, session: SessionAt): Moment | undefined => {
  switch (payload['hook_event_name']) {
    case 'SessionStart':
      return startOf(payload, session)
    case 'UserPromptSubmit': {
      const text = readPayloadText(payload, 'prompt')
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
      return { ...session, kind: 'start' }
    case 'clear':
      return { ...session, kind: 'start', isCleared: true }
    // A fork begins with another session's conversation, as a resumed session begins with its own.
    case 'resume':
    case 'fork':
      return { ...session, kind: 'resume' }
    case 'compact':
      return { ...session, kind: 'compaction' }
    default:
      return undefined
  }
}

/** The answer in the form that several agents share. */
export const additionalContext = (payload: Payload, text: string): unknown => ({
  hookSpecificOutput: { hookEventName: payload['hook_event_name'], additionalContext: text },
})
