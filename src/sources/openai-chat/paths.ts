import type { FileShape } from '../source.ts'

/** Any JSON file can hold a conversation; there is no place of its own where they would be kept. */
export const accepts = (path: string): FileShape | undefined => {
  const name = path.toLowerCase()
  if (name.endsWith('.json')) return 'document'
  return name.endsWith('.jsonl') || name.endsWith('.ndjson') ? 'lines' : undefined
}

/**
 * What sessions without an id of their own are named after. Two folders may well each hold a `messages.json`, so names
 * that say nothing take the folder's name with them.
 */
export const stemOf = (path: string): string => {
  const parts = path.split(/[/\\]/)
  const name = parts.pop() ?? ''
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const folder = parts.pop()
  return PLAIN_NAMES.has(stem.toLowerCase()) && folder ? `${folder}/${stem}` : stem
}

const PLAIN_NAMES: ReadonlySet<string> = new Set([
  'chat',
  'chats',
  'conversation',
  'conversations',
  'data',
  'history',
  'log',
  'message',
  'messages',
  'output',
  'result',
  'results',
  'session',
  'test',
  'train',
  'trajectory',
  'transcript',
])
