import { readTime } from '../../../lib/clock.ts'
import { hashOf } from '../../../lib/hash.ts'
import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { SessionStart } from '../../../schema/session-event.ts'
import { createChatReader } from '../../../wire/openai-chat.ts'
import { nameSession } from '../../../wire/file-stem.ts'
import { readChatText } from '../../../wire/openai-chat-text.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { accepts } from './paths.ts'
import { type Conversation, isMessage, readConversation } from './record.ts'

/**
 * Reads a document (one conversation, or a list of them) and lines (a conversation each, or a message each, in which case
 * the file is the session). Never throws.
 */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const names = new Map<string, number>(isRecord(saved) ? (saved.names as [string, number][]) : [])
  const readOne = createNamer(file, emit, names)
  const session = `${nameSession(file.path)}#1`
  const messages = createMessages(emit, { session, seed: session, saved: isRecord(saved) ? saved : {} })
  const isLines = accepts(file.path) === 'lines'
  return {
    read(record, line) {
      if (isMessage(record)) return messages.read(record, line)
      // A line is where all its messages stand; in a document they are counted.
      const standsOn = isLines || line > 1 ? line : undefined
      const conversation = readConversation(record)
      if (conversation !== undefined) return readOne(conversation, line, standsOn)
      if (!Array.isArray(record) || standsOn !== undefined) return complain(emit, line)
      for (const [index, entry] of record.entries()) {
        const each = readConversation(entry)
        if (each === undefined) complain(emit, index + 1)
        else readOne(each, index + 1, undefined)
      }
    },
    // Keeps only names that came more than once or may come again: a file with one message per line has none.
    save: () => ({ ...messages.save(), names: [...names] }),
  }
}

const complain = (emit: Emit, line: number): void =>
  emit.issue({ line, code: 'unknown-record', message: 'neither a message nor a conversation' })

/** Gives every conversation of a file its own name. `line` is set if all its messages stand on that line. */
const createNamer = (file: SourceFile, emit: Emit, names: Map<string, number>) => {
  const stem = nameSession(file.path)

  return (conversation: Conversation, ordinal: number, line: number | undefined): void => {
    const name = nameOf(stem, conversation, ordinal)
    const count = (names.get(name) ?? 0) + 1
    names.set(name, count)
    if (conversation.messages.length === 0) {
      return emit.issue({
        line: line ?? ordinal,
        code: 'empty-conversation',
        message: 'a conversation without messages',
      })
    }
    const session = count === 1 ? name : `${name}-${count}`
    const messages = createMessages(emit, { session, seed: conversation.run ?? '', about: conversation, stem })
    for (const [index, message] of conversation.messages.entries()) {
      if (isMessage(message)) messages.read(message, line ?? index + 1)
      else emit.issue({ line: line ?? index + 1, code: 'not-a-message', message: 'a message without a role' })
    }
    messages.end(line ?? conversation.messages.length)
  }
}

/** Running numbers are only good within their file; every data set begins with 0. */
const nameOf = (stem: string, { id, run }: Conversation, ordinal: number): string => {
  if (run !== undefined) return `${stem}#${run}`
  if (id === undefined) return `${stem}#${ordinal}`
  return /^\d{1,9}$/.test(id) ? `${stem}#${id}` : id
}

interface MessagesOptions {
  session: string
  /** What the running hash begins with. */
  seed: string
  about?: Conversation
  /** Name of the file, if it holds several conversations. */
  stem?: string
  saved?: JsonRecord
}

/** Reads the messages of one session and keeps a hash of all that was said: only a copied history repeats it. */
const createMessages = (emit: Emit, { session, seed, about, stem = '', saved }: MessagesOptions) => {
  let history = typeof saved?.history === 'string' ? saved.history : hashOf(seed)
  let started = saved?.started === true
  const chat = createChatReader({
    session,
    event: (event) => emit.event(event),
    issue: (issue) => emit.issue(issue),
    copyScope: () => history,
    saved: saved?.chat,
  })

  return {
    read(message: JsonRecord, line: number): void {
      const isSpoken = SPOKEN.has(String(message.role))
      if (!isSpoken && !SILENT.has(String(message.role))) {
        const role = String(message.role).slice(0, 40)
        return emit.issue({ line, code: 'unknown-role', message: `a message with the unknown role "${role}"` })
      }
      if (isSpoken && !started) {
        started = true
        emit.event(describe({ session, line, stem }, about))
      }
      chat.read(message, { line, at: readTime(message.timestamp ?? message.created_at) })
      history = hashOf(history, String(message.role), readChatText(message.content))
    },
    /** The record is complete. */
    end(line: number): void {
      if (started) emit.event({ type: 'session-end', session, line })
    },
    save: () => ({ history, started, chat: chat.save() }),
  }
}

const SPOKEN: ReadonlySet<string> = new Set(['user', 'assistant', 'tool', 'function'])
const SILENT: ReadonlySet<string> = new Set(['system', 'developer'])

const describe = (
  { session, line, stem }: { session: string; line: number; stem: string },
  about: Conversation | undefined,
): SessionStart => {
  const event: SessionStart = { type: 'session-start', session, line }
  const at = readTime(about?.time)
  if (at !== undefined) event.at = at
  // Only benchmarks number their runs.
  if (about?.run !== undefined) event.platform = 'benchmark'
  if (about?.model !== undefined) event.model = about.model
  if (about?.title !== undefined) event.title = about.title
  // Trials of one task are not independent of each other.
  if (about?.task !== undefined) event.parent = { session: `${stem}#task${about.task}`, kind: 'trial' }
  return event
}
