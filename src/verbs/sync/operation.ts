import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { changedUnits } from '../../lesson/proof/run-units.ts'
import type { SyncReport } from '../../schema/listing/sync-report.ts'
import { READY_VERSION } from '../../schema/ready.ts'
import {
  type Discovery,
  discoverDefaults,
  discoverPath,
  type FoundFile,
  type Lookout,
} from '../../sources/find/discover.ts'
import { importHistory, type RootReport } from '../../sources/import.ts'
import { createReaders, type Readers } from '../../sources/read/readers.ts'
import { type LiveCursor, liveCursor, livePath } from '../../sources/plan/live-cursor.ts'
import { rejudge } from '../../sources/rejudge.ts'
import { OWN, SOURCES, sourceNamed } from '../../sources/registry.ts'
import type { Connection } from '../../store/connection.ts'
import { type FileCursor, listCursors } from '../../store/facts/file.ts'
import { settleExposures } from '../../store/templates/ledger.ts'
import { countUnowned } from '../../store/facts/owner.ts'
import { settleOpenLive } from '../../experiment/live/settle-open.ts'
import { acceptedRepositories } from '../../store/lessons/word.ts'
import { readyWork } from '../../store/templates/ready-work.ts'
import { describePlaces, type Known, knownAt, sumLines } from './lines-operation.ts'

export interface SyncInput {
  /** What to read; nothing: every known agent at its default places. */
  targets: { source?: string | undefined; path?: string | undefined }[]
  /** Read again all that still exists, and judge the rest again from what was kept. */
  rebuild: boolean
}

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
  const discovery = await discover(app, input, lookoutFor(cursors, input, readers))
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

/** Sessions of one repository count as one project; which path names it can only be told when all were read. */
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

/** Finds the history a sync would read. */
export const discover = async (app: App, input: Pick<SyncInput, 'targets'>, lookout?: Lookout): Promise<Discovery> => {
  if (input.targets.length === 0) return discoverDefaults(SOURCES, app.place, lookout)
  const all: Discovery = { files: [], roots: [], issues: [] }
  for (const target of input.targets) {
    const source = target.source === undefined ? undefined : sourceNamed(target.source)
    const found = await (target.path === undefined
      ? discoverDefaults(source === undefined ? SOURCES : [source], app.place, lookout)
      : discoverPath(target.path, source, lookout))
    const missing = found.issues.find((issue) => issue.code === 'no-such-path' || issue.code === 'unknown-format')
    if (missing !== undefined && missing.path === target.path) {
      throw new AppError(missing.code, `${missing.path}: ${missing.message}`, {
        hint:
          missing.code === 'no-such-path'
            ? 'check the path; `warmstart sources` shows where each agent keeps its history'
            : source === undefined
              ? `say whose it is with --source (${SOURCES.map((each) => each.name).join(', ')})`
              : `it holds nothing that ${source.title} writes`,
      })
    }
    all.files.push(...found.files)
    all.roots.push(...found.roots)
    all.issues.push(...found.issues)
  }
  return all
}

/** What is known of files from before, so that an unchanged one is neither looked into nor waited for. */
const lookoutFor = (cursors: readonly FileCursor[], input: SyncInput, readers: Readers): Lookout => {
  const known = new Map(input.rebuild ? [] : cursors.map((cursor) => [cursor.path, cursor]))
  const unchanged = (path: string, size: number, modifiedAt: number): FileCursor | undefined => {
    const cursor = known.get(path)
    return cursor?.size === size && cursor.modified_at === modifiedAt ? cursor : undefined
  }
  return {
    recall: (path, size, modifiedAt) => {
      const cursor = unchanged(path, size, modifiedAt)
      const source = SOURCES.find((each) => each.name === cursor?.source)
      const shape = source?.shapes.find((each) => each === cursor?.shape)
      return source === undefined || shape === undefined ? undefined : { source, shape }
    },
    onFile: ({ path, size, modifiedAt }: FoundFile) => {
      if (unchanged(path, size, modifiedAt) !== undefined) return
      readers.expect(Math.max(0, size - (known.get(path)?.read_to ?? 0)))
    },
  }
}
