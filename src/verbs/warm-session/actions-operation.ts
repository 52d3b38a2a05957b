import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { DEFAULT_FORMAT } from '../../provision/formats.ts'
import type { WarmSessionAnswer } from './shape.ts'
import { SOURCES } from '../../sources/registry.ts'
import type { Connection } from '../../store/connection.ts'
import { findSessions } from '../../store/facts/session.ts'
import { build } from '../build/operation.ts'
import { compareSessions } from '../compare/operation.ts'
import { compressCheck } from '../compress-check/operation.ts'
import { loadSeed } from '../load/operation.ts'
import { profileSession } from '../profile/operation.ts'
import { show } from '../list/templates-operation.ts'
import { remove } from '../edit/templates-change-operation.ts'
import {
  buildAnswer,
  compareAnswer,
  deleteAnswer,
  listAnswer,
  loadAnswer,
  MOST_LISTED,
  profileAnswer,
} from './answers-operation.ts'
import type { ToolLimits } from './arguments-operation.ts'
import type { Action, WarmSessionArguments } from './arguments-operation.ts'
import { listHeads } from './list-operation.ts'
import { compressAnswer } from './sides-operation.ts'

/** The actions of the tool, in a separate file: an agent that never calls the tool does not wait for them to load. */
export const ACTIONS: Record<Action, (app: App, store: Connection, given: Given) => Promise<WarmSessionAnswer>> = {
  build: async (app, store, given) => {
    const { description, tags, minMessages, maxSessions } = given
    const name = needed(given, 'name', 'what the template is to be called')
    const where = sourceOrPlatform(given.sourceFilter)
    return buildAnswer(await build(app, store, { name, description, tags, minMessages, maxSessions, ...where }))
  },
  list: async ({ owner }, store, { tags, sourceFilter }) =>
    listAnswer(await listHeads(store, { owner, tags, where: sourceFilter, most: MOST_LISTED })),
  load: async (app, store, given) => {
    const name = needed(given, 'name', 'which template; action list shows them')
    const { patternCount } = await show(store, { owner: app.owner, name })
    const { withProfile } = given
    return loadAnswer(await loadSeed(app, store, { name, format: DEFAULT_FORMAT, withProfile }), patternCount)
  },
  delete: async ({ owner }, store, given) =>
    deleteAnswer(await remove(store, { owner, name: needed(given, 'name', 'which template; action list shows them') })),
  profile: async ({ owner }, store, given) => {
    const session = await sessionOf(store, { owner, ...given }, neededSession(given))
    return profileAnswer(await profileSession(store, session, ownOnly(owner, given)))
  },
  'compress-check': async ({ owner }, store, given) => {
    const session = await sessionOf(store, { owner, ...given }, neededSession(given))
    const own = ownOnly(owner, given)
    const report = await compressCheck(store, { session, ...own, tolerance: TOLERANCE, filter: {} })
    return compressAnswer(report, session, (name) => profileSession(store, name, own))
  },
  compare: async ({ owner }, store, given) => {
    const warm = await sessionOf(store, { owner, ...given }, neededSession(given))
    const cold = needed(given, 'compareWith', 'the session that session_id is held against, the cold one')
    const second = await sessionOf(store, { owner, ...given }, cold)
    if (warm === second) throw new AppError('usage', `session_id and compare_with are the same session: ${warm}`)
    return compareAnswer(await compareSessions(store, warm, second, ownOnly(owner, given)), given.name)
  },
}

type Given = WarmSessionArguments & ToolLimits

/** Agents choose session ids, so two owners may have the same id. The other owner's session is neither found nor named in an error. */
const ownOnly = (owner: string, { isOwnOnly = false }: ToolLimits): { owner?: string } => (isOwnOnly ? { owner } : {})

/** What a session learnt counts as preserved up to this many times its earlier error rate. */
const TOLERANCE = 1.2

const PARAMETER_OF = { name: 'name', sessionId: 'session_id', compareWith: 'compare_with' } as const

const needed = (given: WarmSessionArguments, key: keyof typeof PARAMETER_OF, what: string): string => {
  const value = given[key]
  if (value !== undefined) return value
  throw new AppError('usage', `${given.action} needs ${PARAMETER_OF[key]}: ${what}`)
}

const neededSession = (given: WarmSessionArguments): string =>
  needed(given, 'sessionId', 'the id of a session or its beginning; `warmstart sessions` lists them')

/** An agent may name a platform as the source of a session. */
const sourceOrPlatform = (filter: string | undefined): { source?: string; platform?: string } => {
  if (filter === undefined) return {}
  return SOURCES.some(({ name }) => name === filter) ? { source: filter } : { platform: filter }
}

/**
 * The id of the session that the caller names. With the full id of another owner's session, the caller gets its
 * figures, which hold no text. A prefix finds only the owner's own sessions, so that a caller cannot search. Where
 * several people talk to one agent, only the owner's sessions are found at all.
 */
const sessionOf = async (
  store: Connection,
  { owner, isOwnOnly = false }: { owner: string } & ToolLimits,
  text: string,
): Promise<string> => {
  const found = await findSessions(store, text, MOST_FOUND, isOwnOnly ? owner : undefined)
  const exact = found.find((row) => row.native_id === text && (!isOwnOnly || row.owner === owner))
  if (exact !== undefined) return exact.native_id
  const own = found.filter((row) => row.owner === owner)
  const [one] = own
  const shown = text.slice(0, LONGEST_SHOWN_CHARS).toWellFormed()
  if (one === undefined)
    throw new AppError('no-such-session', `no session of ${owner} has an id that begins with ${shown}`)
  if (own.length > 1) throw new AppError('ambiguous', `several sessions have an id that begins with ${shown}`)
  return one.native_id
}

const LONGEST_SHOWN_CHARS = 80

/** Many sessions of several owners may share a prefix. */
const MOST_FOUND = 1_000
