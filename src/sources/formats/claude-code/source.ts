import { isRecord } from '../../../lib/json.ts'
import type { Sample, Source } from '../../source.ts'
import { accepts, agentOfFile, locations } from './paths.ts'

/** Claude Code: one JSONL file a session, sub-agents in it or in files of their own. The format is in README.md. */
export const claudeCode: Source = {
  name: 'claude-code',
  title: 'Claude Code',
  version: 5,
  shapes: ['lines'],
  callIdsRepeat: false,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'partly',
    usage: 'yes',
    cost: 'partly',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: (sample: Sample): boolean =>
    sample.shape === 'lines' && sample.records.some(isOurs) && !sample.records.some(isOfRelative),
  owns: (record) => isOurs(record) && !isOfRelative(record) && isRecord(record) && !SHARED.has(record.type),
  // Some versions write a sub-agent's messages into the session's file as well, and some copy the session's own
  // messages into files of helper agents: the session's file goes first, these fill what it lacks.
  rank: (path) => (agentOfFile(path) === undefined ? 0 : 1),
  reader: () => import('./parse.ts'),
}

const isOurs = (record: unknown): boolean => {
  if (!isRecord(record)) return false
  const { type, message, sessionId, uuid, parentUuid } = record
  if (type === 'user' || type === 'assistant')
    return isRecord(message) && 'content' in message && (typeof sessionId === 'string' || isTreeNode(uuid, parentUuid))
  if (type === 'summary') return typeof record.leafUuid === 'string'
  if (type === 'file-history-snapshot') return isRecord(record.snapshot)
  return typeof type === 'string' && BOOKKEEPING.has(type) && typeof sessionId === 'string'
}

/** Qwen Code took over the lines, with Gemini's messages in them. */
const isOfRelative = (record: unknown): boolean => {
  if (!isRecord(record)) return false
  const { message } = record
  return (isRecord(message) && Array.isArray(message.parts)) || 'provenance' in record || 'toolCallResult' in record
}

/** Kinds of line that the relatives of this format write too: more than one line must be looked at. */
const SHARED: ReadonlySet<unknown> = new Set(['system'])

const isTreeNode = (uuid: unknown, parentUuid: unknown): boolean =>
  typeof uuid === 'string' && (parentUuid === null || typeof parentUuid === 'string')

/** Line kinds of this format alone, by which a file is known that begins with them. */
const BOOKKEEPING = new Set([
  'agent-name',
  'ai-title',
  'attachment',
  'cost-state',
  'custom-title',
  'last-prompt',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'system',
])
