import { statSync } from 'node:fs'
import type { Recognition } from './recognise.ts'
import type { FileShape, Source } from '../source.ts'

/** A file with history in it. */
export interface FoundFile {
  source: Source
  path: string
  /** The location or the given path it was found under. */
  root: string
  shape: FileShape
  rank: number
  size: number
  modifiedAt: number
}

/** A place that could not or must not be looked into, or a file of no known format. */
interface DiscoveryIssue {
  source: string | undefined
  path: string
  code: 'unreadable' | 'unknown-format' | 'no-such-path' | 'link-outside'
  message: string
}

export interface Discovery {
  files: FoundFile[]
  /** Roots that were there and could be read: only below them can a file be missing. */
  roots: { source: Source | undefined; path: string }[]
  issues: DiscoveryIssue[]
}

/** What a search may know beforehand, and whom it tells. */
export interface Lookout {
  /** Recalls what the last run found a file to be, so that an unchanged file is not opened again. */
  recall?:
    | ((path: string, size: number, modifiedAt: number) => { source: Source; shape: FileShape } | undefined)
    | undefined
  /** Called with every file as it is found. */
  onFile?: (file: FoundFile) => void
}

/** A running search. It also holds the files whose source only their content can tell. */
export interface Search extends Discovery {
  /** Each with the number of files and issues that were found before it. */
  unknown: { candidate: Candidate; files: number; issues: number }[]
}

export interface Candidate {
  root: string
  path: string
  /** Below the root, with slashes. */
  name: string
  source: Source | undefined
  lookout: Lookout
  stat: { size: number; mtimeMs: number }
  /** The person named it, or a place around it. */
  given: boolean
}

/** Adds a file whose kind is known by its name or from the last run; any other one waits for `recogniseRest`. */
export const addFile = (search: Search, candidate: Candidate): void => {
  const { path, name, source, lookout, stat } = candidate
  const shape = source?.accepts(name)
  const known =
    source !== undefined && shape !== undefined ? { recognised: source, shape } : recalled(lookout, path, stat, source)
  if (known !== undefined) add(search, candidate, known)
  else search.unknown.push({ candidate, files: search.files.length, issues: search.issues.length })
}

/**
 * Looks into the files that are still unknown; files and issues come out in the order in which they were met. Most runs find all files
 * as they were, and then what tells formats apart is never loaded.
 */
export const recogniseRest = async ({ unknown, ...found }: Search): Promise<Discovery> => {
  if (unknown.length === 0) return found
  const { recogniseFile } = await import('./recognise.ts')
  const all: Discovery = { files: [], roots: found.roots, issues: [] }
  let done = { files: 0, issues: 0 }
  for (const { candidate, ...before } of unknown) {
    all.files.push(...found.files.slice(done.files, before.files))
    all.issues.push(...found.issues.slice(done.issues, before.issues))
    done = before
    add(all, candidate, recogniseFile(candidate.path, candidate.source))
  }
  all.files.push(...found.files.slice(done.files))
  all.issues.push(...found.issues.slice(done.issues))
  return all
}

const add = (discovery: Discovery, candidate: Candidate, recognition: Recognition): void => {
  const { root, path, name, source, lookout, stat, given } = candidate
  const { recognised, shape, reason, problem } = recognition
  if (recognised === undefined || shape === undefined) {
    // In an agent's own folders unknown files are normal; at a place that a person named they are news.
    if (given || problem !== undefined) {
      const message = problem ?? reason ?? 'not the history of any agent we know'
      discovery.issues.push({
        source: source?.name,
        path,
        code: problem === undefined ? 'unknown-format' : 'unreadable',
        message,
      })
    }
    return
  }
  const size =
    shape === 'database' ? databaseSize(path, stat) : { size: stat.size, modifiedAt: Math.round(stat.mtimeMs) }
  const file = { source: recognised, path, root, shape, rank: recognised.rank?.(name) ?? 0, ...size }
  discovery.files.push(file)
  lookout.onFile?.(file)
}

const recalled = (
  { recall }: Lookout,
  path: string,
  stat: { size: number; mtimeMs: number },
  wanted: Source | undefined,
) => {
  const before = recall?.(path, stat.size, Math.round(stat.mtimeMs))
  if (before === undefined || (wanted !== undefined && wanted !== before.source)) return undefined
  return { recognised: before.source, shape: before.shape }
}

/** A database changes when its write-ahead log does. */
const databaseSize = (path: string, stat: { size: number; mtimeMs: number }): { size: number; modifiedAt: number } => {
  try {
    const log = statSync(`${path}-wal`)
    return { size: stat.size + log.size, modifiedAt: Math.round(Math.max(stat.mtimeMs, log.mtimeMs)) }
  } catch {
    return { size: stat.size, modifiedAt: Math.round(stat.mtimeMs) } // No log: everything is in the file.
  }
}
