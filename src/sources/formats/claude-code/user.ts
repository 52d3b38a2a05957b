import type { JsonRecord } from '../../../lib/json.ts'
import { isRecord } from '../../../lib/json.ts'
import { blockText } from './content.ts'
import { type Conversation, emitEvent, type EventBody, reportIssue, type Spot } from './conversation.ts'
import { mayBePersons } from './record.ts'
import { readToolResult } from './tool-result.ts'
import { personsWords, readTaskNotice } from './user-text.ts'

/** Reads a user line: the results of calls, and words that may be a person's. */
export const readUser = (conversation: Conversation, spot: Spot, message: JsonRecord): void => {
  const { content } = message
  if (typeof content === 'string') return readWords(conversation, spot, [content])
  if (!Array.isArray(content))
    return reportIssue(conversation, spot.line, 'bad-record', 'the content of the message is neither text nor blocks')
  const { toolUseResult, toolDenialKind } = spot.row
  const isAlone = content.filter((part) => isRecord(part) && part.type === 'tool_result').length === 1
  const beside = isAlone ? { toolUseResult, toolDenialKind } : { toolUseResult: undefined, toolDenialKind: undefined }
  const texts: string[] = []
  for (const [block, part] of content.entries()) {
    const text = blockText(part)
    if (text !== undefined && text !== '') texts.push(text)
    if (!isRecord(part) || part.type !== 'tool_result') continue
    const callId = part.tool_use_id
    if (typeof callId !== 'string' || callId === '') {
      reportIssue(conversation, spot.line, 'bad-record', 'a result that does not say of which call')
      continue
    }
    const facts = readToolResult(part, beside)
    if (facts === undefined) continue
    if (facts.status === 'running') conversation.running.set(callId, spot.agent)
    emitEvent(conversation, spot, { type: 'tool-result', callId, block, ...facts })
  }
  if (texts.length > 0) readWords(conversation, spot, texts)
}

/** A person's words if there are any among the texts; else all of them, as put there by the harness. */
export const readWords = (conversation: Conversation, spot: Spot, texts: string[], byPerson = true): void => {
  // In a sub-agent's conversation, the agent that started it writes the user messages.
  const isPersons = byPerson && spot.agent === undefined && mayBePersons(spot.row)
  const words = isPersons ? texts.map(personsWords).filter((text) => text !== undefined) : []
  // A picture alone is a person's, but not beside a text that is the harness's.
  const onlyPictures = words.length < texts.length && words.every((text) => text === '[image]')
  if (words.length > 0 && !onlyPictures) {
    return emitEvent(conversation, spot, { type: 'user-message', text: words.join('\n') })
  }
  const text = texts.join('\n')
  if (text.trim() === '') return
  emitEvent(conversation, spot, { type: 'user-message', text, synthetic: true })
  for (const part of texts) readNotice(conversation, spot, part)
}

/** The end of a background task is a later word about the call that started it. */
const readNotice = (conversation: Conversation, spot: Spot, text: string): void => {
  const notice = readTaskNotice(text)
  if (notice === undefined || !conversation.running.has(notice.callId)) return
  const agent = conversation.running.get(notice.callId)
  conversation.running.delete(notice.callId)
  const ended: EventBody = { type: 'tool-result', callId: notice.callId, fields: { taskStatus: notice.status } }
  if (notice.exitCode !== undefined) ended.exitCode = notice.exitCode
  const flag = TASK_FLAGS.get(notice.status)
  if (flag !== undefined) ended.flag = flag
  emitEvent(conversation, { ...spot, agent }, ended)
}

const TASK_FLAGS: ReadonlyMap<string, 'ok' | 'error'> = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
  ['killed', 'error'],
])
