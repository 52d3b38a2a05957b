import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Where sessions are kept, each in a folder of its own; the first versions wrote a file each. */
export const locations = ({ home, env }: Place): string[] => [
  join(env.COPILOT_HOME || join(home, '.copilot'), 'session-state'),
]

/** Beside its events a session keeps checkpoints, snapshots and files that people and the model put there: none of them is history. */
export const accepts = (path: string): FileShape | undefined => {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  if (name === 'events.jsonl') return folders.length > 2 && folders.includes('files') ? undefined : 'lines'
  if (folders.length === 0) return name.endsWith('.jsonl') ? 'lines' : undefined
  return NAMED_AFTER_ID.test(name) ? 'lines' : undefined
}

const NAMED_AFTER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/

/** The session of a file whose first line is missing. */
export const sessionOfPath = (path: string): string => {
  const parts = path.split(/[/\\]/)
  const name = parts.pop() ?? ''
  return name === 'events.jsonl' ? (parts.pop() ?? name) : name.replace(/\.jsonl$/, '')
}
