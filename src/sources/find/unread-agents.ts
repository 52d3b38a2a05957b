import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openReadOnly } from '../../lib/foreign-database.ts'
import type { Place } from '../../schema/place.ts'
import { SOURCES } from '../registry.ts'

/** An agent whose history is on this machine and that no source reads. */
export interface UnreadAgent {
  name: string
  title: string
  /** Undefined: its database cannot be opened now. */
  sessions: number | undefined
  path: string
}

/** Looks for agents that are known by name alone. An agent that has a source is not among them. */
export const findUnreadAgents = (place: Place): UnreadAgent[] =>
  KNOWN_AGENTS.filter(({ name }) => !SOURCES.some((source) => source.name === name)).flatMap(
    ({ name, title, history }): UnreadAgent[] => {
      const found = history(rootsOf(place)).flatMap(countHistory)
      const [first] = found
      if (first === undefined) return []
      const counts = found.map(({ sessions }) => sessions)
      const sessions = counts.every((count) => count === undefined)
        ? undefined
        : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
      return sessions === 0 ? [] : [{ name, title, sessions, path: first.path }]
    },
  )

/** Where to look: files by a pattern (`*` stands for part of a name), or the rows of a table. */
interface History {
  root: string
  /** Below the root, one pattern per folder and the last one for the file. */
  files?: string
  database?: string
  table?: string
}

interface KnownAgent {
  name: string
  title: string
  history(roots: Roots): History[]
}

/** One row per agent. A source that reads one replaces its row. */
const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    name: 'kiro',
    title: 'Kiro',
    history: ({ home }) => [{ root: join(home, '.kiro'), files: 'sessions/cli/*.jsonl' }],
  },
  {
    name: 'zed',
    title: 'Zed',
    history: ({ data }) => [{ root: join(data, 'zed', 'threads'), database: 'threads.db', table: 'threads' }],
  },
]

interface Roots {
  home: string
  /** Where programs keep their data. */
  data: string
}

const rootsOf = ({ home, env }: Place): Roots => ({
  home,
  data: env.XDG_DATA_HOME || join(home, '.local', 'share'),
})

/** Counts the sessions at one place. A missing place gives nothing; a place that cannot be opened is listed without a count. */
const countHistory = ({ root, files, database, table }: History): { path: string; sessions: number | undefined }[] => {
  if (files !== undefined) {
    const sessions = matchingFiles(root, files.split('/')).length
    return sessions === 0 ? [] : [{ path: root, sessions }]
  }
  return matchingFiles(root, [database ?? '']).map((path) => ({ path, sessions: countRows(path, table ?? '') }))
}

const matchingFiles = (directory: string, [pattern = '', ...rest]: readonly string[]): string[] => {
  const isWanted = matcherOf(pattern)
  const names = namesIn(directory).filter(isWanted)
  if (rest.length === 0) return names.map((name) => join(directory, name)).filter(isFile)
  return names.flatMap((name) => matchingFiles(join(directory, name), rest)).slice(0, MOST_FILES)
}

/** `ses_*.json`: each part between stars stands in the name, one after the other, the first at its start, the last at its end. */
const matcherOf = (pattern: string): ((name: string) => boolean) => {
  const parts = pattern.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return (name) => name === pattern
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
    let at = first.length
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= name.length - last.length
  }
}

const namesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory).slice(0, MOST_FILES)
  } catch {
    return [] // Not there, or not ours to look into.
  }
}

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const countRows = (path: string, table: string): number | undefined => {
  try {
    const { database } = openReadOnly(path)
    try {
      return Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows)
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** More are not counted: a look must stay cheap. */
const MOST_FILES = 100_000
