import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import {
  type Discovery,
  discoverDefaults,
  discoverPath,
  type FoundFile,
  type Lookout,
} from '../../sources/find/discover.ts'
import { loadSource } from '../../sources/load-source.ts'
import type { Readers } from '../../sources/read/readers.ts'
import type { Source } from '../../sources/source.ts'
import type { FileCursor } from '../../store/facts/file.ts'

export interface SyncInput {
  /** What to read; nothing: every known agent at its default places. */
  targets: { source?: string | undefined; path?: string | undefined }[]
  /** Read again all that still exists, and judge the rest again from what was kept. */
  rebuild: boolean
}

/** Finds the history a sync would read. */
export const discover = async (app: App, input: Pick<SyncInput, 'targets'>, lookout?: Lookout): Promise<Discovery> => {
  if (input.targets.length === 0) return discoverDefaults((await registry()).SOURCES, app.place, lookout)
  const all: Discovery = { files: [], roots: [], issues: [] }
  for (const target of input.targets) {
    const source = target.source === undefined ? undefined : (await registry()).sourceNamed(target.source)
    const found = await (target.path === undefined
      ? discoverDefaults(source === undefined ? (await registry()).SOURCES : [source], app.place, lookout)
      : discoverPath(target.path, source, lookout))
    const missing = found.issues.find((issue) => issue.code === 'no-such-path' || issue.code === 'unknown-format')
    if (missing !== undefined && missing.path === target.path) {
      throw new AppError(missing.code, `${missing.path}: ${missing.message}`, {
        hint:
          missing.code === 'no-such-path'
            ? 'check the path; `warmstart sources` shows where each agent keeps its history'
            : source === undefined
              ? `say whose it is with --source (${(await registry()).SOURCES.map((each) => each.name).join(', ')})`
              : `it holds nothing that ${source.title} writes`,
      })
    }
    all.files.push(...found.files)
    all.roots.push(...found.roots)
    all.issues.push(...found.issues)
  }
  return all
}

/** All sources: loaded for the default places and for files that are new. Files that are as they were need their own source alone. */
const registry = () => import('../../sources/registry.ts')

/** What is known of files from before, so that an unchanged one is neither looked into nor waited for. */
export const lookoutFor = async (
  cursors: readonly FileCursor[],
  input: SyncInput,
  readers: Readers,
): Promise<Lookout> => {
  const sources = await sourcesOf(cursors)
  const known = new Map(input.rebuild ? [] : cursors.map((cursor) => [cursor.path, cursor]))
  const unchanged = (path: string, size: number, modifiedAt: number): FileCursor | undefined => {
    const cursor = known.get(path)
    return cursor?.size === size && cursor.modified_at === modifiedAt ? cursor : undefined
  }
  return {
    recall: (path, size, modifiedAt) => {
      const cursor = unchanged(path, size, modifiedAt)
      const source = cursor === undefined ? undefined : sources.get(cursor.source)
      const shape = source?.shapes.find((each) => each === cursor?.shape)
      return source === undefined || shape === undefined ? undefined : { source, shape }
    },
    onFile: ({ path, size, modifiedAt }: FoundFile) => {
      if (unchanged(path, size, modifiedAt) !== undefined) return
      readers.expect(Math.max(0, size - (known.get(path)?.read_to ?? 0)))
    },
  }
}

/** The sources that made these cursors; one that is no longer ours has none. */
const sourcesOf = async (cursors: readonly FileCursor[]): Promise<Map<string, Source>> => {
  const sources = new Map<string, Source>()
  for (const name of new Set(cursors.map((cursor) => cursor.source))) {
    const source = await loadSource(name).catch(() => undefined)
    if (source !== undefined) sources.set(name, source)
  }
  return sources
}
