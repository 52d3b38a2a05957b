import { isoTime } from '../../lib/clock.ts'
import { sourceNamed } from '../../sources/registry.ts'
import type { Connection } from '../../store/connection.ts'
import { listSessions, type SessionFilter, type SessionRow } from '../../store/facts/session.ts'
import { findWord } from '../../store/facts/session-words.ts'
import type { SearchHit } from './shape.ts'

export type { SearchHit } from './shape.ts'

/** At most this many excerpts show why a session was found. */
const MOST_MATCHES = 3
/** Finds the sessions that hold all words, newest first, each with the matching places. */
export const search = async function* (
  store: Connection,
  words: readonly string[],
  filter: Omit<SessionFilter, 'words'>,
): AsyncIterable<SearchHit> {
  if (filter.source !== undefined) sourceNamed(filter.source)
  // The list is read to its end first, because explaining a hit queries the same store.
  for (const row of await Array.fromAsync(listSessions(store, { ...filter, words })))
    yield {
      session: row.native_id,
      source: row.source,
      project: row.project,
      title: row.title,
      lastAt: isoTime(row.last_at ?? row.started_at),
      matches: await matchesIn(store, row, words.slice(0, MOST_MATCHES)),
    }
}

/**
 * One place for each word: the title, else a message or a call, else the project, which says least about a single
 * session.
 */
const matchesIn = async (
  store: Connection,
  { id, title, project }: SessionRow,
  words: readonly string[],
): Promise<SearchHit['matches']> => {
  const matches: SearchHit['matches'] = []
  const add = (match: SearchHit['matches'][number]): void => {
    if (!matches.some(({ text }) => text === match.text)) matches.push(match)
  }
  for (const word of words) {
    const place = indexIn(title ?? '', word) >= 0 ? undefined : await findWord(store, id, word)
    if (place !== undefined)
      add({ in: place.tool === null ? 'message' : 'call', tool: place.tool, text: excerptAround(place.text, word) })
    else if (indexIn(title ?? '', word) >= 0) add({ in: 'title', tool: null, text: excerptAround(title ?? '', word) })
    else add({ in: 'project', tool: null, text: excerptAround(project ?? '', word) })
  }
  return matches
}

const BEFORE_CHARS = 30
const EXCERPT_CHARS = 160

/** One line of the text around the word. */
const excerptAround = (text: string, word: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const start = Math.max(0, indexIn(line, word.replaceAll(/\s+/g, ' ')) - BEFORE_CHARS)
  const end = start + EXCERPT_CHARS
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`
}

const indexIn = (text: string, word: string): number => text.toLowerCase().indexOf(word.toLowerCase())
