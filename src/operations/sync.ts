import type { App } from '../app.ts'
import { AppError } from '../lib/error.ts'
import type { SyncReport } from '../schema/listing/sync-report.ts'
import { type Discovery, discoverDefaults, discoverPath, type Recollection } from '../sources/discover.ts'
import { type ImportReport, importHistory } from '../sources/import.ts'
import { rejudge } from '../sources/rejudge.ts'
import { SOURCES, sourceNamed } from '../sources/registry.ts'
import type { Connection } from '../store/connection.ts'
import { countIssues, listCursors } from '../store/file.ts'
import { totalsByRoot } from '../store/session.ts'

export interface SyncInput {
  /** What to read; nothing: every known agent at its default places. */
  targets: { source?: string | undefined; path?: string | undefined }[]
  /** Read again all that still exists, and judge the rest again from what was kept. */
  rebuild: boolean
}

export type { SyncReport } from '../schema/listing/sync-report.ts'

type SyncLine = SyncReport['sources'][number]

export type Progress = (done: number, total: number) => void

/** Reads what is new in the agents' history into the store. Idempotent. */
export const sync = async (
  app: App,
  store: Connection,
  input: SyncInput,
  onProgress?: Progress,
): Promise<SyncReport> => {
  const startedAt = performance.now()
  const discovery = discover(app, input, await recollection(app, store, input))
  const run = app.now()
  const reports = await importHistory(store, discovery, {
    owner: app.owner,
    machine: app.machine,
    run,
    rebuild: input.rebuild,
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  await rejudge(store, { all: input.rebuild, run })
  const lines = await describe(app, store, discovery, reports)
  const totals = { ...sum(lines), ms: Math.round(performance.now() - startedAt) }
  return {
    sources: lines,
    totals,
    unreadable: discovery.issues.map((issue) => ({ ...issue, source: issue.source ?? null })),
  }
}

/** Finds the history a sync would read. */
export const discover = (app: App, input: Pick<SyncInput, 'targets'>, recall?: Recollection): Discovery => {
  if (input.targets.length === 0) return discoverDefaults(SOURCES, app.place)
  const all: Discovery = { files: [], roots: [], issues: [] }
  for (const target of input.targets) {
    const source = target.source === undefined ? undefined : sourceNamed(target.source)
    const found =
      target.path === undefined
        ? discoverDefaults(source === undefined ? SOURCES : [source], app.place)
        : discoverPath(target.path, source, recall)
    const missing = found.issues.find((issue) => issue.code === 'no-such-path' || issue.code === 'unknown-format')
    if (missing !== undefined && missing.path === target.path) {
      throw new AppError(missing.code, `${missing.path}: ${missing.message}`, {
        hint:
          missing.code === 'no-such-path'
            ? 'check the path; `warmstart sources` shows where each agent keeps its history'
            : `say whose it is with --source (${SOURCES.map((each) => each.name).join(', ')})`,
      })
    }
    all.files.push(...found.files)
    all.roots.push(...found.roots)
    all.issues.push(...found.issues)
  }
  return all
}

/** Only paths given by hand need it: at the default places a file's name says what it is. */
const recollection = async (app: App, store: Connection, input: SyncInput): Promise<Recollection | undefined> => {
  if (input.rebuild || !input.targets.some((target) => target.path !== undefined)) return undefined
  const known = new Map((await listCursors(store, app.machine)).map((cursor) => [cursor.path, cursor]))
  return (path, size, modifiedAt) => {
    const cursor = known.get(path)
    if (cursor === undefined || cursor.size !== size || cursor.modified_at !== modifiedAt) return undefined
    const source = SOURCES.find((each) => each.name === cursor.source)
    const shape = source?.shapes.find((each) => each === cursor.shape)
    return source === undefined || shape === undefined ? undefined : { source, shape }
  }
}

const describe = async (
  app: App,
  store: Connection,
  discovery: Discovery,
  { roots, before }: ImportReport,
): Promise<SyncLine[]> => {
  const key = (of: { source: string; root: string }) => `${of.source}\u0000${of.root}`
  const now = await totalsByRoot(store)
  const totals = new Map(now.map((row) => [key(row), row]))
  const totalsBefore = new Map((before ?? now).map((row) => [key(row), row]))
  const issues = new Map((await countIssues(store, app.machine)).map((row) => [key(row), row.issues]))
  // Places whose files are all gone are still known from before.
  const gone = now.filter(
    (row) =>
      !roots.some((each) => key(each) === key(row)) &&
      discovery.roots.some(
        ({ source, path }) => path === row.root && (source === undefined || source.name === row.source),
      ),
  )
  return [...roots, ...gone.map(({ source, root }) => ({ source, root, files: 0, ms: 0 }))].map((line) => {
    const { source, root, files, ms } = line
    const { ok = 0, failed: error = 0, unknown = 0, sessions = 0 } = totals.get(key(line)) ?? {}
    const calls = ok + error + unknown
    const unreadable = discovery.issues.filter((issue) => issue.source === source && issue.path.startsWith(root)).length
    return {
      source,
      path: root,
      files,
      sessions,
      calls,
      ok,
      error,
      unknown,
      newCalls: Math.max(0, calls - callsOf(totalsBefore.get(key(line)))),
      issues: (issues.get(key(line)) ?? 0) + unreadable,
      ms: Math.round(ms),
    }
  })
}

const callsOf = (totals: { ok: number; failed: number; unknown: number } | undefined): number =>
  totals === undefined ? 0 : totals.ok + totals.failed + totals.unknown

const sum = (lines: readonly SyncLine[]): Omit<SyncLine, 'source' | 'path'> => {
  const totals = { files: 0, sessions: 0, calls: 0, ok: 0, error: 0, unknown: 0, newCalls: 0, issues: 0, ms: 0 }
  for (const line of lines) {
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += line[name]
  }
  return totals
}
