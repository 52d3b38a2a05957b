import { isRecord, parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import { clip } from '../../lib/excerpt.ts'
import { callSubject } from '../../sources/pair/call-subject.ts'
import type { Words } from '../../store/facts/like-words.ts'
import {
  type FoundMessage,
  pageOfImportedSessions,
  pageOfLiveSessions,
  type SearchedSession,
  searchLiveMessages,
  searchTurns,
} from '../../store/facts/session-search.ts'
import { defineTool, refuse } from '../define-tool.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { findWords, loosened, parseQuery } from './search-query.ts'

const ROLES = new Set(['user', 'assistant', 'tool'])

const PARAMETERS = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'Words that must all be there; "as quoted"; A OR B for either' },
    limit: { type: 'integer', description: 'Sessions at most', default: 5, minimum: 1, maximum: 20 },
    role_filter: {
      type: 'string',
      description: 'Who said it: user, assistant, tool, with commas',
      default: 'user,assistant',
    },
  },
  required: ['query'],
} as const

/**
 * Searches the owner's earlier sessions: those of this agent in full, including what compaction removed from this one,
 * and what users typed in sessions of other agents. It never searches another owner's sessions. Secrets are left out
 * of the results.
 */
export const sessionSearch: Tool = defineTool({
  name: 'session_search',
  description:
    'Searches earlier conversations with this user: what was asked, decided and done before. Use it when the user refers to something that is not in this conversation.',
  parameters: PARAMETERS,
  async run({ query, limit, role_filter: filter }, context) {
    const words = parseQuery(query)
    if (words.length === 0) return refuse('Invalid arguments for session_search: query holds no words')
    const roles = filter
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((role) => role !== '')
    if (roles.length === 0 || !roles.every((role) => ROLES.has(role)))
      return refuse(`Invalid arguments for session_search: role_filter must be of ${[...ROLES].join(', ')}`)
    const exact = await find(words, { context, limit, roles })
    const others = exact.length === 0 ? loosened(words) : []
    const results = others.length === 0 ? exact : await find(others, { context, limit, roles })
    const note = results.length > 0 && exact.length === 0 ? { note: 'no message holds all words; these hold some' } : {}
    return { text: JSON.stringify({ query: clip(query, 500), count: results.length, ...note, results }, null, 1) }
  },
})

interface Search {
  context: ToolContext
  limit: number
  roles: readonly string[]
}

interface Result {
  session: string
  source?: string | undefined
  platform?: string | undefined
  title?: string | undefined
  project?: string | undefined
  last: string | undefined
  matches: { role: string; at: string | undefined; text: string }[]
}

const find = async (words: Words, search: Search): Promise<Result[]> => {
  const { context, limit, roles } = search
  const { store, session } = context
  const live = await findIn(words, search, {
    page: (range) => pageOfLiveSessions(store, session.owner, range),
    messages: (sessions) =>
      searchLiveMessages(store, session.owner, { sessions, words, roles, current: session.id, limit: MAX_CANDIDATES }),
  })
  // For sessions of other agents, the store holds only what users typed.
  const imported = !roles.includes('user')
    ? []
    : await findIn(words, search, {
        page: (range) => pageOfImportedSessions(store, session.owner, range),
        messages: (sessions) => searchTurns(store, session.owner, { sessions, words, limit: MAX_CANDIDATES }),
      })
  return [...live, ...imported]
    .toSorted(
      (one, other) => (other.last ?? '').localeCompare(one.last ?? '') || (one.session < other.session ? -1 : 1),
    )
    .slice(0, limit)
}

const PAGE_SESSIONS = 200
/** Older sessions are not searched, because a search must come to an end. */
const MAX_SESSIONS = 10_000
const MAX_CANDIDATES = 200
const MAX_MATCHES = 3

interface Place {
  page(range: { offset: number; limit: number }): Promise<SearchedSession[]>
  messages(sessions: readonly string[]): Promise<FoundMessage[]>
}

/**
 * Reads page by page from the newest session on, so that a long history neither blocks the program nor is read to its
 * end for nothing.
 */
const findIn = async (words: Words, { context, limit }: Search, place: Place): Promise<Result[]> => {
  const results: Result[] = []
  for (let offset = 0; offset < MAX_SESSIONS && results.length < limit; offset += PAGE_SESSIONS) {
    context.signal.throwIfAborted()
    const sessions = await place.page({ offset, limit: PAGE_SESSIONS })
    if (sessions.length === 0) break
    const messages = Map.groupBy(await place.messages(sessions.map(({ key }) => key)), ({ key }) => key)
    for (const session of sessions) {
      const matches = (messages.get(session.key) ?? [])
        .flatMap((message) => matchOf(message, words))
        .slice(0, MAX_MATCHES)
      if (matches.length > 0) results.push(resultOf(session, matches))
    }
    if (sessions.length < PAGE_SESSIONS) break
  }
  return results
}

const resultOf = (session: SearchedSession, matches: Result['matches']): Result => ({
  session: session.session,
  source: session.source,
  platform: session.platform,
  title: session.title === undefined ? undefined : clip(session.title, 200, { singleLine: true }),
  project: session.project,
  last: dateOf(session.lastAt),
  matches,
})

const dateOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/**
 * The place of the match in the message, without secrets; empty if only a secret, or the storage format, contains the
 * words.
 */
const matchOf = (message: FoundMessage, words: Words): Result['matches'] => {
  const said = redact(saidIn(message).slice(0, MAX_LOOK_CHARS))
  const at = findWords(said, words)
  return at === undefined ? [] : [{ role: message.role, at: dateOf(message.at), text: snippetOf(said, at) }]
}

const MAX_LOOK_CHARS = 200_000
const BEFORE_CHARS = 120
const AFTER_CHARS = 280

const snippetOf = (text: string, at: number): string => {
  const [from, to] = [Math.max(0, at - BEFORE_CHARS), at + AFTER_CHARS]
  const shown = text.slice(from, to).toWellFormed().replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`
}

/** The words of a message, including an assistant's calls; empty if a program said it in a user's place. */
const saidIn = ({ text, data }: FoundMessage): string => {
  if (data === undefined) return text
  const more = parseJson(data)
  if (!isRecord(more) || more['isSynthetic'] === true) return ''
  const calls = Array.isArray(more['calls']) ? (more['calls'] as unknown[]) : []
  const done = calls.filter(isRecord).map((call) => `[${String(call['tool'])}] ${callSubject(call['args'])}`)
  return [text, ...done].filter((part) => part !== '').join('\n')
}
