import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { SourceListing } from './shape.ts'
import { livePath } from '../../sources/plan/live-cursor.ts'
import { OWN } from '../../sources/own-source.ts'
import { SOURCES } from '../../sources/registry.ts'
import type { Source } from '../../sources/source.ts'
import type { Connection } from '../../store/connection.ts'
import { totalsBySource } from '../../store/facts/session-totals.ts'

/** Lists every agent whose history can be read, its places, and what the store holds of it. */
export const sources = async (app: App, store: Connection): Promise<SourceListing[]> => {
  const totals = new Map((await totalsBySource(store)).map((row) => [row.source, row]))
  return SOURCES.map((source) => {
    const known = totals.get(source.name)
    return {
      source: source.name,
      title: source.title,
      locations: locationsOf(app, source),
      capabilities: source.capabilities,
      sessions: known?.sessions ?? 0,
      calls: known === undefined ? 0 : known.ok + known.failed + known.unknown,
    }
  })
}

/** Our own sessions are in the open store, so their place always exists. */
const locationsOf = (app: App, source: Source): SourceListing['locations'] => {
  if (source === OWN) return [{ path: livePath(app.storeAddress), exists: true }]
  return source.locations(app.place).map((path) => ({ path, exists: existsSync(path) }))
}
