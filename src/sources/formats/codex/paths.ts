import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Where Codex keeps its rollouts: `CODEX_HOME`, else `~/.codex`. Archiving a session moves its file to the second folder. */
export const locations = (place: Place): string[] => {
  const home = place.env.CODEX_HOME || join(place.home, '.codex')
  return [join(home, 'sessions'), join(home, 'archived_sessions')]
}

/** Any `*.jsonl` but the two indexes; exports are often renamed. The oldest CLI wrote `rollout-*.json`. */
export const accepts = (path: string): FileShape | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.endsWith('.jsonl')) return INDEX_FILES.has(name) ? undefined : 'lines'
  return name.startsWith('rollout-') && name.endsWith('.json') ? 'document' : undefined
}

/** Reads the session id in a file's name: the uuid at its end, if there is one. */
export const uuidOfPath = (path: string): string | undefined =>
  UUID_AT_END.exec(nameWithoutEnding(path))?.[1]?.toLowerCase()

/** The file's name without folder and ending: the last resort for a session id. */
export const nameWithoutEnding = (path: string): string => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.replace(/\.jsonl?$/, '') || 'unnamed'
}

// Prompts of all sessions, and the names given to sessions: no history of their own.
const INDEX_FILES = new Set(['history.jsonl', 'session_index.jsonl'])

const UUID_AT_END = /(?:^|[^0-9a-f])([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
