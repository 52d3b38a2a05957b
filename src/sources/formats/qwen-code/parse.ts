import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { createGeminiChatReader } from '../../../wire/gemini-chat.ts'
import { callsInParts, geminiUsage, partsOf, responsesInParts, textOfParts } from '../../../wire/gemini-parts.ts'
import { readGeminiResult } from '../../../wire/gemini-result.ts'
import { createSessionTeller, type SessionTeller, type Spot, readTokenCount } from '../../../wire/session-teller.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { agentOfFile, sessionOfFile } from './paths.ts'

/** Turns the lines of one Qwen Code file into events. Its older documents are Gemini CLI's. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const session = sessionOfFile(file.path)
  if (file.path.endsWith('.json')) return createGeminiChatReader(emit, { session }, saved)
  const agent = agentOfFile(file.path)
  const teller = createSessionTeller(emit, session, saved)
  if (saved === undefined && agent !== undefined) teller.describe({ line: 1 }, { partial: true })
  return { read: (record, line) => readLine(teller, { record, line, agent }), save: teller.save }
}

const readLine = (
  teller: SessionTeller,
  { record, line, agent: fileAgent }: { record: unknown; line: number; agent: string | undefined },
): void => {
  if (!isRecord(record)) return teller.bad(line, 'the line is not an object')
  const { type } = record
  if (typeof type !== 'string') return teller.bad(line, 'a line without a type')
  // A helper's lines bear the session of the agent that sent it.
  const agent = fileAgent ?? (record.isSidechain === true ? (asString(record.agentId) ?? 'sidechain') : undefined)
  if (agent === undefined) teller.name(asString(record.sessionId) ?? '')
  const spot: Spot = { line, at: teller.timeOf(record.timestamp, line), agent }
  if (type === 'system') return agent === undefined ? readSystem(teller, spot, record) : undefined
  if (type !== 'user' && type !== 'assistant' && type !== 'tool_result') return
  const { message } = record
  if (!isRecord(message)) return teller.bad(line, 'a line without a message')
  introduce(teller, spot, record)
  const parts = partsOf(message.parts)
  if (type === 'assistant') readAssistant(teller, spot, { record, parts })
  else readUser(teller, spot, { record, parts })
}

const introduce = (teller: SessionTeller, spot: Spot, record: JsonRecord): void => {
  if (spot.agent !== undefined) return
  const cwd = asString(record.cwd)
  const version = asString(record.version)
  teller.describe(spot, {
    platform: 'cli',
    ...(cwd ? { cwd } : {}),
    ...(version && version !== 'unknown' ? { agentVersion: version } : {}),
  })
}

const readAssistant = (
  teller: SessionTeller,
  spot: Spot,
  { record, parts }: { record: JsonRecord; parts: JsonRecord[] },
): void => {
  const model = asString(record.model)
  const messageId = asString(record.uuid)
  const named = messageId ? { messageId } : {}
  if (model && spot.agent === undefined) teller.describe(spot, { model })
  const text = textOfParts(parts)
  teller.event(spot, { type: 'assistant-message', text, ...named, ...(model ? { model } : {}) })
  const counts = isRecord(record.usageMetadata) ? record.usageMetadata : {}
  const usage = geminiUsage({
    prompt: counts.promptTokenCount,
    output: counts.candidatesTokenCount,
    cached: counts.cachedContentTokenCount,
    // Providers of the OpenAI kind count thoughts as output already.
    thoughts: isCountedApart(counts) ? counts.thoughtsTokenCount : 0,
  })
  if (usage !== undefined) teller.event(spot, { ...usage, ...named })
  for (const { tool, ...call } of callsInParts(parts)) {
    if (tool === '') teller.bad(spot.line, 'a call without the name of its tool')
    else teller.event(spot, { type: 'tool-call', tool, ...call })
  }
}

const isCountedApart = ({
  promptTokenCount,
  candidatesTokenCount,
  thoughtsTokenCount,
  totalTokenCount,
}: JsonRecord): boolean => {
  const [prompt, output, thoughts, total] = [
    promptTokenCount,
    candidatesTokenCount,
    thoughtsTokenCount,
    totalTokenCount,
  ].map((value) => readTokenCount(value) ?? 0)
  return (total ?? 0) >= (prompt ?? 0) + (output ?? 0) + (thoughts ?? 0)
}

/** Words of a person and results both come from the user's side. */
const readUser = (
  teller: SessionTeller,
  spot: Spot,
  { record, parts }: { record: JsonRecord; parts: JsonRecord[] },
): void => {
  const own = isRecord(record.toolCallResult) ? record.toolCallResult : {}
  const responses = responsesInParts(parts)
  for (const { callId, tool, text, isError } of responses) {
    const isOwn = responses.length === 1 || callId === asString(own.callId)
    const id = callId || (isOwn ? asString(own.callId) : undefined)
    if (!id) {
      teller.bad(spot.line, 'a result that does not say of which call')
      continue
    }
    const status = isOwn ? own.status : undefined
    const facts = readGeminiResult({ tool, args: commandOf(text), text, status, isError })
    const exitCode = isOwn && isRecord(own.resultDisplay) ? readTokenCount(own.resultDisplay.exitCode) : undefined
    const isSure = exitCode !== undefined && facts.status === undefined
    teller.event(spot, { type: 'tool-result', callId: id, ...facts, ...(isSure ? { exitCode } : {}) })
  }
  const text = textOfParts(parts)
  if (record.type !== 'user' || text.trim() === '') return
  const isPersons = spot.agent === undefined && isPersonsLine(record)
  teller.event(spot, isPersons ? { type: 'user-message', text } : { type: 'user-message', text, synthetic: true })
}

/** The command as the result repeats it: the call stands on another line. */
const commandOf = (text: string): { command: string } | undefined => {
  const end = text.startsWith('Command: ') ? text.indexOf('\nDirectory: ') : -1
  return end < 0 ? undefined : { command: text.slice('Command: '.length, end) }
}

const isPersonsLine = ({ provenance, subtype }: JsonRecord): boolean =>
  (provenance === undefined || provenance === 'real_user') && subtype !== 'cron' && subtype !== 'notification'

const readSystem = (teller: SessionTeller, spot: Spot, { subtype, systemPayload }: JsonRecord): void => {
  if (!isRecord(systemPayload)) return
  if (subtype === 'chat_compression') {
    const info = isRecord(systemPayload.info) ? systemPayload.info : systemPayload
    const tokensBefore = readTokenCount(info.originalTokenCount)
    return teller.event(spot, {
      type: 'compaction',
      kind: 'chat_compression',
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
    })
  }
  const title = subtype === 'custom_title' ? asString(systemPayload.customTitle) : undefined
  if (title) teller.describe(spot, { title })
  const parent = subtype === 'parent_session' ? asString(systemPayload.parentSessionId) : undefined
  if (parent && parent !== teller.session()) teller.describe(spot, { parent: { session: parent, kind: 'branch' } })
}
