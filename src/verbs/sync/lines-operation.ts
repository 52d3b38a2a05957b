import type { App } from '../../app.ts'
import type { SyncReport } from '../../schema/listing/sync-report.ts'
import type { Discovery } from '../../sources/find/discover.ts'
import type { RootReport } from '../../sources/import.ts'
import type { Connection } from '../../store/connection.ts'
import { countIssuesUnder } from '../../store/facts/file.ts'
import { totalsUnder } from '../../store/facts/session-totals.ts'

type SyncLine = SyncReport['sources'][number]

/** What the store holds of one source below one place. */
export interface Known {
  source: string
  path: string
  sessions: number
  ok: number
  failed: number
  unknown: number
}

/** What the store knows of each place that was looked into, per source. */
export const knownAt = async (store: Connection, discovery: Discovery): Promise<Known[]> => {
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

/** What a sync found and read, a line for each source and place. */
export const describePlaces = async (
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
    // A place whose files are all gone is still known from before; one with files is in both lists.
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

/** A file that went from one place to another brings nothing new, though its new place holds more than before. */
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

export const sumLines = (lines: readonly SyncLine[]): Omit<SyncLine, 'source' | 'path'> => {
  const totals = { files: 0, sessions: 0, calls: 0, ok: 0, error: 0, unknown: 0, newCalls: 0, issues: 0, ms: 0 }
  for (const line of lines) {
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += line[name]
  }
  return totals
}
