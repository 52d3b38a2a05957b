import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '../../../lib/json.ts'
import { NO_ROUTING, readRouted, type Routed, type Routing } from './whose.ts'

/**
 * Reads the routing of the home that a file belongs to: `sessions.json` beside it, and rows of the database, which win. A missing or
 * damaged index names no owners.
 */
export const routingBeside = (
  path: string,
  { rows = [], isUsed = false }: { rows?: readonly { key: string; entry: string }[]; isUsed?: boolean } = {},
): Routing => {
  const file = fileBeside(path)
  if (rows.length === 0) return isUsed ? { ...file, isUsed } : file
  const table = routingOf(rows.map(({ key, entry }) => [key, parseJson(entry)]))
  return {
    bySession: (id) => table.bySession(id) ?? file.bySession(id),
    byKey: (key) => table.byKey(key) ?? file.byKey(key),
    isUsed: true,
  }
}

const routingOf = (entries: readonly (readonly [string, unknown])[]): Routing => {
  const [sessions, keys] = [new Map<string, Routed>(), new Map<string, Routed>()]
  for (const [key, entry] of entries) {
    const found = readRouted(key, entry)
    if (found === undefined) continue
    sessions.set(found.session, found.routed)
    keys.set(key, found.routed)
  }
  return { bySession: (id) => sessions.get(id), byKey: (key) => keys.get(key), isUsed: entries.length > 0 }
}

/** Transcripts lie beside the index, databases and spooled messages in folders next to its own. */
const PLACES = ['.', 'sessions', join('..', 'sessions')]

const fileBeside = (path: string): Routing => {
  for (const place of PLACES) {
    const found = routingIn(join(dirname(path), place, 'sessions.json'))
    if (found !== undefined) return found
  }
  return NO_ROUTING
}

/** Larger files are no index of chats. */
const LARGEST_BYTES = 64 * 1024 * 1024

/** Read once as long as it stays the same: a folder may hold thousands of transcripts. */
const remembered = new Map<string, { mark: string; routing: Routing }>()
const MOST_REMEMBERED = 8

const routingIn = (path: string): Routing | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined || !found.isFile() || found.size > LARGEST_BYTES) return undefined
    const mark = `${found.mtimeMs} ${found.size}`
    const known = remembered.get(path)
    if (known?.mark === mark) return known.routing
    const index = parseJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    // Keys that begin with `_` are remarks. A damaged index names no owners, but proves that a gateway ran here.
    const entries = isRecord(index) ? Object.entries(index).filter(([key]) => !key.startsWith('_')) : []
    const routing = isRecord(index) ? routingOf(entries) : { ...NO_ROUTING, isUsed: true }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(path, { mark, routing })
    return routing
  } catch {
    return undefined // Not ours to read, or gone meanwhile.
  }
}
