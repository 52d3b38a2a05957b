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
import { countIssuesUnder, type FileCursor, listCursors } from '../../store/facts/file.ts'
import { settleExposures } from '../../store/templates/ledger.ts'
import { countUnowned } from '../../store/facts/owner.ts'
import { acceptedRepositories } from '../../store/lessons/word.ts'
import { readyWork } from '../../store/templates/ready-work.ts'
import { totalsUnder } from '../../store/facts/session-totals.ts'

export interface SyncInput {
  /** What to read; if empty, every known agent at its default places. */
  targets: { source?: string | undefined; path?: string | undefined }[]
  /** Reads all existing files again, and judges the rest again from what the store kept. */
  rebuild: boolean
}

export type { SyncReport } from '../../schema/listing/sync-report.ts'

type SyncLine = SyncReport['sources'][number]

export type Progress = (done: number, total: number) => void

/** Reads new history of the agents into the store. Idempotent. */
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
  const lines = await describe(app, store, discovery, { reports, before })
  const totals = { ...sum(lines), ms: Math.round(performance.now() - startedAt) }
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

/** Makes the lessons of projects with the owner's yes ready; without a yes, this loads nothing. */
const readiedLessons = async (app: App, store: Connection): Promise<SyncReport['joined']> => {
  if ((await acceptedRepositories(store, app.owner)).length === 0) return []
  const { readyAccepted } = await import('../lessons/consent-operation.ts')
  return readyAccepted(app, store)
}

/** Our own sessions are already in the store, so no files are searched, and the store's file is not one of them. */
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

/** Sessions of one repository count as one project. The path that names it is known only after all were read. */
const settled = async (store: Connection): Promise<void> => {
  const [{ settleProjects }, { isWorktreePath }] = await Promise.all([
    import('../../store/facts/project.ts'),
    import('../../sources/project.ts'),
  ])
  await settleProjects(store, { isWorktree: isWorktreePath })
}

/** Makes templates ready that another or an older program changed. Usually there are none, and this loads nothing. */
const readied = async (store: Connection, now: number): Promise<void> => {
  if ((await readyWork(store, { madeBy: READY_VERSION })).length === 0) return
  const { refreshReady } = await import('../../provision/run-ready.ts')
  await refreshReady(store, { now })
}

/** Settles the draws of lessons for sessions that have come back or continued since. */
const settledLessons = async (store: Connection, now: number): Promise<void> => {
  const units = await changedUnits(store, now)
  if (units.length === 0) return
  const { settleLessons } = await import('../../lesson/proof/run-settle.ts')
  await settleLessons(store, units, now)
}

/** Finds the history that a sync would read. */
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

/** What the store knows of the files, so that an unchanged file is neither read nor waited for. */
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

interface Known {
  source: string
  path: string
  sessions: number
  ok: number
  failed: number
  unknown: number
}

/** What the store knows of each searched place, per source. */
const knownAt = async (store: Connection, discovery: Discovery): Promise<Known[]> => {
  const known: Known[] = []
  for (const { source, path } of discovery.roots) {
    for (const row of await totalsUnder(store, path)) {
      const isAsked = source === undefined || source.name === row.source
      if (isAsked && !known.some((each) => each.source === row.source && each.path === path))
        known.push({ ...row, path })
    }
  }
  return known
}

const describe = async (
  app: App,
  store: Connection,
  discovery: Discovery,
  { reports, before }: { reports: RootReport[]; before: Known[] | undefined },
): Promise<SyncLine[]> => {
  const now = await knownAt(store, discovery)
  const places = [...reports, ...now.map(({ source, path }) => ({ source, root: path, files: 0, ms: 0 }))]
  const lines: SyncLine[] = []
  const issues = new Map<string, { source: string; issues: number }[]>()
  for (const root of new Set(places.map((place) => place.root)))
    issues.set(root, await countIssuesUnder(store, app.machine, root))
  for (const { source, root, files, ms } of places) {
    // A place without files is known only from before; a place with files is in both lists.
    if (lines.some((line) => line.source === source && line.path === root)) continue
    const isHere = (each: Known): boolean => each.source === source && each.path === root
    const { ok = 0, failed: error = 0, unknown = 0, sessions = 0 } = now.find(isHere) ?? {}
    const calls = ok + error + unknown
    const noted = issues.get(root)?.find((row) => row.source === source)?.issues ?? 0
    const unread = discovery.issues.filter((issue) => issue.source === source && issue.path.startsWith(root)).length
    const newCalls = Math.max(0, calls - callsOf((before ?? now).find(isHere)))
    lines.push({
      source,
      path: root,
      files,
      sessions,
      calls,
      ok,
      error,
      unknown,
      newCalls,
      issues: noted + unread,
      ms: Math.round(ms),
    })
  }
  return withoutMoved(lines, before ?? now)
}

const callsOf = (known: Known | undefined): number =>
  known === undefined ? 0 : known.ok + known.failed + known.unknown

/** A file that moved to another place adds nothing new, though its new place holds more than before. */
const withoutMoved = (lines: SyncLine[], before: readonly Known[]): SyncLine[] => {
  for (const source of new Set(lines.map((line) => line.source))) {
    const own = lines.filter((line) => line.source === source)
    const known = before.filter((each) => each.source === source).reduce((sum, each) => sum + callsOf(each), 0)
    let left = Math.max(0, own.reduce((sum, line) => sum + line.calls, 0) - known)
    for (const line of own) {
      line.newCalls = Math.min(line.newCalls, left)
      left -= line.newCalls
    }
  }
  return lines
}

const sum = (lines: readonly SyncLine[]): Omit<SyncLine, 'source' | 'path'> => {
  const totals = { files: 0, sessions: 0, calls: 0, ok: 0, error: 0, unknown: 0, newCalls: 0, issues: 0, ms: 0 }
  for (const line of lines) {
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += line[name]
  }
  return totals
}
