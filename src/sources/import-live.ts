import type { JsonRecord } from '../lib/json.ts'
import type { Connection } from '../store/connection.ts'
import { createCopyFilter } from '../store/facts/copy-filter.ts'
import { readMessages } from '../store/live/live-message.ts'
import { changedLiveSessions } from '../store/live/live-session.ts'
import type { ReadJob } from './plan/read-job.ts'
import { emptyBatch, isFull } from './write/batch.ts'
import { type LiveCursor, STORE } from './plan/live-cursor.ts'
import { keep, openFile, type Reading } from './read/open-file.ts'
import { createProjectFinder } from './project.ts'
import { OWN } from './own-source.ts'
import { emitSession } from './formats/warmstart/events.ts'
import { writeBatch } from './write/writer.ts'

const PAGE_SESSIONS = 20

/**
 * Our own sessions, read out of the store in use like the files of any other agent: those that changed since `known`, each whole,
 * facts and cursor in one transaction. Idempotent.
 */
export const importLive = async (store: Connection, cursor: LiveCursor, run: number): Promise<void> => {
  const filter = createCopyFilter()
  const projectOf = createProjectFinder()
  let change = cursor.known
  while (change < cursor.latest) {
    const sessions = await changedLiveSessions(store, { after: change, limit: PAGE_SESSIONS })
    if (sessions.length === 0) return
    const reading: Reading = { batch: emptyBatch(), projectOf, settings: { owner: '', seenIn: run }, exchange: NONE }
    for (const session of sessions) {
      // Every session under its own owner: every user who syncs a shared store gets the same facts.
      reading.settings = { owner: session.owner, seenIn: run }
      const file = await openFile(jobFor(cursor), OWN, reading, undefined)
      emitSession(file.emit, session, (await readMessages(store, session.id)) as unknown as JsonRecord[])
      change = session.change
      keep(file, reading, { readTo: 0, line: 0, saved: JSON.stringify({ parser: { change } }) })
      if (isFull(reading.batch)) break
    }
    await store.transaction((transaction) => writeBatch(transaction, reading.batch, filter))
  }
}

/** Everything is at hand. */
const NONE: Reading['exchange'] = { savedOf: async () => null, write: async () => undefined }

const jobFor = ({ fileId, path, latest }: LiveCursor): ReadJob => ({
  fileId,
  machine: STORE,
  source: OWN.name,
  path,
  root: path,
  shape: 'database',
  rank: 0,
  size: latest,
  modifiedAt: 0,
  isKnown: false,
  previous: undefined,
  readTo: 0,
  line: 0,
  mark: '',
})
