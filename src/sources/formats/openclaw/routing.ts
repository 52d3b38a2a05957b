import { dirname, join } from 'node:path'
import { isRecord } from '../../../lib/json.ts'
import { rememberJson } from '../../../lib/remember-json.ts'
import { type Route, readIndexRoutes } from './whose.ts'

/**
 * Route of the session in a transcript, by the index beside it. Transcripts of some versions do not mark direct messages of a channel at all,
 * so where the index shows that chats are served, a session that it does not list has no known owner.
 */
export const routeBeside = (path: string, session: string): Route => {
  const index = readIndex(join(dirname(path), 'sessions.json'))
  if (index === undefined) return {}
  const known = index.routes.get(session)
  if (known !== undefined) return known
  return index.hasChats ? { owner: null } : {}
}

interface Index {
  routes: ReadonlyMap<string, Route>
  hasChats: boolean
}

const readIndex = rememberJson((read): Index => {
  const routes = isRecord(read) ? readIndexRoutes(read) : new Map<string, Route>()
  // A damaged index names no owners, but a gateway wrote it.
  const hasChats = !isRecord(read) || [...routes.values()].some(({ owner }) => owner !== undefined)
  return { routes, hasChats }
})
