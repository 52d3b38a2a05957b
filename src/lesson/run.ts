import { isRecord, parseJson } from '../lib/json.ts'
import { hashOf } from '../lib/hash.ts'
import { userSide } from '../mine/user-side/user-side.ts'
import type { Lesson } from '../schema/lesson.ts'
import { NO_PROJECT } from '../schema/project.ts'
import type { Connection } from '../store/connection.ts'
import { factsStamp, readLessonCache, writeLessonCache } from '../store/lessons/cache.ts'
import { type CallScope, scopeCalls, scopeSessions, type ScopeSession } from '../store/facts/scope-calls.ts'
import { inLists } from '../store/statement.ts'
import { profileTurns } from '../store/derived/profile-rows.ts'
import { ENVIRONMENT_CODES } from './kinds/environment.ts'
import type { LessonSession } from './facts.ts'
import { mineLessons } from './mine.ts'
import { toConversations } from './read-facts.ts'
import { ruleLesson } from './kinds/rule.ts'
import { FEWEST_SESSIONS, witnessesOf } from './support.ts'
import { LESSON_VERSION } from './version.ts'

/** Which lessons are mined: those of these projects, taken as one repository. */
export interface LessonScope extends Pick<CallScope, 'agent' | 'since' | 'until'> {
  /** The name of the repository in lessons and in their identity. */
  repository: string
  /** Undefined: every project. */
  projects: readonly string[] | undefined
  /** Whose rules are looked for; lessons of other kinds come from every owner but chat users. */
  owner: string
}

export interface MinedLessons {
  /** The most valuable first; not yet held against the working tree. */
  lessons: Lesson[]
  /** Sessions that they were mined from. */
  sessions: number
  /** Directories that the newest session worked in, with the machine that they are on: its project, then its working directory. */
  places: { machine: string; directories: string[] } | undefined
  /** When the independent sessions began, as far as that is known. */
  sessionTimes: number[]
}

/** Mines the lessons of a scope, or takes them as they were mined from the same facts before. */
export const readLessons = async (store: Connection, scope: LessonScope, now: number): Promise<MinedLessons> => {
  const key = hashOf(
    scope.repository,
    scope.projects?.toSorted().join('\u0000'),
    scope.agent,
    scope.since,
    scope.until,
    scope.owner,
  )
  const madeBy = `lessons@${LESSON_VERSION}`
  const stamp = await factsStamp(store)
  const cached = await readLessonCache(store, key)
  const known = cached?.madeBy === madeBy && cached.stamp === stamp ? readBody(cached.body) : undefined
  if (known !== undefined) return known
  const mined = await mineScope(store, scope)
  // A store that may only be read answers all the same.
  await writeLessonCache(store, { scope: key, madeBy, stamp, body: JSON.stringify(mined) }, now).catch(() => undefined)
  return mined
}

const readBody = (body: string): MinedLessons | undefined => {
  const parsed = parseJson(body)
  return isRecord(parsed) && Array.isArray(parsed['lessons']) ? (parsed as unknown as MinedLessons) : undefined
}

const mineScope = async (
  store: Connection,
  { repository, projects, owner, ...times }: LessonScope,
): Promise<MinedLessons> => {
  // Without a directory nothing says that two people work on the same thing.
  const whose = projects?.includes(NO_PROJECT) === true ? { owner } : {}
  const all = await scopeSessions(store, { ...times, ...whose, projects })
  const rows = all.slice(-MOST_SESSIONS)
  const scope = {
    ...times,
    ...whose,
    projects,
    since: all.length > rows.length ? (rows[0]?.startedAt ?? times.since) : times.since,
  }
  const facts = toConversations(rows, await scopeCalls(store, scope), () => repository)
  const elsewhere = projects === undefined ? undefined : await readElsewhere(store, times, rows)
  const lessons = mineLessons({ repository, ...facts, ...(elsewhere === undefined ? {} : { elsewhere }) })
  const rules = await mineRules(store, { repository, owner, until: times.until, rows, sessions: facts.sessions })
  const newest = rows.at(-1)
  const directories = [newest?.directory, newest?.cwd].filter((path) => typeof path === 'string')
  return {
    lessons: [...lessons, ...rules],
    sessions: rows.length,
    places: newest === undefined || projects === undefined ? undefined : { machine: newest.machine, directories },
    sessionTimes: [...witnessesOf(facts.sessions).values()].filter((time) => time !== undefined),
  }
}

const readElsewhere = async (
  store: Connection,
  times: Pick<CallScope, 'agent' | 'since' | 'until'>,
  own: readonly ScopeSession[],
) => {
  const ids = new Set(own.map(({ id }) => id))
  const rows = (await scopeSessions(store, times)).filter(({ id }) => !ids.has(id))
  const calls = await scopeCalls(store, { ...times, codes: ENVIRONMENT_CODES })
  return toConversations(rows, calls, ({ project, cwd }) => project ?? cwd ?? '')
}

/** What happened in older sessions than these is left out: it would be out of date, and fill the memory. */
const MOST_SESSIONS = 2_000
/** What people want shows in the newest of their sessions. */
const MOST_HEARD = 60

const mineRules = async (
  store: Connection,
  {
    repository,
    owner,
    until,
    rows,
    sessions,
  }: {
    repository: string
    owner: string
    until: number | undefined
    rows: readonly ScopeSession[]
    sessions: readonly LessonSession[]
  },
): Promise<Lesson[]> => {
  const families = new Map(sessions.map(({ id, family }) => [id, family]))
  const own = rows.filter((row) => row.owner === owner)
  const newest = own.slice(-MOST_HEARD)
  const ids = newest.map(({ id }) => id)
  const turns = Map.groupBy(await turnsOf(store, ids, owner), ({ session }) => session)
  const heard = newest.map((row) => ({
    session: {
      id: row.id,
      nativeId: row.nativeId,
      family: families.get(row.id) ?? row.id,
      project: row.directory ?? undefined,
      cwd: row.cwd ?? undefined,
      platform: row.platform ?? undefined,
    },
    input: { turns: turns.get(row.id) ?? [], calls: [] },
  }))
  const lastAt = newest.at(-1)?.lastAt ?? newest.at(-1)?.startedAt ?? null
  return userSide(heard, { minSupport: FEWEST_SESSIONS, until }).conventions.flatMap(
    (convention) =>
      ruleLesson(convention, { repository, owner, of: new Set(ids.map((id) => families.get(id))).size, lastAt }) ?? [],
  )
}

const turnsOf = async (store: Connection, ids: readonly string[], owner: string) => {
  const rows = []
  for (const go of inLists(ids)) rows.push(...(await profileTurns(store, go, owner)))
  return rows.map(({ session_id: session, agent, at, synthetic, ...turn }) => ({
    ...turn,
    session,
    agent: agent === '' ? undefined : agent,
    at: at ?? undefined,
    synthetic: synthetic === 1,
  }))
}
