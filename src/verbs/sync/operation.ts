import type { App } from '../../app.ts'
import { changedUnits } from '../../lesson/proof/run-units.ts'
import type { SyncReport } from '../../schema/listing/sync-report.ts'
import { READY_VERSION } from '../../schema/ready.ts'
import type { Discovery } from '../../sources/find/discover.ts'
import { importHistory, type RootReport } from '../../sources/import.ts'
import { createReaders, type Readers } from '../../sources/read/readers.ts'
import { type LiveCursor, liveCursor, livePath } from '../../sources/plan/live-cursor.ts'
import { rejudge } from '../../sources/rejudge.ts'
import { OWN } from '../../sources/own-source.ts'
import type { Connection } from '../../store/connection.ts'
import { listCursors } from '../../store/facts/file.ts'
import { settleExposures } from '../../store/templates/settle-exposures.ts'
import { countUnowned } from '../../store/facts/owner.ts'
import { settleOpenLive } from '../../experiment/live/settle-open.ts'
import { acceptedRepositories } from '../../store/lessons/word.ts'
import { readyWork } from '../../store/templates/ready-work.ts'
import { discover, lookoutFor, type SyncInput } from './discover-operation.ts'
import { describePlaces, type Known, knownAt, sumLines } from './lines-operation.ts'

export type { SyncInput } from './discover-operation.ts'
export type { SyncReport } from '../../schema/listing/sync-report.ts'

export type Progress = (done: number, total: number) => void

/** Reads what is new in the agents' history into the store. Idempotent. */
export const sync = async (
  app: App,
  store: Connection,
  input: SyncInput,
  onProgress?: Progress,
): Promise<SyncReport> => {
  const readers = createReaders()
  try {
    return await syncWith(app, store, input, { readers, onProgress })
  } finally {
    readers.end()
  }
}

const syncWith = async (
  app: App,
  store: Connection,
  input: SyncInput,
  { readers, onProgress }: { readers: Readers; onProgress: Progress | undefined },
): Promise<SyncReport> => {
  const startedAt = performance.now()
  const cursors = await listCursors(store, app.machine)
  const discovery = await discover(app, input, await lookoutFor(cursors, input, readers))
  const run = app.now()
  const own = await ownSessions(app, store, { input, discovery })
  let before: Known[] | undefined
  const reports = await importHistory(store, discovery, {
    owner: app.owner,
    machine: app.machine,
    run,
    rebuild: input.rebuild,
    cursors,
    readers,
    beforeWriting: async () => {
      before = await knownAt(store, discovery)
    },
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  if (own !== undefined) {
    if (input.rebuild || own.known < own.latest) before ??= await knownAt(store, discovery)
    reports.push(await readOwn(store, own, { run, rebuild: input.rebuild }))
  }
  await rejudge(store, { machine: app.machine, all: input.rebuild })
  if (reports.some(({ changed }) => changed > 0)) await settled(store)
  await settleExposures(store, run)
  await settledLessons(store, run)
  await readied(store, run)
  const joined = await readiedLessons(app, store)
  await settleOpenLive(store, app.owner)
  const lines = await describePlaces(app, store, discovery, { reports, before })
  const totals = { ...sumLines(lines), ms: Math.round(performance.now() - startedAt) }
  return {
    sources: lines,
    totals,
    unowned: (await countUnowned(store)).reduce((all, { sessions }) => all + sessions, 0),
    unreadable: discovery.issues.map((issue) => ({ ...issue, source: issue.source ?? null })),
    notRead: input.targets.length === 0 ? await notRead(app) : [],
    joined,
  }
}

const notRead = async (app: App): Promise<SyncReport['notRead']> => {
  const { listNotRead } = await import('../sources/not-read-operation.ts')
  return listNotRead(app)
}

/** Lessons of projects that the owner said yes to; where there is no yes, nothing is loaded for it. */
const readiedLessons = async (app: App, store: Connection): Promise<SyncReport['joined']> => {
  if ((await acceptedRepositories(store, app.owner)).length === 0) return []
  const { readyAccepted } = await import('../lessons/consent-operation.ts')
  return readyAccepted(app, store)
}

/** Sessions that were held here are in the store already: no file is looked for, and that of the store itself is none. */
const ownSessions = async (
  { storeAddress }: App,
  store: Connection,
  { input, discovery }: { input: SyncInput; discovery: Discovery },
): Promise<LiveCursor | undefined> => {
  const path = livePath(storeAddress)
  discovery.files = discovery.files.filter((file) => file.source !== OWN || file.path !== path)
  const isWanted = ({ source, path: given }: SyncInput['targets'][number]): boolean =>
    given === undefined ? source === undefined || source === OWN.name : given === path
  if (input.targets.length > 0 && !input.targets.some(isWanted)) return undefined
  const cursor = await liveCursor(store, storeAddress)
  if (cursor !== undefined) discovery.roots.push({ source: OWN, path })
  return cursor
}

const readOwn = async (
  store: Connection,
  cursor: LiveCursor,
  { run, rebuild }: { run: number; rebuild: boolean },
): Promise<RootReport> => {
  const startedAt = performance.now()
  const isChanged = rebuild || cursor.known < cursor.latest
  if (isChanged) {
    const { importLive } = await import('../../sources/import-live.ts')
    await importLive(store, rebuild ? { ...cursor, known: 0 } : cursor, run)
  }
  const ms = performance.now() - startedAt
  return { source: OWN.name, root: cursor.path, files: 1, changed: isChanged ? 1 : 0, ms }
}

/**
 * Sessions of one repository count as one project. The path that names it is known only after all sessions were read.
 */
const settled = async (store: Connection): Promise<void> => {
  const [{ settleProjects }, { isWorktreePath }] = await Promise.all([
    import('../../store/facts/project.ts'),
    import('../../sources/project.ts'),
  ])
  await settleProjects(store, { isWorktree: isWorktreePath })
}

/** Templates that another program, or an older one, has changed; most often none has, and then nothing is loaded for it. */
const readied = async (store: Connection, now: number): Promise<void> => {
  if ((await readyWork(store, { madeBy: READY_VERSION })).length === 0) return
  const { refreshReady } = await import('../../provision/run-ready.ts')
  await refreshReady(store, { now })
}

/** Lessons that were drawn for sessions which have come back since, or gone on. */
const settledLessons = async (store: Connection, now: number): Promise<void> => {
  const units = await changedUnits(store, now)
  if (units.length === 0) return
  await (await import('../../lesson/proof/run-settle.ts')).settleLessons(store, units, now)
}
