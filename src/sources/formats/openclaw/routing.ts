import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '../../../lib/json.ts'
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

/** Larger files are no index. */
const LARGEST_BYTES = 64 * 1024 * 1024

/** Read once as long as it stays the same: a folder holds many transcripts. */
const remembered = new Map<string, { mark: string; index: Index }>()
const MOST_REMEMBERED = 8

const readIndex = (path: string): Index | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined || !found.isFile() || found.size > LARGEST_BYTES) return undefined
    const mark = `${found.mtimeMs} ${found.size}`
    const known = remembered.get(path)
    if (known?.mark === mark) return known.index
    const read = parseJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    const routes = isRecord(read) ? readIndexRoutes(read) : new Map<string, Route>()
    // A damaged index names no owners, but a gateway wrote it.
    const hasChats = !isRecord(read) || [...routes.values()].some(({ owner }) => owner !== undefined)
    const index: Index = { routes, hasChats }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(path, { mark, index })
    return index
  } catch {
    return undefined // Not ours to read, or gone meanwhile.
  }
}
