import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Where Hermes keeps its history. Named narrowly: its home also holds checkouts, caches and logs of any size. */
export const locations = (place: Place): string[] => {
  const home = homeOf(place)
  return [...historyBelow(home), join(home, 'data', 'state.db'), ...profilesOf(home).flatMap(historyBelow)]
}

/** Which files are sessions. `sessions.json` routes chats and `request_dump_*.json` holds failed requests: neither is. */
export const accepts = (path: string): FileShape | undefined => {
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  if (name === 'state.db') return 'database'
  if (name.startsWith('session_') && name.endsWith('.json')) return 'document'
  if (name.startsWith('pending-') && name.endsWith('.json')) return 'document'
  // Elsewhere below the home, JSONL files are logs and training data.
  const folder = path.slice(path.lastIndexOf('/', cut - 1) + 1, Math.max(cut, 0))
  const isTranscript = name.endsWith('.jsonl') && !name.startsWith('.')
  return isTranscript && (folder === '' || folder === 'sessions') ? 'lines' : undefined
}

/** The database is a session's own record; snapshots, transcripts and spooled messages only fill what it lacks. */
export const rank = (path: string): number => {
  const name = baseName(path)
  if (name.startsWith('pending-')) return 3
  if (name.endsWith('.jsonl')) return 2
  return name.endsWith('.json') ? 1 : 0
}

/** Last part of a path written with either kind of slash. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** The session a file is named after: `session_<id>.json`, `<id>.jsonl`. */
export const sessionOfPath = (path: string): string => {
  const name = baseName(path)
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  return stem.startsWith('session_') && name.endsWith('.json') ? stem.slice('session_'.length) : stem
}

export const homeOf = ({ home, env, platform }: Place): string => {
  if (env.HERMES_HOME !== undefined && env.HERMES_HOME !== '') return env.HERMES_HOME
  if (platform !== 'win32') return join(home, '.hermes')
  return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'hermes')
}

const historyBelow = (home: string): string[] => [
  join(home, 'state.db'),
  join(home, 'sessions'),
  join(home, 'pending_messages'),
]

/** A profile is a home of its own, with a store of its own. */
const profilesOf = (home: string): string[] => {
  const folder = join(home, 'profiles')
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .toSorted()
  } catch {
    return []
  }
}
