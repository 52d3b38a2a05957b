import { readTime } from '../../../lib/clock.ts'
import { asArray, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { SessionStart } from '../../../schema/session-event.ts'
import type { Emit, SourceFile } from '../../source.ts'
import { type ConversationOptions, openConversation, readMessage } from './conversation.ts'
import { sessionOfPath } from './paths.ts'
import { isRandomId } from '../../pair/random-id.ts'
import { messageOfRecord, type Spooled } from './records.ts'
import { cellText, cellWord } from './rows.ts'
import { callsBeside } from './spool.ts'
import { type Routing, whoseFile } from './whose.ts'

/** Describes a transcript. Only gateways write transcripts, so a transcript that the routing does not name has no owner. */
export const describeTranscript = (session: string, line: number, routing: Routing): SessionStart => {
  const { owner, platform } = whoseFile({ session }, routing)
  const event: SessionStart = { type: 'session-start', session, line }
  if (platform !== undefined) event.platform = platform
  if (platform === undefined) event.owner = null
  else if (owner !== undefined) event.owner = owner
  return event
}

/** Reads a `session_<id>.json` snapshot. */
export const readSnapshot = (file: SourceFile, emit: Emit, record: JsonRecord, routing: Routing): void => {
  const session = cellText(record.session_id) || sessionOfPath(file.path)
  const describe = (line: number): SessionStart => {
    const event: SessionStart = { type: 'session-start', session, line }
    const at = readTime(record.session_start)
    if (at !== undefined) event.at = at
    const { owner, platform } = whoseFile({ session, platform: cellWord(record.platform) }, routing)
    if (platform !== undefined) event.platform = platform
    if (owner !== undefined) event.owner = owner
    const model = cellWord(record.model)
    if (model !== undefined) event.model = model
    return event
  }
  readMessages(
    emit,
    { session, describe, systemPrompt: () => cellText(record.system_prompt) },
    asArray(record.messages),
  )
}

/** Reads messages that the database refused: a fragment of a session, whose other part is elsewhere. */
export const readSpool = (file: SourceFile, emit: Emit, spooled: Spooled, routing: Routing): void => {
  const session = spooled.session ?? sessionOfPath(file.path)
  const at = readTime(spooled.time)
  const { owner, platform } = whoseFile({ session, key: spooled.key }, routing)
  const describe = (line: number): SessionStart => ({
    type: 'session-start',
    session,
    line,
    partial: true,
    ...(owner === undefined ? {} : { owner }),
    ...(platform === undefined ? {} : { platform }),
  })
  const timed = (message: JsonRecord) =>
    message.timestamp === undefined && at !== undefined ? { ...message, timestamp: at } : message
  const makers = callsBeside(file.path, spooled).map(timed)
  readMessages(emit, { session, describe }, [...makers, ...spooled.messages.map(timed)], makers.length)
}

const readMessages = (
  emit: Emit,
  about: Pick<ConversationOptions, 'session' | 'describe' | 'systemPrompt'>,
  messages: readonly unknown[],
  /** How many of the first messages come from another file and so have no line in this one. */
  foreign = 0,
): void => {
  const conversation = openConversation({ ...about, emit, copyScope: scopeWithin(about.session) })
  for (const [index, message] of messages.entries()) {
    const line = Math.max(1, index + 1 - foreign)
    if (isRecord(message)) readMessage(conversation, messageOfRecord(message, line))
    else emit.issue({ line, code: 'not-a-message', message: 'a message that is not an object' })
  }
}

/** Files tell nothing about lineage: a random id finds its copies anywhere, a made-up one only in its own session. */
export const scopeWithin = (session: string) => (callId: string) => (isRandomId(callId) ? undefined : session)
