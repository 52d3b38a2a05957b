import { join } from 'node:path'
import type { App } from '../app.ts'
import type { Connection } from '../store/connection.ts'
import { listIssues } from '../store/facts/file.ts'
import { openStore } from '../store/open.ts'
import { countCompactions } from '../store/facts/turn.ts'
import { type CallListing, calls } from '../verbs/calls/operation.ts'
import { type SessionListing, sessions } from '../verbs/sessions/operation.ts'
import { type SyncInput, type SyncReport, sync } from '../verbs/sync/operation.ts'

/** An app whose clock stands still and whose home is `directory`. */
export const testApp = (directory: string, store = `sqlite:${join(directory, 'store.db')}`): App => ({
  now: () => Date.UTC(2026, 10, 15),
  home: directory,
  storeAddress: store,
  owner: 'sam',
  machine: 'test',
  place: { home: join(directory, 'home'), env: {}, platform: 'linux' },
})

export interface Imported {
  report: SyncReport
  sessions: SessionListing[]
  calls: CallListing[]
  issues: { file: string; line: number; code: string }[]
  compactions: number
}

/** Everything a store holds, in the shape that people and other programs get to see. */
export const contentOf = async (app: App, store: Connection): Promise<Omit<Imported, 'report'>> => {
  const issues: Imported['issues'] = []
  for await (const { path, line, code } of listIssues(store, app.machine)) issues.push({ file: path, line, code })
  return {
    sessions: await Array.fromAsync(sessions(store, { withUnowned: true })),
    calls: await Array.fromAsync(calls(store, { withUnowned: true })),
    issues,
    compactions: await countCompactions(store),
  }
}

/** One sync into the app's store, and what is in there afterwards. */
export const syncInto = async (app: App, input: Partial<SyncInput>): Promise<Imported> => {
  const store = await openStore(app.storeAddress)
  try {
    const report = await sync(app, store, { targets: [], rebuild: false, ...input })
    return { report, ...(await contentOf(app, store)) }
  } finally {
    await store.close()
  }
}
