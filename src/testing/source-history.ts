import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { addSource, SOURCES } from '../sources/registry.ts'
import type { FileShape, Source } from '../sources/source.ts'
import { type Cleaning, scratch } from './check.ts'

/** History made by hand in the format of a source, and what a person says must come out of it. */
export interface SourceFixtures {
  /** Writes the files into an empty directory, laid out as the agent does it. Together they are smaller than 4 MB. */
  layOut(directory: string): void | Promise<void>
  /** Lists all sessions, calls and issues; of each, the fields that are named are compared. */
  expected: ExpectedHistory
}

export interface ExpectedHistory {
  sessions: {
    session: string
    platform?: string
    owner?: string | null
    cwd?: string
    model?: string
    title?: string
    parent?: { session: string; kind: string }
    messages: number
    userMessages: number
    calls: number
  }[]
  calls: {
    session: string
    agent?: string
    callId?: string
    tool: string
    outcome: string
    cause?: string
    position: number
    contextTokens?: number
    at?: string
    line: number
  }[]
  issues: { file: string; line: number; code: string }[]
  compactions: number
}

/** Larger histories are read by threads, which know the sources of this package alone. */
const MOST_FIXTURE_BYTES = 4 * 1024 * 1024

/** Lays the fixtures out in a directory, and makes the source known until the check is over. */
export const laidOut = async (source: Source, { layOut }: SourceFixtures, t: Cleaning): Promise<string> => {
  if (!SOURCES.includes(source)) t.after(addSource(source))
  const root = join(scratch(t), 'history')
  await layOut(root)
  const bytes = filesBelow(root).reduce((sum, path) => sum + statSync(path).size, 0)
  assert.ok(bytes < MOST_FIXTURE_BYTES, `the fixtures have ${bytes} bytes; at most ${MOST_FIXTURE_BYTES} are read here`)
  return root
}

export const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** How the source reads a file below the root; undefined: it is not the source's. */
export const shapeOf = (source: Source, root: string, path: string): FileShape | undefined =>
  source.accepts(relative(root, path).replaceAll('\\', '/'))
