import { isRecord } from '../../../lib/json.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { createAssistantReader } from './assistant.ts'
import { contentText } from './content.ts'
import {
  type Conversation,
  addCost,
  emitEvent,
  type EventBody,
  isOwn,
  isRecent,
  notePlace,
  noteTitle,
  noticeLine,
  openConversation,
  readTimestamp,
  reportIssue,
  saveConversation,
  type Spot,
  TITLE_RANK,
} from './conversation.ts'
import type { ClaudeLine } from './record.ts'
import { asLine } from './record.ts'
import { readUser, readWords } from './user.ts'
import { readTokenCount } from '../../../wire/session-teller.ts'

export { skips } from './skips.ts'

/** Turns the lines of one Claude Code file into events, in the order of the file. Kinds it does not know are passed over. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const conversation = openConversation(file, emit, saved)
  const readAssistant = createAssistantReader(conversation)

  const readMessage = (spot: Spot): void => {
    const { message } = spot.row
    if (!isRecord(message))
      return reportIssue(conversation, spot.line, 'bad-record', 'a message line without a message')
    if (spot.row.type === 'assistant') readAssistant(spot, message)
    else readUser(conversation, spot, message)
  }

  const read = (record: unknown, line: number): void => {
    const row = asLine(record)
    if (row === undefined) return reportIssue(conversation, line, 'bad-record', 'the line is not an object')
    noticeLine(conversation, row)
    switch (row.type) {
      case 'assistant':
      case 'user':
        return readMessage(spotOf(conversation, row, line))
      case 'progress': {
        const inner = agentProgress(conversation, row, line)
        return inner === undefined ? undefined : readMessage(inner)
      }
      case 'attachment':
        return readAttachment(conversation, row, line)
      case 'system':
        return readSystem(conversation, row, line)
      case 'custom-title':
      case 'ai-title':
      case 'summary':
        return readTitle(conversation, row, line)
      case 'worktree-state':
      case 'pr-link':
        return readPlace(conversation, row, line)
      case 'cost-state':
        return readCost(conversation, row, line)
      default:
        if (row.type !== undefined && typeof row.type !== 'string')
          reportIssue(conversation, line, 'bad-record', 'the type of the line is not a text')
    }
  }

  return { read, save: () => saveConversation(conversation) }
}

/** Sub-agents of versions that did not name them. */
const UNNAMED_AGENT = 'sidechain'

const spotOf = (conversation: Conversation, row: ClaudeLine, line: number): Spot => {
  const named = typeof row.agentId === 'string' && row.agentId !== '' ? row.agentId : undefined
  const agent = conversation.agent ?? (row.isSidechain === true ? (named ?? UNNAMED_AGENT) : undefined)
  return { line, row, agent, at: readTimestamp(conversation, row.timestamp, line) }
}

/** Versions 2.1.12 to 2.1.81 wrap a sub-agent's messages into progress lines of its parent. */
const agentProgress = (conversation: Conversation, row: ClaudeLine, line: number): Spot | undefined => {
  const { data } = row
  // Also of skills that run as an agent. Other kinds of progress hold no message.
  if (!isRecord(data) || typeof data.type !== 'string' || !data.type.endsWith('_progress')) return undefined
  const inner = asLine(data.message)
  if (inner === undefined || (inner.type !== 'user' && inner.type !== 'assistant')) return undefined
  const agent = typeof data.agentId === 'string' && data.agentId !== '' ? data.agentId : UNNAMED_AGENT
  const { sessionId, cwd, version, entrypoint } = row
  const at = readTimestamp(conversation, inner.timestamp ?? row.timestamp, line)
  return { line, row: { ...inner, sessionId, cwd, version, entrypoint }, agent, at }
}

/** Prompts typed while the agent worked, notices about background tasks, and what hooks added. The rest is bookkeeping. */
const readAttachment = (conversation: Conversation, row: ClaudeLine, line: number): void => {
  const { attachment } = row
  if (!isRecord(attachment) || typeof attachment.type !== 'string') return
  if (attachment.type === 'queued_command') {
    const texts = [contentText(attachment.prompt)]
    const mode = attachment.commandMode
    const spot = spotOf(conversation, { ...row, origin: attachment.origin ?? row.origin }, line)
    return readWords(conversation, spot, texts, mode === undefined || mode === 'prompt')
  }
  if (!attachment.type.startsWith('hook_')) return
  const text = contentText(attachment.content)
  if (text.trim() !== '') readWords(conversation, spotOf(conversation, row, line), [text], false)
}

const readSystem = (conversation: Conversation, row: ClaudeLine, line: number): void => {
  const { subtype } = row
  if (subtype === 'compact_boundary' || subtype === 'microcompact_boundary') {
    const about = row.compactMetadata ?? row.microcompactMetadata
    const compaction: EventBody = { type: 'compaction', kind: subtype }
    if (isRecord(about)) {
      if (typeof about.trigger === 'string') compaction.trigger = about.trigger
      const tokensBefore = readTokenCount(about.preTokens)
      if (tokensBefore !== undefined) compaction.tokensBefore = tokensBefore
    }
    return emitEvent(conversation, spotOf(conversation, row, line), compaction)
  }
  // Commands that the agent carries out itself (`/plugin`) stand here in newer versions, and so does their output.
  if (subtype !== 'local_command' || typeof row.content !== 'string') return
  const spot = spotOf(conversation, { ...row, isMeta: false }, line)
  readWords(conversation, spot, [row.content])
}

/** What the session has cost, written now and then. A process that was started anew may count from zero again. */
const readCost = (conversation: Conversation, row: ClaudeLine, line: number): void => {
  const { totalCostUSD: cost } = row
  if (typeof cost !== 'number' || !Number.isFinite(cost) || cost < 0) return
  if (conversation.agent !== undefined || !isOwn(conversation, row.sessionId)) return
  const spot: Spot = { line, row, agent: undefined, at: readTimestamp(conversation, row.timestamp, line) }
  emitEvent(conversation, spot, { type: 'usage', costUsd: addCost(conversation, cost), cumulative: true })
}

/** Which repository a session belongs to that works in a linked tree, or whose directory may be gone when it is read. */
const readPlace = (conversation: Conversation, row: ClaudeLine, line: number): void => {
  if (!isOwn(conversation, row.sessionId)) return
  const spot: Spot = { line, row, agent: undefined, at: readTimestamp(conversation, row.timestamp, line) }
  const from = isRecord(row.worktreeSession) ? row.worktreeSession.originalCwd : undefined
  if (typeof from === 'string' && from !== '') notePlace(conversation, spot, { projectRoot: from })
  const repository = typeof row.prUrl === 'string' ? PULL_REQUEST.exec(row.prUrl)?.[1] : undefined
  if (repository !== undefined) notePlace(conversation, spot, { mentionedRepository: repository })
}

const PULL_REQUEST = /^(https:\/\/[^/\s]{1,120}\/.{1,200}?)\/(?:-\/)?(?:pull|pulls|merge_requests)\/\d/

// A summary names the last line of the conversation that it is about. Often that is another conversation of the
// project.
const readTitle = (conversation: Conversation, row: ClaudeLine, line: number): void => {
  const spot: Spot = { line, row, agent: undefined, at: readTimestamp(conversation, row.timestamp, line) }
  if (row.type === 'summary') {
    if (isRecent(conversation, row.leafUuid)) noteTitle(conversation, spot, row.summary, TITLE_RANK.summary)
  } else if (isOwn(conversation, row.sessionId)) {
    if (row.type === 'custom-title') noteTitle(conversation, spot, row.customTitle, TITLE_RANK.custom)
    else noteTitle(conversation, spot, row.aiTitle, TITLE_RANK.generated)
  }
}
