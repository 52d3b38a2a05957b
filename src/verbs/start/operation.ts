import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import type { StartReport } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { latestChange } from '../../store/live/live-session.ts'
import { openStore } from '../../store/open.ts'
import { hasSessions } from '../../store/facts/session.ts'
import { carryOver } from './carry-over-operation.ts'
import { withFirstFigures } from './first-figures-operation.ts'
import { listNotRead } from '../sources/not-read-operation.ts'
import { report, type ReportContent } from '../report/operation.ts'
import { startLessons } from './lessons-operation.ts'
import { makeSample, SAMPLE_TODAY, sampleAddress, sampleHistory } from './sample-operation.ts'
import { discover } from '../sync/discover-operation.ts'
import { type Progress, sync } from '../sync/operation.ts'

export type { StartReport } from './shape.ts'

export interface Started {
  /** Everything except what only the command line knows. */
  report: Omit<StartReport, 'headline' | 'page' | 'turnOn'>
  content: ReportContent
}

export interface StartOptions {
  /** Uses the sample even if there is history. */
  sample?: boolean
  onProgress?: Progress
  /** Called with figures before the report is complete: of the sessions read so far, then of all. */
  onFigures?: (figures: StartReport['figures'], of: 'some' | 'all') => void
  /** How long reading may take before the figures so far are reported. */
  firstFiguresMs?: number
}

/** With the work before and after, first figures are on the screen within three seconds. */
const FIRST_FIGURES_MS = 1_000

/**
 * The main command: reads the history of every known agent, or a bundled sample if there is none, and looks for what
 * to carry over.
 */
export const start = async (
  app: App,
  openOwn: () => Promise<Connection>,
  options: StartOptions = {},
): Promise<Started> => {
  const { sample = false, onProgress, onFigures, firstFiguresMs = FIRST_FIGURES_MS } = options
  const hasHistory =
    !sample && ((await hasOwnSessions(app, openOwn)) || (await discover(app, { targets: [] })).files.length > 0)
  if (!hasHistory) return startWithSample(app, options)
  const store = await openOwn()
  const synced = await withFirstFigures(
    app.storeAddress,
    { afterMs: firstFiguresMs, tell: (history) => onFigures?.(figuresOf(history), 'some') },
    () => sync(app, store, { targets: [], rebuild: false }, onProgress),
  )
  return described(app, store, { ...synced, sample: false, store: app.storeAddress }, options)
}

/**
 * Whether the store holds sessions of this program or from a place that the user named. A missing store is not created
 * for this question.
 */
const hasOwnSessions = async ({ storeAddress }: App, openOwn: () => Promise<Connection>): Promise<boolean> => {
  if (storeAddress.startsWith('sqlite:') && !existsSync(storeAddress.slice('sqlite:'.length))) return false
  const store = await openOwn()
  return (await latestChange(store)) > 0 || (await hasSessions(store))
}

const startWithSample = async (app: App, options: StartOptions): Promise<Started> => {
  await makeSample(app)
  const storeAddress = sampleAddress(app)
  const store = await openStore(storeAddress)
  try {
    const targets = [{ path: sampleHistory(app) }]
    const synced = await sync({ ...app, storeAddress }, store, { targets, rebuild: false }, options.onProgress)
    const found = { ...synced, notRead: listNotRead(app), sample: true, store: storeAddress }
    return await described(app, store, found)
  } finally {
    await store.close()
  }
}

const described = async (
  app: App,
  store: Connection,
  found: Omit<Started['report'], 'carryOver' | 'figures' | 'lessons' | 'lessonsLeftOut'>,
  { onFigures }: Pick<StartOptions, 'onFigures'> = {},
): Promise<Started> => {
  const content = await report(store, {})
  const figures = figuresOf(content.history)
  onFigures?.(figures, 'all')
  // By today's date, every lesson of the sample would be too old to be given.
  const told = await startLessons(found.sample ? { ...app, now: () => SAMPLE_TODAY } : app, store)
  return { content, report: { ...found, figures, ...told, carryOver: await carryOver(app, store) } }
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
