import { resolve } from 'node:path'
import { isRecord, parseJson } from '../../lib/json.ts'
import type { Connection } from '../../store/connection.ts'
import { readCursor } from '../../store/facts/file.ts'
import { latestChange } from '../../store/live/live-session.ts'
import { parserVersion } from '../parser-version.ts'
import { OWN } from '../own-source.ts'

/** How far our own sessions were read out of the store in use. */
export interface LiveCursor {
  fileId: string
  /** What the store is called where its sessions come from. */
  path: string
  /** The change that was read last; 0: none, or by another version of the parser. */
  known: number
  latest: number
}

/** Two small reads, without loading anything that reads sessions. Undefined: there are none. */
export const liveCursor = async (store: Connection, storeAddress: string): Promise<LiveCursor | undefined> => {
  const latest = await latestChange(store)
  if (latest === 0) return undefined
  const path = livePath(storeAddress)
  const { hashOf } = await import('../../lib/hash.ts')
  const fileId = hashOf(STORE, OWN.name, path)
  const cursor = await readCursor(store, fileId)
  const saved = cursor?.version === parserVersion(OWN) ? parseJson(cursor.saved ?? '') : undefined
  const change = isRecord(saved) && isRecord(saved['parser']) ? saved['parser']['change'] : undefined
  // Changes only grow: a lower one means another store in the same place.
  return { fileId, path, latest, known: typeof change === 'number' && change <= latest ? change : 0 }
}

/** All machines that share a store share its cursor. */
export const STORE = '(store)'

/** Where the store in use is, never with a password. */
export const livePath = (storeAddress: string): string => {
  if (storeAddress.startsWith('sqlite:')) {
    const path = storeAddress.slice('sqlite:'.length)
    return path === ':memory:' ? path : resolve(path)
  }
  const url = URL.parse(storeAddress)
  if (url === null) return STORE
  const schema = url.searchParams.get('schema')
  return `postgres://${url.host}${url.pathname}${schema === null ? '' : `?schema=${schema}`}`
}
