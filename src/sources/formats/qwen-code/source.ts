import { asArray, isRecord } from '../../../lib/json.ts'
import type { Sample, Source } from '../../source.ts'
import { accepts, agentOfFile, locations } from './paths.ts'

/** Qwen Code: one JSONL file a session, Claude Code's lines with Gemini's messages in them. The format is in README.md. */
export const qwenCode: Source = {
  name: 'qwen-code',
  title: 'Qwen Code',
  version: 2,
  shapes: ['lines', 'document'],
  callIdsRepeat: false,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    usage: 'yes',
    cost: 'no',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: (sample: Sample): boolean => sample.records.some(sample.shape === 'lines' ? isOurs : isOlderDocument),
  owns: isOurs,
  // Helpers' files fill what the session's own lacks.
  rank: (path) => (agentOfFile(path) === undefined ? 0 : 1),
  reader: () => import('./parse.ts'),
}

/** A line of Claude Code's shape whose message has parts, or that says where it comes from. */
function isOurs(record: unknown): boolean {
  if (!isRecord(record) || typeof record.sessionId !== 'string' || typeof record.uuid !== 'string') return false
  const { message } = record
  return (
    (isRecord(message) && Array.isArray(message.parts)) ||
    typeof record.provenance === 'string' ||
    isRecord(record.toolCallResult) ||
    (record.type === 'system' && isRecord(record.systemPayload))
  )
}

/** A chat as Gemini CLI writes it, whose answers a Qwen model gave. */
function isOlderDocument(record: unknown): boolean {
  return (
    isRecord(record) &&
    typeof record.sessionId === 'string' &&
    typeof record.projectHash === 'string' &&
    asArray(record.messages).some(
      (message) => isRecord(message) && typeof message.model === 'string' && /^qwen/i.test(message.model),
    )
  )
}
