import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '../../../lib/json.ts'
import { rememberJson } from '../../../lib/remember-json.ts'
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

const routingIn = rememberJson((index): Routing => {
  // A damaged index names no owners, but proves that a gateway ran here.
  if (!isRecord(index)) return { ...NO_ROUTING, isUsed: true }
  // Keys that begin with `_` are remarks.
  return routingOf(Object.entries(index).filter(([key]) => !key.startsWith('_')))
})
