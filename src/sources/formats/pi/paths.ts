import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'

/** Where pi keeps its sessions: one folder per working directory below these. */
export const piLocations = (place: Place): string[] => {
  const agent = expand(place.env.PI_CODING_AGENT_DIR, place) ?? join(place.home, '.pi', 'agent')
  const sessions = expand(place.env.PI_CODING_AGENT_SESSION_DIR, place)
  return sessions ? [sessions, join(agent, 'sessions')] : [join(agent, 'sessions')]
}

const expand = (path: string | undefined, place: Place): string | undefined => {
  if (!path) return undefined
  return path === '~' || path.startsWith('~/') ? join(place.home, path.slice(1)) : path
}
