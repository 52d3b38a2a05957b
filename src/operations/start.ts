import { existsSync } from 'node:fs'
import type { App } from '../app.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'
import type { StartReport } from '../schema/listing/start-report.ts'
import type { Connection } from '../store/connection.ts'
import { latestChange } from '../store/live-session.ts'
import { openStore } from '../store/open.ts'
import { hasSessions } from '../store/session.ts'
import { carryOver } from './carry-over.ts'
import { listNotRead } from './not-read.ts'
import { report, type ReportContent } from './report.ts'
import { makeSample, sampleAddress, sampleHistory } from './sample.ts'
import { discover, type Progress, sync } from './sync.ts'

export type { StartReport } from '../schema/listing/start-report.ts'

export interface Started {
  /** All but what only the command line can say. */
  report: Omit<StartReport, 'headline' | 'page' | 'turnOn'>
  content: ReportContent
}

export interface StartOptions {
  /** Use the sample even where there is history. */
  sample?: boolean
  onProgress?: Progress
}

/** The main job: read the history of every known agent here, or a bundled sample where there is none, and look for what to carry over. */
export const start = async (
  app: App,
  openOwn: () => Promise<Connection>,
  { sample = false, onProgress }: StartOptions = {},
): Promise<Started> => {
  const hasHistory =
    discover(app, { targets: [] }).files.length > 0 || (!sample && (await hasOwnSessions(app, openOwn)))
  if (sample || !hasHistory) return startWithSample(app, onProgress)
  const store = await openOwn()
  const synced = await sync(app, store, { targets: [], rebuild: false }, onProgress)
  return described(app, store, { ...synced, sample: false, store: app.storeAddress })
}

/** Whether anything was held here, or read from a place given by hand. A store that is not there yet is not made for the question. */
const hasOwnSessions = async ({ storeAddress }: App, openOwn: () => Promise<Connection>): Promise<boolean> => {
  if (storeAddress.startsWith('sqlite:') && !existsSync(storeAddress.slice('sqlite:'.length))) return false
  const store = await openOwn()
  return (await latestChange(store)) > 0 || (await hasSessions(store))
}

const startWithSample = async (app: App, onProgress: Progress | undefined): Promise<Started> => {
  await makeSample(app)
  const storeAddress = sampleAddress(app)
  const store = await openStore(storeAddress)
  try {
    const targets = [{ path: sampleHistory(app) }]
    const synced = await sync({ ...app, storeAddress }, store, { targets, rebuild: false }, onProgress)
    return await described(app, store, { ...synced, notRead: listNotRead(app), sample: true, store: storeAddress })
  } finally {
    await store.close()
  }
}

const described = async (
  app: App,
  store: Connection,
  found: Omit<Started['report'], 'carryOver' | 'figures'>,
): Promise<Started> => {
  const content = await report(store, {})
  return { content, report: { ...found, figures: figuresOf(content.history), carryOver: await carryOver(app, store) } }
}

const figuresOf = (history: HistoryProfile): StartReport['figures'] => {
  const { sessions, sessionsWithCalls, calls, outcomes, errorRate, agentErrorRate, bounds, reason } = history
  const { byCause, masked, errorCost, mistakes, bySource, byModel } = history
  return {
    sessions,
    sessionsWithCalls,
    calls,
    outcomes,
    errorRate,
    agentErrorRate,
    ...(bounds === undefined ? {} : { bounds }),
    ...(reason === undefined ? {} : { reason }),
    byCause,
    masked,
    errorCost,
    mistakes,
    bySource,
    byModel,
  }
}
