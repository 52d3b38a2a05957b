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
import { FEWEST_SESSIONS, collectWitnesses } from './support.ts'
import { LESSON_VERSION } from './version.ts'

/** The projects whose lessons are mined, taken as one repository. */
export interface LessonScope extends Pick<CallScope, 'agent' | 'since' | 'until'> {
  /** The repository's name in lessons and in their ids. */
  repository: string
  /** Undefined means every project. */
  projects: readonly string[] | undefined
  /** The owner whose rules are searched for. Lessons of other kinds come from all owners except chat users. */
  owner: string
}

export interface MinedLessons {
  /** The lessons, the most valuable first, not yet compared with the working tree. */
  lessons: Lesson[]
  /** Number of sessions that the lessons were mined from. */
  sessions: number
  /**
   * The directories of the newest session (its project, then its working directory) and the machine that they are on.
   */
  places: { machine: string; directories: string[] } | undefined
  /** When the independent sessions began, for those with a known time. */
  sessionTimes: number[]
}

/** Mines the lessons of a scope, or takes them from the cache if the facts have not changed. */
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
  // A read-only store still answers.
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
  // Without a directory nothing shows that two people work on the same project, so only the owner's sessions count.
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
    sessionTimes: [...collectWitnesses(facts.sessions).values()].filter((time) => time !== undefined),
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

/** Reads only this many of the newest sessions: older ones are out of date and would fill the memory. */
const MOST_SESSIONS = 2_000
/** Rules are searched for in the newest sessions only, because these show what people want today. */
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
