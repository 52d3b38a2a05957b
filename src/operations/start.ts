import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { AppError, messageOf } from '../lib/error.ts'
import { makeDirectory } from '../lib/make-directory.ts'
import { generateSample } from '../sample/generate.ts'
import type { StartReport } from '../schema/listing/start-report.ts'
import type { Connection } from '../store/connection.ts'
import { latestChange } from '../store/live-session.ts'
import { openStore } from '../store/open.ts'
import { carryOver } from './carry-over.ts'
import { listNotRead } from './not-read.ts'
import { report, type ReportContent } from './report.ts'
import { discover, type Progress, sync } from './sync.ts'

export type { StartReport } from '../schema/listing/start-report.ts'

const makeSample = (directory: string): void => {
  try {
    makeDirectory(directory)
    generateSample(join(directory, 'history'), { seed: SAMPLE_SEED })
  } catch (error) {
    throw new AppError('store-permission', `the sample cannot be written to ${directory}: ${messageOf(error)}`, {
      hint: 'choose another place with WARMSTART_HOME',
      cause: error,
    })
  }
}

/** Whether anything was held here. A store that is not there yet is not made for the question. */
const hasOwnSessions = async ({ storeAddress }: App, openOwn: () => Promise<Connection>): Promise<boolean> => {
  if (storeAddress.startsWith('sqlite:') && !existsSync(storeAddress.slice('sqlite:'.length))) return false
  return (await latestChange(await openOwn())) > 0
}

/** Fixed, so that everybody sees the same sample. */
const SAMPLE_SEED = 7

export interface Started {
  report: Omit<StartReport, 'headline' | 'page' | 'turnOn'>
  content: ReportContent
}

/** The main job: read the history of every known agent here, or a bundled sample where there is none, and look for what to carry over. */
export const start = async (app: App, openOwn: () => Promise<Connection>, onProgress?: Progress): Promise<Started> => {
  if (discover(app, { targets: [] }).files.length > 0 || (await hasOwnSessions(app, openOwn))) {
    const store = await openOwn()
    const synced = await sync(app, store, { targets: [], rebuild: false }, onProgress)
    const found = { ...synced, sample: false, store: app.storeAddress }
    return { content: await report(store, {}), report: { ...found, carryOver: await carryOver(app, store) } }
  }
  const directory = join(app.home, 'sample')
  makeSample(directory)
  const storeAddress = `sqlite:${join(directory, 'sample.db')}`
  const store = await openStore(storeAddress)
  try {
    const targets = [{ path: join(directory, 'history') }]
    const synced = await sync({ ...app, storeAddress }, store, { targets, rebuild: false }, onProgress)
    const found = { ...synced, notRead: listNotRead(app), sample: true, store: storeAddress }
    return { content: await report(store, {}), report: { ...found, carryOver: await carryOver(app, store) } }
  } finally {
    await store.close()
  }
}
